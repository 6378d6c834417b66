package io.gigafs.tablefs.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.Durability;
import io.gigafs.tablefs.FileType;
import io.gigafs.tablefs.StoreSettings;
import io.gigafs.tablefs.engine.memory.MemoryDisk;
import io.gigafs.tablefs.store.Stores;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the embedded file tree over a store in memory. */
final class FileTreeTest {
  private static final Clock CLOCK = Clock.fixed(Instant.ofEpochSecond(5, 7), ZoneOffset.UTC);

  private FileTree tree = newTree();

  private static FileTree newTree() {
    return FileTree.over(
        Stores.over(new MemoryDisk().open(), Durability.INTERVAL, UUID::randomUUID), CLOCK);
  }

  @BeforeEach
  void freshTree() {
    tree.close();
    tree = newTree();
  }

  @AfterEach
  void closeTree() {
    tree.close();
  }

  private List<String> list(String path) throws IOException {
    List<String> names = new ArrayList<>();
    tree.list(path, (name, attributes) -> names.add(name));
    names.sort(null);
    return names;
  }

  /** The example in the package documentation. */
  @Test
  void examplePersistsTheTree(@TempDir Path data) throws IOException {
    try (FileTree files = FileTree.open(StoreSettings.of(data))) {
      files.createDirectory("/logs", 0755);
      files.createFile("/logs/today", 0644);
      files.move("/logs/today", "/logs/yesterday");
      files.list("/logs", (name, attributes) -> assertThat(name).isEqualTo("yesterday"));
    }
    try (FileTree files = FileTree.open(StoreSettings.of(data))) {
      assertThat(files.find("/logs/yesterday")).isNotNull();
    }
  }

  @Test
  void emptyTreeHasARoot() throws IOException {
    Attributes root = tree.find("/");
    assertThat(root).isNotNull();
    assertThat(list("/")).isEmpty();
  }

  @Test
  void createdFileHasItsAttributes() throws IOException {
    Attributes made = tree.createFile("/Grüße", 0600);
    assertThat(made.type()).isEqualTo(FileType.REGULAR);
    assertThat(made.mode()).isEqualTo(0600);
    assertThat(made.modifiedNanos()).isEqualTo(5_000_000_007L);
    assertThat(tree.find("/Grüße")).isEqualTo(made);
    assertThat(list("/")).containsExactly("Grüße");
  }

  @Test
  void everyFileHasItsOwnInode() throws IOException {
    long last = 0;
    for (int i = 0; i < 2_500; i++) {
      long inode = tree.createFile("/" + i, 0644).inode();
      assertThat(inode).isGreaterThan(last);
      last = inode;
    }
    assertThat(list("/")).hasSize(2_500);
  }

  @Test
  void existingNameIsRefused() throws IOException {
    tree.createFile("/a", 0644);
    assertThatThrownBy(() -> tree.createDirectory("/a", 0755))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThatThrownBy(() -> tree.createFile("/", 0644))
        .isInstanceOf(FileAlreadyExistsException.class);
  }

  @Test
  void pathComponentsMustBeDirectories() throws IOException {
    tree.createFile("/file", 0644);
    assertThat(tree.find("/none/below")).isNull();
    assertThatThrownBy(() -> tree.find("/file/below")).isInstanceOf(NotDirectoryException.class);
    assertThatThrownBy(() -> tree.createFile("/none/below", 0644))
        .isInstanceOf(NoSuchFileException.class);
    assertThatThrownBy(() -> list("/file")).isInstanceOf(NotDirectoryException.class);
  }

  @Test
  void filesAndEmptyDirectoriesAreDeleted() throws IOException {
    tree.createDirectory("/d", 0755);
    tree.createFile("/d/f", 0644);
    assertThatThrownBy(() -> tree.delete("/d")).isInstanceOf(DirectoryNotEmptyException.class);
    tree.delete("/d/f");
    tree.delete("/d");
    assertThat(list("/")).isEmpty();
    assertThatThrownBy(() -> tree.delete("/d")).isInstanceOf(NoSuchFileException.class);
    assertThatThrownBy(() -> tree.delete("/")).isInstanceOf(FileSystemException.class);
  }

  @Test
  void directoryMovesWithItsSubtree() throws IOException {
    tree.createDirectory("/a", 0755);
    tree.createDirectory("/a/b", 0755);
    Attributes file = tree.createFile("/a/b/f", 0644);
    tree.createDirectory("/c", 0755);
    tree.move("/a/b", "/c/d");
    assertThat(tree.find("/c/d/f")).isEqualTo(file);
    assertThat(list("/a")).isEmpty();
  }

  @Test
  void moveRefusesInvalidSourcesAndTargets() throws IOException {
    tree.createDirectory("/a", 0755);
    tree.createFile("/f", 0644);
    assertThatThrownBy(() -> tree.move("/a", "/a/b"))
        .isInstanceOf(FileSystemException.class)
        .hasMessageContaining("below itself");
    assertThatThrownBy(() -> tree.move("/a", "/f")).isInstanceOf(FileAlreadyExistsException.class);
    assertThatThrownBy(() -> tree.move("/none", "/x")).isInstanceOf(NoSuchFileException.class);
    assertThatThrownBy(() -> tree.move("/f", "/")).isInstanceOf(FileAlreadyExistsException.class);
  }

  @Test
  void attributesAreReplaced() throws IOException {
    Attributes made = tree.createFile("/f", 0644);
    tree.update("/f", before -> withSize(before, made.inode(), 42));
    assertThat(tree.find("/f")).isEqualTo(withSize(made, made.inode(), 42));
    assertThatThrownBy(() -> tree.update("/f", before -> withSize(before, 1, 42)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static Attributes withSize(Attributes from, long inode, long size) {
    return new Attributes(
        inode,
        from.type(),
        from.mode(),
        from.uid(),
        from.gid(),
        size,
        from.links(),
        from.accessedNanos(),
        from.modifiedNanos(),
        from.changedNanos(),
        from.device(),
        from.marks(),
        from.bornNanos());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "/a/", "//a", "/a/../b", "/."})
  void refusesInvalidPaths(String path) {
    assertThatThrownBy(() -> tree.find(path)).isInstanceOf(InvalidPathException.class);
  }
}

package io.gigafs.tablefs.store;

import static io.gigafs.tablefs.store.Fixture.file;
import static io.gigafs.tablefs.store.Fixture.key;
import static io.gigafs.tablefs.store.Fixture.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.tablefs.EntryRange;
import io.gigafs.tablefs.Store;
import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.StoreSettings;
import io.gigafs.tablefs.engine.rocksdb.NativeHandles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests which directories open as a store and which are refused. A refusal changes no file. */
final class DataDirectoryTest {
  @TempDir Path parent;

  @AfterEach
  void nothingLeaks() {
    assertThat(NativeHandles.open()).as("open native handles").isZero();
  }

  private Store open(Path path) {
    return Stores.open(StoreSettings.of(path));
  }

  private Path madeStore() {
    Path path = parent.resolve("store");
    open(path).close();
    return path;
  }

  /** Asserts that open is refused and that no file's bytes or times change. */
  private void refuses(Path path, String... words) throws IOException {
    Map<String, String> before = files();
    assertThatThrownBy(() -> open(path))
        .isInstanceOfSatisfying(
            StoreException.class,
            e -> {
              assertThat(e.kind()).isEqualTo(StoreException.Kind.UNUSABLE);
              assertThat(e.getMessage()).contains(words).contains(path.toString());
              assertThat(e.getMessage()).doesNotContain("\n");
            });
    assertThat(files()).isEqualTo(before);
  }

  private Map<String, String> files() throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> found = Files.walk(parent)) {
      for (Path path : (Iterable<Path>) found::iterator) {
        String content = Files.isRegularFile(path) ? Arrays.toString(Files.readAllBytes(path)) : "";
        files.put(path.toString(), Files.getLastModifiedTime(path) + content);
      }
    }
    return files;
  }

  @Test
  void checkpointOpensAsTheStoreAtThatTime() {
    Path copy = parent.resolve("copy");
    UUID id;
    try (Store store = open(parent.resolve("data"))) {
      id = store.id();
      store.bindToCluster(new UUID(1, 2));
      put(store, key(7, 1, "before"), file(1));
      store.reserveIds(3, 10);
      store.checkpoint(copy);
      put(store, key(7, 1, "after"), file(2));
      assertThatThrownBy(() -> store.checkpoint(copy)).isInstanceOf(StoreException.class);
    }
    try (Store store = open(copy)) {
      assertThat(store.id()).isEqualTo(id);
      assertThat(store.clusterId()).isEqualTo(new UUID(1, 2));
      assertThat(Fixture.entries(store, EntryRange.of(7))).containsOnlyKeys(key(7, 1, "before"));
      assertThat(store.idsReserved(3)).isEqualTo(Store.FIRST_ID + 10);
    }
  }

  @Test
  void storeAndCheckpointOpenForTheirOwnerOnly() throws IOException {
    Path path = parent.resolve("store");
    Path copy = parent.resolve("copy");
    try (Store store = openFor(path, "s1")) {
      store.bindToOwner("s1");
      put(store, key(7, 1, "name"), file(1));
      store.checkpoint(copy);
    }
    for (Path each : List.of(path, copy)) {
      Map<String, String> before = files();
      assertThatThrownBy(() -> openFor(each, "s2"))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining(each + " is the store of s1, not of s2");
      assertThat(files()).isEqualTo(before);
    }
    try (Store store = openFor(copy, "s1")) {
      assertThat(store.getEntry(key(7, 1, "name"))).isEqualTo(file(1));
    }
  }

  private static Store openFor(Path path, String owner) {
    return Stores.open(StoreSettings.builder(path).owner(owner).build());
  }

  /** A checkpoint has a write mark, as a data directory has. */
  @Test
  void checkpointWithoutItsLogIsRefused() throws IOException {
    Path copy = parent.resolve("copy");
    try (Store store = open(parent.resolve("store"))) {
      put(store, key(7, 1, "name"), file(1));
      store.checkpoint(copy);
    }
    try (Stream<Path> logs = Files.list(copy.resolve("db"))) {
      for (Path log : logs.filter(each -> each.toString().endsWith(".log")).toList()) {
        Files.delete(log);
      }
    }
    assertThatThrownBy(() -> open(copy)).hasMessageContaining("missing");
  }

  @Test
  void filesAreAccessibleToTheOwnerOnly() throws IOException {
    Path path = madeStore();
    Path copy = parent.resolve("copy");
    try (Stream<Path> files = Files.walk(path)) {
      for (Path file : files.toList()) {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
      }
    }
    try (Store store = open(path)) {
      put(store, key(7, 1, "name"), file(1));
      store.checkpoint(copy);
    }
    open(path).close();
    assertIsTheOwnersAlone(path);
    assertIsTheOwnersAlone(copy);
  }

  private static void assertIsTheOwnersAlone(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(each -> !isOfRocksDb(each)).toList()) {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
            .as(file.toString())
            .isEqualTo(Files.isDirectory(file) ? "rwx------" : "rw-------");
      }
    }
  }

  /**
   * RocksDB's new files get their permissions a second later; until then their directory protects
   * them.
   */
  private static boolean isOfRocksDb(Path file) {
    return Files.isRegularFile(file)
        && String.valueOf(file.getParent()).endsWith("/store/db")
        && !file.endsWith("WRITTEN");
  }

  @Test
  void openCreatesMissingParentDirectories() {
    Path path = parent.resolve("a/b/store");
    open(path).close();
    assertThat(path.resolve(Marker.FILE))
        .content()
        .startsWith("giga-store 1\nid ")
        .endsWith("\ncomplete\nmarked\n");
  }

  @Test
  void directoryWithLostAndFoundCountsAsEmpty() throws IOException {
    Files.createDirectory(parent.resolve("lost+found"));
    open(parent).close();
    open(parent).close();
  }

  @Test
  void newerFormatIsRefused() throws IOException {
    Path path = madeStore();
    Path marker = path.resolve(Marker.FILE);
    Files.writeString(marker, Files.readString(marker).replace("giga-store 1", "giga-store 2"));
    refuses(path, "format 2", "reads 1", "newer");
  }

  /** A later format may have other lines after the first. */
  @Test
  void formatIsReadFromTheFirstLineOnly() throws IOException {
    Path path = madeStore();
    Files.writeString(path.resolve(Marker.FILE), "giga-store 9\nwhat will be\n");
    refuses(path, "format 9");
  }

  @Test
  void damagedMarkerIsRefused() throws IOException {
    Path path = madeStore();
    Files.writeString(path.resolve(Marker.FILE), "giga-store one\n");
    refuses(path, "damaged");
    Files.writeString(path.resolve(Marker.FILE), "");
    refuses(path, Marker.FILE);
    Files.writeString(path.resolve(Marker.FILE), "giga-store 1\n");
    refuses(path, "lost its id");
  }

  @Test
  void storeOfAnotherClusterIsRefusedUnopened() throws IOException {
    Path path = madeStore();
    try (Store store = Stores.open(StoreSettings.of(path))) {
      store.bindToCluster(new UUID(1, 1));
    }
    Map<String, String> before = files();
    assertThatThrownBy(
            () -> Stores.open(StoreSettings.builder(path).cluster(new UUID(2, 2)).build()))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining(path.toString())
        .hasMessageContaining(new UUID(1, 1).toString());
    assertThat(files()).isEqualTo(before);
    Stores.open(StoreSettings.builder(path).cluster(new UUID(1, 1)).build()).close();
  }

  @Test
  void directoryWithForeignFilesIsRefused() throws IOException {
    Files.writeString(parent.resolve("thesis.tex"), "do not lose");
    refuses(parent, "thesis.tex", "not a store", "empty directory");
  }

  @Test
  void fileInsteadOfDirectoryIsRefused() throws IOException {
    Path path = Files.createFile(parent.resolve("file"));
    refuses(path, "not a directory");
    refuses(path.resolve("below"), "cannot make");
  }

  /** The superuser may write anywhere, so the store opens for it. */
  @Test
  void directoryWithoutPermissionIsRefused() throws IOException {
    Path path = Files.createDirectory(parent.resolve("closed"));
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("r-x------"));
    if (Files.isWritable(path)) {
      Stores.open(StoreSettings.of(path)).close();
    } else {
      refuses(path, "permission");
    }
    refuses(Path.of("/proc/giga-store"), "cannot make");
  }

  @Test
  void missingDatabaseIsRefused() throws IOException {
    Path path = madeStore();
    Files.move(path.resolve("db"), parent.resolve("elsewhere"));
    refuses(path, "lost its database");
  }

  @Test
  void databaseOfAnotherStoreIsRefused() throws IOException {
    Path path = madeStore();
    Path other = parent.resolve("other");
    open(other).close();
    Files.move(path.resolve("db"), parent.resolve("elsewhere"));
    Files.move(other.resolve("db"), path.resolve("db"));
    assertThatThrownBy(() -> open(path))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("restore the matching database");
  }

  @Test
  void secondOpenIsRefused() throws IOException {
    Path path = madeStore();
    try (Store store = open(path)) {
      assertThatThrownBy(() -> open(path))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining(path.toString())
          .hasMessageContaining("in use");
      put(store, key(1, 1, "still"), file(1));
      assertThat(store.getEntry(key(1, 1, "still"))).isEqualTo(file(1));
    }
    open(path).close();
  }

  @Test
  void storeOpenInAnotherProcessIsRefused() throws IOException {
    Path path = madeStore();
    try (TestProcess holder = TestProcess.start(Holder.class, path)) {
      assertThat(holder.readLine()).isEqualTo("open");
      refuses(path, "another process");
    }
    open(path).close();
  }

  /** Opens a store and waits to be killed. */
  static final class Holder {
    private Holder() {}

    public static void main(String[] arguments) throws IOException {
      try (Store store = Stores.open(StoreSettings.of(Path.of(arguments[0])))) {
        TestProcess.say("open");
        assertThat(store.id()).isNotNull();
        System.in.read();
      }
    }
  }

  @Test
  void interruptedCreationIsRepeated() throws IOException {
    Path path = madeStore();
    Path marker = path.resolve(Marker.FILE);
    Files.writeString(marker, Files.readString(marker).replace("complete", "new"));
    Files.writeString(path.resolve("db/rubbish"), "left by a crash");
    try (Store store = open(path)) {
      assertThat(store.reserveIds(0, 1)).isEqualTo(Store.FIRST_ID);
    }
    assertThat(path.resolve("db/rubbish")).doesNotExist();
    assertThat(marker).content().contains("complete");
  }
}

package io.gigafs.tablefs.engine.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.tablefs.StoreSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests where the RocksDB library is copied to and when a copy is trusted. */
final class NativeLibraryTest {
  @TempDir Path directory;

  private Path cache() throws IOException {
    return NativeLibrary.cache(null, directory, directory.resolve("tmp"));
  }

  @Test
  void libraryIsCopiedOnce() throws IOException {
    Path file = NativeLibrary.extractTo(cache());
    FileTime time = FileTime.fromMillis(1_000);
    Files.setLastModifiedTime(file, time);
    assertThat(NativeLibrary.extractTo(cache())).isEqualTo(file);
    assertThat(Files.getLastModifiedTime(file)).isEqualTo(time);
    assertThat(file.toString()).startsWith(directory.resolve(".cache/giga/rocksdb-").toString());
    try (Stream<Path> files = Files.list(file.resolveSibling(""))) {
      assertThat(files).containsExactly(file);
    }
  }

  @Test
  void damagedCopyIsReplaced() throws IOException {
    Path file = NativeLibrary.extractTo(cache());
    byte[] whole = Files.readAllBytes(file);
    Files.writeString(file, "damaged");
    assertThat(NativeLibrary.extractTo(cache())).hasBinaryContent(whole);
    byte[] changed = whole.clone();
    changed[whole.length / 2]++;
    Files.write(file, changed);
    assertThat(NativeLibrary.extractTo(cache())).hasBinaryContent(whole);
  }

  @Test
  void folderWritableByOthersIsNotUsed() throws IOException {
    Path home = Files.createDirectory(directory.resolve("home"));
    Path open = Files.createDirectories(home.resolve(".cache/giga"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
    Path temporary = Files.createDirectory(directory.resolve("tmp"));
    Path folder = NativeLibrary.cache(null, home, temporary);
    assertThat(folder.getParent()).isEqualTo(temporary);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
        .isEqualTo("rwx------");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
    assertThatThrownBy(() -> NativeLibrary.cache(null, home, temporary))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is not a folder of this user alone");
  }

  @Test
  void folderReadableByOthersIsUsed() throws IOException {
    Path giga = Files.createDirectories(directory.resolve(".cache/giga"));
    Files.setPosixFilePermissions(giga, PosixFilePermissions.fromString("rwxr-xr-x"));
    assertThat(cache()).isEqualTo(giga);
    Path copies = NativeLibrary.extractTo(giga).resolveSibling("");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(copies)))
        .isEqualTo("rwx------");
  }

  @Test
  void processesLoadTheCopy() throws IOException {
    RocksEngine.create(directory.resolve("db"), StoreSettings.of(directory)).close();
    assertThat(Files.readAllLines(Path.of("/proc/self/maps")))
        .anySatisfy(line -> assertThat(line).containsPattern("giga[^ ]*/rocksdb-[0-9a-f]{16}/"));
  }
}

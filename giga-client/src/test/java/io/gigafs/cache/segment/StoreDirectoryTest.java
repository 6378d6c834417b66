package io.gigafs.cache.segment;

import static io.gigafs.cache.TestBlocks.bytes;
import static io.gigafs.cache.TestBlocks.get;
import static io.gigafs.cache.TestBlocks.key;
import static io.gigafs.cache.TestBlocks.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.rpc.Clock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests which directories become stores, and which processes may open them. */
class StoreDirectoryTest {
  private static final int KIB = 1 << 10;

  @TempDir private Path parent;

  private SegmentStore open(Path directory) throws IOException {
    return open(directory, 256 * KIB, 64 * KIB);
  }

  private static SegmentStore open(Path directory, long capacity, long segment) throws IOException {
    return SegmentStore.open(
        new SegmentSettings(directory, capacity, segment, SegmentSettings.DEFAULT_INDEX_BYTES),
        Clock.system());
  }

  @Test
  void directoryIsAccessibleToItsOwnerOnly() throws IOException {
    Path directory = parent.resolve("a/b/c");
    open(directory).close();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)))
        .isEqualTo("rwx------");
    Path open = Files.createDirectory(parent.resolve("open"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.createDirectory(open.resolve("lost+found"));
    open(open).close();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(open)))
        .isEqualTo("rwx------");
  }

  @Test
  void directoryIsOpenInOneStoreAtATime() throws IOException {
    Path directory = parent.resolve("store");
    Path link = Files.createSymbolicLink(parent.resolve("link"), directory);
    try (SegmentStore store = open(directory)) {
      put(store, key("a"), bytes(1, 10));
      for (Path path : new Path[] {directory, link}) {
        assertThatThrownBy(() -> open(path))
            .isInstanceOf(IOException.class)
            .hasMessageContaining("is in use by this process");
      }
      assertThat(get(store, key("a"))).isEqualTo(bytes(1, 10));
    }
    open(directory).close();
  }

  @Test
  void foreignDirectoryIsLeftUnchanged() throws IOException {
    Path directory = Files.createDirectory(parent.resolve("home"));
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.writeString(directory.resolve("thesis.tex"), "x");
    assertThatThrownBy(() -> open(directory)).hasMessageContaining("thesis.tex");
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files).containsExactly(directory.resolve("thesis.tex"));
    }
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)))
        .isEqualTo("rwxr-xr-x");
    Path file = Files.writeString(parent.resolve("file"), "x");
    assertThatThrownBy(() -> open(file)).isInstanceOf(IOException.class);
    assertThat(file).hasContent("x");
  }

  @Test
  void storeOfAnotherVersionIsLeftUnchanged() throws IOException {
    Path directory = parent.resolve("store");
    try (SegmentStore store = open(directory)) {
      put(store, key("a"), bytes(1, 10));
    }
    Path format = directory.resolve(StoreDirectory.FORMAT_FILE);
    String known = Files.readString(format);
    Files.writeString(format, known.replace("1", "7"));
    assertThatThrownBy(() -> open(directory)).hasMessageContaining("has format 7");
    Files.writeString(format, "something else");
    assertThatThrownBy(() -> open(directory)).hasMessageContaining("is of something else");
    Files.writeString(format, known);
    try (SegmentStore store = open(directory)) {
      assertThat(get(store, key("a"))).isEqualTo(bytes(1, 10));
    }
  }

  @Test
  void interruptedFirstStartIsRepeated() throws IOException {
    Path directory = Files.createDirectory(parent.resolve("store"));
    Files.writeString(directory.resolve(StoreDirectory.LOCK_FILE), "process 1");
    Files.writeString(directory.resolve("FORMAT.new"), "gi");
    open(directory).close();
    assertThat(directory.resolve(StoreDirectory.FORMAT_FILE)).hasContent("giga block cache 1");
  }

  @Test
  void settingsMayChangeBetweenStarts() throws IOException {
    Path directory = parent.resolve("store");
    try (SegmentStore store = open(directory, 512 * KIB, 64 * KIB)) {
      for (int i = 0; i < 100; i++) {
        put(store, key("v", 1, i), bytes(i, 4 * KIB));
      }
    }
    try (SegmentStore store = open(directory, 256 * KIB, 32 * KIB)) {
      assertThat(store.usage().diskBytes()).isLessThan((256 + 64) * KIB);
      assertThat(store.usage().blocks()).isGreaterThan(30);
      for (int i = 90; i < 100; i++) {
        assertThat(get(store, key("v", 1, i))).isEqualTo(bytes(i, 4 * KIB));
      }
      for (int i = 100; i < 200; i++) {
        assertThat(put(store, key("v", 1, i), bytes(i, 4 * KIB))).isTrue();
      }
    }
    try (SegmentStore store = open(directory, 512 * KIB, 64 * KIB)) {
      for (int i = 0; i < 200; i++) {
        byte[] read = get(store, key("v", 1, i));
        if (read != null) {
          assertThat(read).isEqualTo(bytes(i, 4 * KIB));
        }
      }
      assertThat(get(store, key("v", 1, 199))).isNotNull();
    }
  }
}

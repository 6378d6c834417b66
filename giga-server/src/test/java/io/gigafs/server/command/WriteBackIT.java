package io.gigafs.server.command;

import static io.gigafs.server.MountStatistics.count;
import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.cli.TestShell;
import io.gigafs.fuse.mounting.MountLab;
import io.gigafs.tablefs.SmallDisk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Mounts with write-back, in their own processes, on a volume that can be full. */
@Timeout(300)
class WriteBackIT {
  private static final int SIZE = 3 << 20;

  /** Larger than the inline limit, and one request of the kernel. */
  private static final int PIECE_BYTES = 128 << 10;

  /** Free space of a full volume: a part of a piece. */
  private static final long LEFT_BYTES = 16 << 10;

  private static final long DISK_BYTES = 64L << 20;

  @TempDir private Path directory;
  private SmallDisk disk;
  private GigaProcess cluster;
  private String url;
  private Path first;
  private Path second;

  @BeforeEach
  void start() throws IOException {
    MountLab.require();
    Path servers = directory.resolve("servers");
    disk = SmallDisk.inMemory(servers.resolve("volumes"), DISK_BYTES);
    cluster = GigaProcess.start("dev-cluster", "--servers", "1", "--dir", servers.toString());
    url = cluster.nextLine().substring("ready ".length());
    first = Files.createDirectory(directory.resolve("first"));
    second = Files.createDirectory(directory.resolve("second"));
  }

  @AfterEach
  void stop() throws Exception {
    for (Path at : new Path[] {first, second}) {
      if (at != null) {
        unmount(at);
      }
    }
    if (cluster != null) {
      cluster.close();
    }
    if (disk != null) {
      disk.close();
    }
  }

  /** Unmounts; also removes the mount of a killed process. */
  private static void unmount(Path at) throws Exception {
    new ProcessBuilder("umount", "-l", at.toString())
        .redirectErrorStream(true)
        .start()
        .waitFor(60, TimeUnit.SECONDS);
  }

  private GigaProcess mount(Path at) {
    String cache = directory.resolve("cache-" + at.getFileName()).toString();
    GigaProcess mount =
        GigaProcess.start(
            "mount",
            "--foreground",
            "-o",
            "timeout=10s,data_cache=" + cache + ",data_cache_size=64M,writeback,writeback_size=64M",
            url,
            at.toString());
    assertThat(mount.nextLine()).startsWith("mounted ");
    return mount;
  }

  private static byte[] bytes(long seed) {
    byte[] bytes = new byte[SIZE];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  /** One acknowledged write; the close may fail, as the volume is full. */
  private static void write(Path file, long offset, byte[] bytes) throws IOException {
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      assertThat(channel.write(ByteBuffer.wrap(bytes), offset)).isEqualTo(bytes.length);
    } finally {
      try {
        channel.close();
      } catch (IOException e) {
        assertThat(e).hasMessageContaining("No space left");
      }
    }
  }

  private static void sync(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
  }

  @Test
  void restartedMountUploadsItsBacklog() throws Exception {
    byte[] bytes = Arrays.copyOf(bytes(1), PIECE_BYTES);
    byte[] old = bytes(2);
    try (GigaProcess mount = mount(first)) {
      Files.write(first.resolve("old"), old);
      Files.write(first.resolve("renamed"), old);
      sync(first.resolve("old"));
      sync(first.resolve("renamed"));
      disk.fill(LEFT_BYTES);
      write(first.resolve("new"), 0, bytes);
      Files.move(first.resolve("new"), first.resolve("newer"));
      write(first.resolve("old"), SIZE, bytes);
      Files.move(first.resolve("old"), first.resolve("grown"));
      assertThat(count(first, "writeback_backlog_bytes")).isEqualTo(2 * PIECE_BYTES);
      assertThat(Files.size(first.resolve("newer"))).isEqualTo(PIECE_BYTES);
      assertThat(Files.size(first.resolve("grown"))).isEqualTo(SIZE + PIECE_BYTES);
      assertThat(Files.readAllBytes(first.resolve("newer"))).isEqualTo(bytes);
      mount.kill();
    }
    unmount(first);
    disk.empty();
    try (GigaProcess mount = mount(first)) {
      assertThat(Files.readAllBytes(first.resolve("newer"))).as(mount::err).isEqualTo(bytes);
      byte[] grown = Files.readAllBytes(first.resolve("grown"));
      assertThat(grown).as(mount::err).hasSize(SIZE + PIECE_BYTES).startsWith(old).endsWith(bytes);
      assertThat(Files.readAllBytes(first.resolve("renamed"))).isEqualTo(old);
      mount.terminate();
      mount.exitCode();
    }
    try (Stream<Path> left = Files.list(directory.resolve("cache-first/writeback"))) {
      assertThat(left).isEmpty();
    }
  }

  /** Bytes of all writes in the directory of conflicts. */
  private List<byte[]> conflicts() throws IOException {
    List<byte[]> all = new ArrayList<>();
    try (Stream<Path> files = Files.walk(directory.resolve("cache-first/writeback/conflicts"))) {
      for (Path file : files.filter(each -> each.toString().contains("-at-")).toList()) {
        all.add(Files.readAllBytes(file));
      }
    }
    return all;
  }

  @Test
  void restartedMountDoesNotOverwriteChangesOfOthers() throws Exception {
    byte[] bytes = Arrays.copyOf(bytes(1), PIECE_BYTES);
    byte[] removed = Arrays.copyOf(bytes(2), PIECE_BYTES);
    byte[] moved = Arrays.copyOf(bytes(3), PIECE_BYTES);
    byte[] theirs = bytes(4);
    byte[] old = bytes(5);
    try (GigaProcess mount = mount(first)) {
      Files.createDirectory(first.resolve("sub"));
      for (String name : new String[] {"changed", "removed", "moved"}) {
        Files.write(first.resolve(name), old);
        sync(first.resolve(name));
      }
      disk.fill(LEFT_BYTES / 4);
      write(first.resolve("changed"), SIZE, bytes);
      write(first.resolve("removed"), SIZE, removed);
      write(first.resolve("moved"), SIZE, moved);
      Files.move(first.resolve("moved"), first.resolve("sub/there"));
      assertThat(count(first, "writeback_backlog_bytes")).isEqualTo(3 * PIECE_BYTES);
      mount.kill();
    }
    unmount(first);
    disk.empty();
    try (GigaProcess other = mount(second)) {
      Files.write(second.resolve("changed"), theirs);
      Files.delete(second.resolve("removed"));
      other.terminate();
      other.exitCode();
    }
    try (GigaProcess mount = mount(first)) {
      assertThat(Files.readAllBytes(first.resolve("changed"))).as(mount::err).isEqualTo(theirs);
      assertThat(first.resolve("removed")).doesNotExist();
      byte[] grown = Files.readAllBytes(first.resolve("sub/there"));
      assertThat(grown).as(mount::err).hasSize(SIZE + PIECE_BYTES).startsWith(old).endsWith(moved);
      mount.terminate();
      mount.exitCode();
    }
    assertThat(conflicts()).containsExactlyInAnyOrder(bytes, removed);
  }

  @Test
  void syncedWritesAreVisibleToOtherMounts() throws Exception {
    try (GigaProcess one = mount(first);
        GigaProcess other = mount(second)) {
      for (int round = 0; round < 5; round++) {
        byte[] bytes = bytes(round);
        try (FileChannel file =
            FileChannel.open(
                first.resolve("f"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
          file.write(ByteBuffer.wrap(bytes));
          file.force(true);
          assertThat(Files.readAllBytes(second.resolve("f"))).isEqualTo(bytes);
        }
      }
      one.terminate();
      one.exitCode();
      other.terminate();
      other.exitCode();
    }
  }

  @Test
  void unmountUploadsTheBacklogFirst() throws Exception {
    try (GigaProcess mount = mount(first)) {
      for (int i = 0; i < 5; i++) {
        Files.write(first.resolve("f" + i), bytes(i));
      }
      mount.terminate();
      mount.exitCode();
    }
    try (GigaProcess mount = mount(second)) {
      for (int i = 0; i < 5; i++) {
        assertThat(Files.readAllBytes(second.resolve("f" + i))).isEqualTo(bytes(i));
      }
      mount.terminate();
      mount.exitCode();
    }
  }

  @Test
  void cacheDropKeepsTheBacklog() throws Exception {
    byte[] bytes = Arrays.copyOf(bytes(1), PIECE_BYTES);
    byte[] old = bytes(2);
    Path file = first.resolve("f");
    try (GigaProcess mount = mount(first)) {
      Files.write(file, old);
      sync(file);
      disk.fill(LEFT_BYTES / 4);
      write(file, SIZE, bytes);
      for (String[] drop : new String[][] {{file.toString()}, {"--all", first.toString()}}) {
        assertDropReportsBacklog(drop);
        assertThat(count(first, "writeback_backlog_bytes")).isEqualTo(PIECE_BYTES);
        byte[] read = Files.readAllBytes(file);
        assertThat(read).hasSize(SIZE + PIECE_BYTES).startsWith(old).endsWith(bytes);
      }
      disk.empty();
      sync(file);
      assertThat(count(first, "writeback_backlog_bytes")).isZero();
      mount.terminate();
      mount.exitCode();
    }
    try (GigaProcess other = mount(second)) {
      byte[] read = Files.readAllBytes(second.resolve("f"));
      assertThat(read).hasSize(SIZE + PIECE_BYTES).startsWith(old).endsWith(bytes);
      other.terminate();
      other.exitCode();
    }
  }

  private static void assertDropReportsBacklog(String... paths) {
    TestShell.Result result =
        new TestShell()
            .runWords(
                Stream.concat(Stream.of("cache", "drop"), Arrays.stream(paths))
                    .toArray(String[]::new));
    assertThat(result.exitCode()).as(result.err()).isZero();
    assertThat(result.err()).contains(PIECE_BYTES + " bytes of 1 files").contains("not dropped");
  }

  /** Writes of a file with a damaged name stay in the journal; other files are uploaded. */
  @Test
  void damagedJournalIsKeptAndDoesNotBlockOtherFiles() throws Exception {
    byte[] bytes = Arrays.copyOf(bytes(1), PIECE_BYTES);
    byte[] old = bytes(2);
    String damagedName = "the-name-that-is-damaged";
    try (GigaProcess mount = mount(first)) {
      for (String name : new String[] {damagedName, "other"}) {
        Files.write(first.resolve(name), old);
        sync(first.resolve(name));
      }
      disk.fill(LEFT_BYTES / 4);
      write(first.resolve(damagedName), SIZE, bytes);
      write(first.resolve("other"), SIZE, bytes);
      assertThat(count(first, "writeback_backlog_bytes")).isEqualTo(2 * PIECE_BYTES);
      mount.kill();
    }
    unmount(first);
    disk.empty();
    Path journal = directory.resolve("cache-first/writeback");
    Path segment = onlyFile(journal);
    byte[] damaged = replaced(Files.readAllBytes(segment), damagedName);
    Files.write(segment, damaged);
    try (GigaProcess mount = mount(first)) {
      byte[] grown = Files.readAllBytes(first.resolve("other"));
      assertThat(grown).as(mount::err).hasSize(SIZE + PIECE_BYTES).startsWith(old).endsWith(bytes);
      // The volume stored the beginning of the upload before it was full.
      assertThat(Files.readAllBytes(first.resolve(damagedName)))
          .startsWith(old)
          .hasSizeLessThan(SIZE + PIECE_BYTES);
      mount.awaitErr("the damaged writeback journal " + segment);
      mount.terminate();
      mount.exitCode();
    }
    assertThat(onlyFile(journal.resolve("conflicts"))).hasBinaryContent(damaged);
  }

  /** Replaces each occurrence of a name by another name. */
  private static byte[] replaced(byte[] bytes, String name) {
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    assertThat(text).contains(name);
    return text.replace(name, name.toUpperCase(Locale.ROOT)).getBytes(StandardCharsets.ISO_8859_1);
  }

  private static Path onlyFile(Path at) throws IOException {
    try (Stream<Path> files = Files.list(at)) {
      List<Path> regular = files.filter(Files::isRegularFile).toList();
      assertThat(regular).hasSize(1);
      return regular.get(0);
    }
  }
}

package io.gigafs.server.fuse;

import static io.gigafs.server.MountStatistics.count;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.nio.file.ExtendedOpenOption;
import io.gigafs.cli.TestShell;
import io.gigafs.client.ClientSettings.DataPath;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Data caches of two mounts, through the kernel. */
@WithDataCaches
@Timeout(300)
class DataCacheIT {
  private static final int SIZE = 10 * (1 << 20) + 4_096;
  private static final int ALIGNMENT = 4_096;
  private static final long WAIT_NANOS = TimeUnit.MINUTES.toNanos(2);

  @TempDir private static Path directory;
  private static MountedDirectory mounted;
  private static Path first;
  private static Path second;

  @BeforeAll
  static void start() throws Exception {
    mounted = MountedDirectory.start(directory);
    first = mounted.mountElsewhere("a", DataPath.CLIENT, Duration.ofSeconds(1));
    second = mounted.mountElsewhere("b", DataPath.SERVER, Duration.ofSeconds(1));
  }

  @AfterAll
  static void stop() {
    if (mounted != null) {
      mounted.close();
    }
  }

  private static byte[] bytes(long seed) {
    byte[] bytes = new byte[SIZE];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  /** Reads with O_DIRECT, past the page cache. */
  private static byte[] direct(Path file) throws IOException {
    ByteBuffer into = ByteBuffer.allocateDirect(SIZE + 3 * ALIGNMENT).alignedSlice(ALIGNMENT);
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, ExtendedOpenOption.DIRECT)) {
      into.limit(into.capacity() / ALIGNMENT * ALIGNMENT);
      while (into.hasRemaining() && channel.read(into) > 0) {
        // Until the file ends.
      }
    }
    byte[] read = new byte[into.position()];
    into.flip().get(read);
    return read;
  }

  private static long cached(Path file) throws IOException {
    Object value = Files.getAttribute(file, "user:giga.cached");
    return Long.parseLong(new String((byte[]) value, java.nio.charset.StandardCharsets.US_ASCII));
  }

  /**
   * Repeats an action until a file is cached: the kernel releases files asynchronously, so writes
   * are settled shortly after the close, and nothing is cached before.
   */
  private static void awaitCached(Path file, Callable<?> work) throws Exception {
    long end = System.nanoTime() + WAIT_NANOS;
    work.call();
    while (cached(file) != SIZE && System.nanoTime() - end < 0) {
      work.call();
    }
    assertThat(cached(file)).isEqualTo(SIZE);
  }

  private static int giga(Object... arguments) {
    TestShell.Result result =
        new TestShell()
            .runWords(Arrays.stream(arguments).map(String::valueOf).toArray(String[]::new));
    return result.exitCode();
  }

  @Test
  void readersAndWritersCacheFilesOfTheOtherMount() throws Exception {
    for (int round = 0; round < 4; round++) {
      Path writer = round % 2 == 0 ? first : second;
      Path reader = round % 2 == 0 ? second : first;
      byte[] bytes = bytes(round);
      Files.write(writer.resolve("f"), bytes);
      awaitCached(
          reader.resolve("f"), () -> assertThat(direct(reader.resolve("f"))).isEqualTo(bytes));
      awaitCached(writer.resolve("f"), () -> writer);
      long volumeBytes = count(reader, "cache_volume_bytes_read");
      long hits = count(reader, "cache_hits");
      assertThat(direct(reader.resolve("f"))).isEqualTo(bytes);
      assertThat(count(reader, "cache_hits")).isGreaterThan(hits);
      assertThat(count(reader, "cache_volume_bytes_read")).isEqualTo(volumeBytes);
    }
  }

  @Test
  void cacheCommandsWarmAndDropFiles() throws Exception {
    Path written = Files.createDirectory(first.resolve("warm"));
    Path warmed = second.resolve("warm");
    byte[] bytes = bytes(17);
    Files.write(written.resolve("x"), bytes);
    Files.write(written.resolve("y"), bytes);
    assertThat(cached(warmed.resolve("x"))).isZero();
    for (String name : List.of("x", "y")) {
      awaitCached(
          warmed.resolve(name), () -> assertThat(giga("cache", "warm", "--json", warmed)).isZero());
    }
    assertThat(giga("cache", "warm", warmed)).isZero();
    assertThat(giga("cache", "stat", warmed)).isZero();
    assertThat(giga("cache", "stat", "--json", second)).isZero();
    assertThat(giga("cache", "drop", warmed.resolve("x"))).isZero();
    assertThat(cached(warmed.resolve("x"))).isZero();
    assertThat(cached(warmed.resolve("y"))).isEqualTo(SIZE);
    assertThat(giga("cache", "drop", "--all", second)).isZero();
    assertThat(cached(warmed.resolve("y"))).isZero();
    assertThat(direct(warmed.resolve("x"))).isEqualTo(bytes);
  }

  @Test
  void cacheCommandsFailWithoutACache() {
    assertThat(giga("cache", "stat", mounted.path())).isNotZero();
    assertThat(giga("cache", "warm", directory)).isNotZero();
  }
}

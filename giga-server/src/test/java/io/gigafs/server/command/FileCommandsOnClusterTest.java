package io.gigafs.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.cli.TestShell;
import io.gigafs.client.connect.GigaClients;
import io.gigafs.server.TestCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Copies local files into a cluster of real servers and back. */
class FileCommandsOnClusterTest {
  private static final int LARGE = 3_000_000;
  private static final int QUOTA = 2_000_000;

  /** More than the size of a volume's mark. */
  private static final int MARK_BYTES = 1_000;

  @TempDir private Path directory;

  private TestCluster cluster;
  private Path volume;
  private Path tree;

  @BeforeEach
  void start() throws Exception {
    cluster = TestCluster.start(directory.resolve("cluster"), 2, 8, 20);
    volume = Files.createDirectory(directory.resolve("volume"));
    ok("volume add posix://" + volume);
    tree = Files.createDirectories(directory.resolve("tree"));
    Files.createDirectories(tree.resolve("a/b"));
    Random random = new Random(1);
    for (int i = 0; i < 60; i++) {
      Files.write(tree.resolve("a/f" + i), bytes(random, i * 50));
    }
    Files.write(tree.resolve("a/b/large"), bytes(random, LARGE));
    Files.createSymbolicLink(tree.resolve("link"), Path.of("a/b/large"));
  }

  private static byte[] bytes(Random random, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  private TestShell.Result run(String line) {
    TestShell shell = new TestShell();
    shell.environment().put("GIGA_CLUSTER", "giga://" + cluster.endpoints().get(0) + "/");
    return shell.connectingBy(GigaClients::connect).runWords(line.split(" ", -1));
  }

  private String ok(String line) {
    TestShell.Result result = run(line);
    assertThat(result.err()).isEmpty();
    assertThat(result.exitCode()).isZero();
    return result.out();
  }

  private static List<Path> files(Path root) throws IOException {
    try (Stream<Path> all = Files.walk(root)) {
      return all.map(root::relativize).sorted().toList();
    }
  }

  private static void assertSame(Path copy, Path original) throws IOException {
    assertThat(files(copy)).isEqualTo(files(original));
    for (Path file : files(original)) {
      Path there = original.resolve(file);
      if (Files.isSymbolicLink(there)) {
        assertThat(Files.readSymbolicLink(copy.resolve(file)))
            .isEqualTo(Files.readSymbolicLink(there));
      } else if (Files.isRegularFile(there)) {
        assertThat(copy.resolve(file)).hasSameBinaryContentAs(there);
      }
    }
  }

  @Test
  void treesAreCopiedInAndOut() throws Exception {
    ok("fs put -r " + tree + " /tree");
    ok("fs get -r /tree " + directory.resolve("back"));
    assertSame(directory.resolve("back"), tree);
    ok("fs cp -r /tree /copy");
    assertThat(ok("fs sum -r -V /copy").lines()).hasSize(61);
    ok("fs --data-path server get -r /copy " + directory.resolve("relayed"));
    assertSame(directory.resolve("relayed"), tree);
  }

  @Test
  void sumDetectsBytesChangedOnTheVolume() throws Exception {
    ok("fs put -r " + tree + " /tree");
    String sum = ok("fs sum -V /tree/a/b/large");
    assertThat(ok("fs sum /tree/a/b/large")).isEqualTo(sum);
    try (Stream<Path> objects = Files.walk(volume)) {
      Path object = objects.filter(path -> sizeOf(path) == LARGE).findFirst().orElseThrow();
      Files.write(object, new byte[LARGE], StandardOpenOption.TRUNCATE_EXISTING);
    }
    TestShell.Result result = run("fs sum -V /tree/a/b/large");
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.err()).contains("/tree/a/b/large", "but those that were written had");
  }

  @Test
  void putAndCopyObeyQuotas() throws Exception {
    Path large = tree.resolve("a/b/large");
    ok("fs put " + large + " /large");
    for (String command : List.of("put " + large, "cp /large")) {
      for (String path : List.of("client", "server")) {
        ok("fs mkdir /q");
        ok("fs quota set --max-bytes " + QUOTA + " /q");
        TestShell.Result result = run("fs --data-path " + path + " " + command + " /q/large");
        assertThat(result.err()).as(command + " by " + path).contains("Disk quota exceeded");
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(objectBytes())
            .as(command + " by " + path)
            .isLessThanOrEqualTo(LARGE + QUOTA + MARK_BYTES);
        ok("fs rm -rf /q");
        awaitObjects(LARGE + MARK_BYTES);
      }
    }
  }

  /** Waits until removed files are deleted on the volume. */
  private void awaitObjects(long bytes) throws Exception {
    long deadlineNanos = System.nanoTime() + TimeUnit.MINUTES.toNanos(5);
    while (objectBytes() > bytes) {
      assertThat(System.nanoTime() - deadlineNanos).as("%d bytes", objectBytes()).isNegative();
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  private long objectBytes() throws IOException {
    try (Stream<Path> objects = Files.walk(volume)) {
      return objects.mapToLong(FileCommandsOnClusterTest::sizeOf).filter(size -> size > 0).sum();
    }
  }

  private static long sizeOf(Path path) {
    try {
      return Files.isRegularFile(path) ? Files.size(path) : -1;
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}

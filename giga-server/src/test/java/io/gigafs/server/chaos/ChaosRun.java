package io.gigafs.server.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.TestSeeds;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Resources of a test run: a seed, a directory that is kept if the run fails, and everything that
 * must be closed. Not thread-safe.
 *
 * <p>The property {@code giga.seed} sets the seed, {@code giga.chaos.rounds} the number of rounds.
 */
final class ChaosRun implements Closeable {
  private final String name;
  private final long seed;
  private final Random random;
  private final Path directory;
  private final Deque<Closeable> owned = new ArrayDeque<>();
  private boolean passed;

  private ChaosRun(String name, long seed, Path directory) {
    this.name = name;
    this.seed = seed;
    this.random = new Random(seed);
    this.directory = directory;
  }

  static ChaosRun begin(String name) throws IOException {
    long seed = TestSeeds.one(1);
    Path directory = Path.of("target", "chaos", name + "-" + seed).toAbsolutePath();
    delete(directory);
    Files.createDirectories(directory);
    return new ChaosRun(name, seed, directory);
  }

  Random random() {
    return random;
  }

  Path directory() {
    return directory;
  }

  Path log(String process) {
    return directory.resolve(process + ".log");
  }

  int rounds(int usually, int inFullTests) {
    return Integer.getInteger(
        "giga.chaos.rounds", Boolean.getBoolean("giga.full") ? inFullTests : usually);
  }

  /** Closes something when the run ends. */
  <T extends Closeable> T owns(T closeable) {
    owned.push(closeable);
    return closeable;
  }

  /**
   * Starts a cluster in the run's directory, which ends with the run.
   *
   * @param settings options of every server
   */
  ProcessCluster start(Hosts hosts, int servers, int slots, int splitThreshold, String... settings)
      throws InterruptedException {
    return owns(
        ProcessCluster.start(directory, hosts, servers, slots, splitThreshold, List.of(settings)));
  }

  /** Stops a cluster, checks that it logged no error, and marks the run as passed. */
  void end(ProcessCluster cluster) throws IOException, InterruptedException {
    cluster.stop();
    assertThat(cluster.errorsInLogs()).isEmpty();
    passed = true;
  }

  /** Prints a line to the test's output. */
  void report(String what) {
    System.out.println(name + ", seed " + seed + ": " + what);
  }

  /** Notes an action of the test, beside the logs. */
  void note(String what) {
    System.err.println(java.time.Instant.now() + " " + name + ": " + what);
  }

  /** Closes everything that the run started; its directory is kept unless the run passed. */
  @Override
  public void close() throws IOException {
    while (!owned.isEmpty()) {
      owned.pop().close();
    }
    if (passed) {
      delete(directory);
    } else {
      report("FAILED; data and logs are in " + directory + "; again with -Dgiga.seed=" + seed);
    }
  }

  private static void delete(Path root) throws IOException {
    if (!Files.exists(root)) {
      return;
    }
    List<Path> found;
    try (Stream<Path> files = Files.walk(root)) {
      found = files.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path file : found) {
      Files.delete(file);
    }
  }
}

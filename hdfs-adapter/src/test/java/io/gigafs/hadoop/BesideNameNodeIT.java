package io.gigafs.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.cli.ChildProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compares one Giga server with an HDFS NameNode on the same machine, each in its own JVM. The same
 * program runs against both alternately. Prints the rates and their ratios.
 */
@EnabledIfSystemProperty(named = "giga.full", matches = "true")
class BesideNameNodeIT {
  private static final int ROUNDS = 3;
  private static final int THREADS = 8;
  private static final int FILES = 100_000;
  private static final Duration START = Duration.ofMinutes(2);
  private static final Duration ROUND = Duration.ofMinutes(5);

  /** The least ratio to the NameNode's rate, as the median of the rounds. */
  private static final Map<String, Double> LEAST =
      Map.of("create", 8.0, "getFileStatus", 3.0, "rename", 1.0, "list", 1.0, "delete", 3.0);

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  Path local;

  @Test
  @Timeout(value = 30, unit = TimeUnit.MINUTES)
  void gigaIsNoSlowerInAnyOperation() throws Exception {
    Map<String, List<Double>> ratios = new LinkedHashMap<>();
    try (ChildProcess giga = server("giga", GigaServerProcess.class);
        ChildProcess nameNode = server("namenode", NameNodeProcess.class)) {
      String gigaUri = giga.awaitReady(START);
      String nameNodeUri = nameNode.awaitReady(START);
      for (int round = 1; round <= ROUNDS; round++) {
        // The order alternates, because the first run may leave background work.
        boolean isGigaFirst = round % 2 == 0;
        Map<String, Long> first = measure(isGigaFirst ? gigaUri : nameNodeUri);
        Map<String, Long> second = measure(isGigaFirst ? nameNodeUri : gigaUri);
        Map<String, Long> ours = isGigaFirst ? first : second;
        Map<String, Long> theirs = isGigaFirst ? second : first;
        assertThat(ours).containsOnlyKeys(LEAST.keySet());
        assertThat(theirs).containsOnlyKeys(LEAST.keySet());
        for (String operation : ours.keySet()) {
          double ratio = compare(round, operation, ours, theirs);
          ratios.computeIfAbsent(operation, any -> new ArrayList<>()).add(ratio);
        }
      }
    }
    ratios.forEach(
        (operation, all) ->
            assertThat(median(all))
                .as("%s: times of the NameNode's rate, of %s", operation, all)
                .isGreaterThanOrEqualTo(LEAST.get(operation)));
  }

  private static double compare(
      int round, String operation, Map<String, Long> ours, Map<String, Long> theirs) {
    long giga = ours.getOrDefault(operation, 0L);
    long nameNode = theirs.getOrDefault(operation, 0L);
    double ratio = (double) giga / nameNode;
    System.out.printf(
        Locale.ROOT,
        "round %d: %-14s giga %7d/s, namenode %7d/s: %.2f times%n",
        round,
        operation,
        giga,
        nameNode,
        ratio);
    return ratio;
  }

  private ChildProcess server(String name, Class<?> main) {
    return start(name, main, List.of(local.resolve(name).toString()));
  }

  private Map<String, Long> measure(String uri) throws InterruptedException {
    List<String> arguments = List.of(uri, Integer.toString(THREADS), Integer.toString(FILES));
    try (ChildProcess bench = start("bench", MetadataBench.class, arguments)) {
      return MetadataBench.parse(bench.awaitReady(ROUND));
    }
  }

  private ChildProcess start(String name, Class<?> main, List<String> arguments) {
    return ChildProcess.start(name, local.resolve(name + ".log"), List.of(), main, arguments);
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().skip(values.size() / 2).findFirst().orElseThrow();
  }
}

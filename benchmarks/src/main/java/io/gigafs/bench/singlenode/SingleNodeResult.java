package io.gigafs.bench.singlenode;

import io.gigafs.bench.experiment.Run;
import io.gigafs.cli.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/**
 * The result of a {@link CreateLoad}.
 *
 * @param facts final values by name: {@code resident}, {@code heap}, {@code live} and {@code
 *     written}, bytes, and those of its target
 */
record SingleNodeResult(String name, Timeline timeline, Map<String, Double> facts) {
  private static final Duration START = Duration.ofMinutes(1);

  /** Runs a job in its own process, which ends with this one at the latest. */
  static SingleNodeResult of(Run run, String name, CreateLoad.Job job, List<String> javaOptions)
      throws IOException, InterruptedException {
    Path log = job.directory().resolve("log");
    CountDownLatch ended = new CountDownLatch(1);
    try (ChildProcess process =
        ChildProcess.start(name, log, javaOptions, CreateLoad.class, job.arguments())) {
      process.onEnd(ended::countDown);
      process.awaitReady(START);
      run.during(
          () -> progress(name, job),
          () -> {
            ended.await();
            return ended.getCount();
          });
    }
    if (!Files.exists(job.facts())) {
      throw new IOException(name + " failed: " + Files.readString(log));
    }
    return new SingleNodeResult(name, Timeline.read(job.timeline()), facts(job.facts()));
  }

  private static String progress(String name, CreateLoad.Job job) {
    try {
      return name + ": " + Timeline.read(job.timeline()).files() + " of " + job.files() + " files";
    } catch (IOException e) {
      return name + ": " + e;
    }
  }

  private static Map<String, Double> facts(Path file) throws IOException {
    Map<String, Double> facts = new LinkedHashMap<>();
    for (String line : Files.readAllLines(file)) {
      String[] fields = line.split(" ", 2);
      facts.put(fields[0], Double.parseDouble(fields[1]));
    }
    return facts;
  }

  double fact(String fact) {
    Double value = facts.get(fact);
    if (value == null) {
      throw new IllegalArgumentException(name + " has no value " + fact);
    }
    return value;
  }

  /** Number of files over which the first and the last rate are computed. */
  long part() {
    return Math.max(1, Math.min(1_000_000, timeline.files() / 10));
  }

  double firstRate() {
    return timeline.rate(0, part());
  }

  double lastRate() {
    return timeline.rate(timeline.files() - part(), timeline.files());
  }
}

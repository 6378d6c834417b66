package io.gigafs.bench.start;

import io.gigafs.bench.experiment.Experiment;
import io.gigafs.bench.experiment.Experiment.Parameter;
import io.gigafs.bench.experiment.Figure;
import io.gigafs.bench.experiment.Figure.Goal;
import io.gigafs.bench.experiment.Run;
import io.gigafs.bench.workload.ProcessUsage;
import io.gigafs.bench.workload.Samples;
import io.gigafs.bench.workload.ShownLoad;
import io.gigafs.cli.ChildProcess;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.load.NumberedNames;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * The time from the start of a server's process to the answer of the first request, a stat of a
 * file, after a clean shutdown.
 */
public final class StartExperiment implements Experiment {
  private static final Parameter ENTRIES =
      Parameter.number("entries", 1_000_000, "files of the server, in one directory");
  private static final Parameter ROUNDS =
      Parameter.number("rounds", 5, "starts; the median counts");
  private static final Parameter HEAP =
      Parameter.number("heap", 256, "largest Java heap of the server, MiB");

  private static final Duration JAVA_START = Duration.ofSeconds(30);
  private static final GigaPath DIRECTORY = GigaPath.parse("/files");
  private static final double NANOS_PER_SECOND = 1e9;

  private static final String SERVES = "from process start to the first answer";
  private static final String READY = "from process start to the line that it serves";
  private static final String JAVA = "of it, Java's own start (an empty program)";

  @Override
  public String name() {
    return "start";
  }

  @Override
  public String question() {
    return "How long after its start does a server serve its data?";
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(ENTRIES, ROUNDS, HEAP);
  }

  @Override
  public void run(Run run) throws Exception {
    Samples times = new Samples();
    List<String> javaOptions = List.of("-Xmx" + run.count(HEAP) + "m");
    try (LoneServer server = LoneServer.make(run.directory(), javaOptions)) {
      fill(run, server);
      for (int round = 0; round < run.count(ROUNDS); round++) {
        times.add(JAVA, timeOfJava(run, javaOptions));
        start(run, server, times);
      }
    } finally {
      report(run, times);
    }
  }

  private static void fill(Run run, LoneServer server) throws IOException, InterruptedException {
    try (ChildProcess process = server.start();
        GigaClient client = LoneServer.connect(process)) {
      ShownLoad.filled(run, client, DIRECTORY, run.number(ENTRIES));
      run.figure(
          Figure.of(
              "resident memory of the server that made them",
              ProcessUsage.of(process.pid()).peakMebibytes(),
              "MiB"));
    }
  }

  private static double timeOfJava(Run run, List<String> javaOptions) throws InterruptedException {
    long began = System.nanoTime();
    try (ChildProcess empty =
        ChildProcess.start(
            "empty",
            run.directory().resolve("empty.log"),
            javaOptions,
            EmptyProgram.class,
            List.of())) {
      empty.awaitReady(JAVA_START);
      return secondsSince(began);
    }
  }

  private static void start(Run run, LoneServer server, Samples times)
      throws IOException, InterruptedException {
    GigaPath last = DIRECTORY.child(NumberedNames.of(run.number(ENTRIES) - 1));
    long began = System.nanoTime();
    try (ChildProcess process = server.start()) {
      process.awaitReady(JAVA_START);
      times.add(READY, secondsSince(began));
      try (GigaClient client = LoneServer.connect(process)) {
        client.stat(last);
        times.add(SERVES, secondsSince(began));
      }
    }
  }

  private static double secondsSince(long began) {
    return (System.nanoTime() - began) / NANOS_PER_SECOND;
  }

  private static void report(Run run, Samples times) {
    if (!times.all().containsKey(SERVES)) {
      return;
    }
    run.figure(new Figure(SERVES, times.median(SERVES), "s", Goal.atMost(2, 1)));
    run.figure(Figure.of(READY, times.median(READY), "s"));
    run.figure(Figure.of(JAVA, times.median(JAVA), "s"));
    run.grid(times.grid("rounds", List.of("measured", "each round, s")));
  }
}

package io.gigafs.bench.latency;

import io.gigafs.bench.experiment.Experiment;
import io.gigafs.bench.experiment.Experiment.Parameter;
import io.gigafs.bench.experiment.Figure;
import io.gigafs.bench.experiment.Figure.Goal;
import io.gigafs.bench.experiment.Run;
import io.gigafs.bench.report.Plot;
import io.gigafs.bench.workload.BenchCluster;
import io.gigafs.bench.workload.LatencyTimeline;
import io.gigafs.bench.workload.RateTimeline;
import io.gigafs.bench.workload.RateTimeline.Point;
import io.gigafs.bench.workload.ShownLoad;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.load.DirectoryWorkloads;
import io.gigafs.load.LoadGenerator;
import io.gigafs.load.OpenLoop;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * Latencies of creates in a continuously splitting directory, at half of the peak rate.
 *
 * <p>The peak is the best of several rounds of a closed loop, each in a new directory. Then creates
 * are issued at half of it, at equal intervals, into a new directory. The latency of each counts
 * from its scheduled time, see {@link OpenLoop}.
 */
public final class LatencyExperiment implements Experiment {
  private static final Parameter SERVERS =
      new Parameter("servers", "1,4", "metadata servers, one cluster after the other");
  private static final Parameter PEAK_FILES =
      Parameter.number("peak-files", 400_000, "files of each round that looks for the peak");
  private static final Parameter PEAK_ROUNDS =
      Parameter.number("peak-rounds", 3, "of which the best is the peak");
  private static final Parameter WINDOW =
      Parameter.number("window", 1024, "outstanding requests of these rounds");
  private static final Parameter PERCENT =
      Parameter.number("percent", 50, "of the peak, at which latencies are measured");
  private static final Parameter SECONDS =
      Parameter.number("seconds", 15, "for which they are measured");
  private static final Parameter THRESHOLD =
      Parameter.number("threshold", 8_000, "entries of a partition before it splits");

  private static final Duration SLICE = Duration.ofMillis(100);
  private static final double PERCENT_OF_ALL = 100;

  @Override
  public String name() {
    return "latency";
  }

  @Override
  public String question() {
    return "How long does a create take at half the peak rate, while its directory splits?";
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(SERVERS, PEAK_FILES, PEAK_ROUNDS, WINDOW, PERCENT, SECONDS, THRESHOLD);
  }

  @Override
  public void run(Run run) throws Exception {
    for (long servers : run.numbers(SERVERS)) {
      String which = servers == 1 ? "1 server" : servers + " servers";
      try (BenchCluster cluster =
              BenchCluster.start(
                  run.directory().resolve("cluster" + servers),
                  Math.toIntExact(servers),
                  List.of("-Xmx512m"),
                  "--split-threshold",
                  run.text(THRESHOLD));
          GigaClient client = cluster.connect()) {
        double peak = peak(run, client, which);
        run.figure(Figure.of("peak creates, " + which, peak, "1/s"));
        latencies(run, client, which, peak * run.number(PERCENT) / PERCENT_OF_ALL);
      }
    }
  }

  private static double peak(Run run, GigaClient client, String which)
      throws IOException, InterruptedException {
    double peak = 0;
    for (int round = 0; round < run.count(PEAK_ROUNDS); round++) {
      DirectoryWorkloads directory = directory(client, "/peak" + round);
      LoadGenerator.Shape shape =
          new LoadGenerator.Shape(1, run.number(PEAK_FILES), run.count(WINDOW), 1, 0);
      peak =
          Math.max(
              peak,
              ShownLoad.run(run, "peak, " + which, shape, thread -> directory.create())
                  .perSecond());
    }
    return peak;
  }

  private static void latencies(Run run, GigaClient client, String which, double perSecond)
      throws IOException, InterruptedException {
    DirectoryWorkloads directory = directory(client, "/splitting");
    Duration length = Duration.ofSeconds(run.number(SECONDS));
    LatencyTimeline latencies = new LatencyTimeline(length, SLICE);
    OpenLoop load = new OpenLoop(perSecond, length, latencies::add);
    Splits splits = new Splits(client.async(), client.clusterView().servers());
    try (RateTimeline timeline = RateTimeline.start(splits, SLICE, seconds -> {})) {
      try {
        String what = "half the peak, " + which;
        ShownLoad.succeeded(
            what,
            run.during(
                () -> what + ": " + load.done() + " of " + load.requests(),
                () -> load.run(directory.create())));
      } finally {
        report(run, which, perSecond, latencies, timeline.points());
      }
    }
  }

  private static DirectoryWorkloads directory(GigaClient client, String path) throws IOException {
    client.makeDirectory(GigaPath.parse(path), 0755);
    return new DirectoryWorkloads(client.async(), GigaPath.parse(path));
  }

  private static void report(
      Run run, String which, double perSecond, LatencyTimeline latencies, List<Point> splits) {
    long split = splits.get(splits.size() - 1).count() - splits.get(0).count();
    run.figure(Figure.of("creates that came, " + which, perSecond, "1/s"));
    run.figure(Figure.of("splits meanwhile, " + which, (double) split, ""));
    run.figure(Figure.of("p50 of a create, " + which, latencies.percentileMillis(50), "ms"));
    run.figure(
        new Figure(
            "p99 of a create, " + which,
            latencies.percentileMillis(99),
            "ms",
            Goal.atMost(50, 10)));
    run.figure(Figure.of("p99.9 of a create, " + which, latencies.percentileMillis(99.9), "ms"));
    run.figure(Figure.of("longest create, " + which, latencies.percentileMillis(100), "ms"));
    run.plot(
        new Plot(
            "Latency of creates, " + which,
            "seconds",
            "ms",
            List.of(
                latencies.line("p50", 50),
                latencies.line("p99", 99),
                latencies.line("longest", 100))));
    run.plot(
        new Plot(
            "Splits, " + which,
            "seconds",
            "splits/s",
            List.of(RateTimeline.rates("splits", splits))));
  }
}

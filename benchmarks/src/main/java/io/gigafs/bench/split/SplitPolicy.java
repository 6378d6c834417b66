package io.gigafs.bench.split;

import static io.gigafs.bench.experiment.Figure.readable;

import io.gigafs.bench.experiment.Experiment;
import io.gigafs.bench.experiment.Experiment.Parameter;
import io.gigafs.bench.experiment.Figure;
import io.gigafs.bench.experiment.Figure.Goal;
import io.gigafs.bench.experiment.Run;
import io.gigafs.bench.report.Grid;
import io.gigafs.bench.workload.BenchCluster;
import io.gigafs.bench.workload.LatencyTimeline;
import io.gigafs.bench.workload.ProcessUsage;
import io.gigafs.bench.workload.ServerCounts;
import io.gigafs.bench.workload.ShownLoad;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.cluster.ClusterSettings;
import io.gigafs.load.DirectoryWorkloads;
import io.gigafs.load.LoadGenerator;
import io.gigafs.load.OpenLoop;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * Runs the same creates on a new cluster for each policy: first at the maximum rate, then at half
 * that rate in an empty directory, so that all its splits happen while latencies are measured.
 */
public final class SplitPolicy implements Experiment {
  private static final Parameter POLICIES =
      new Parameter(
          "policies",
          "500,2000,8000,servers,never",
          "thresholds in entries; servers: until each has a partition; never");
  private static final Parameter SERVERS =
      Parameter.number("servers", 4, "servers, all in one process; a power of two");
  private static final Parameter FILES =
      Parameter.number("files", 250_000, "files created at the maximum rate");
  private static final Parameter WINDOW =
      Parameter.number("window", 1024, "outstanding requests at that rate");
  private static final Parameter SECONDS =
      Parameter.number("seconds", 4, "seconds at half the rate");
  private static final Parameter WARM =
      Parameter.number("warm-files", 150_000, "files created before, in another directory");

  private static final String ENTRIES = "splits.entries";
  private static final String BYTES = "splits.bytes";
  private static final String WITHIN = "splits.within";
  private static final String AWAY = "splits.away";
  private static final int QUIET_ROUNDS = 3;
  private static final long PAUSE_MILLIS = 100;

  @Override
  public String name() {
    return "split-policy";
  }

  @Override
  public String question() {
    return "When should a partition split, and what does that cost those who create meanwhile?";
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(POLICIES, SERVERS, FILES, WINDOW, SECONDS, WARM);
  }

  @Override
  public void run(Run run) throws IOException, InterruptedException {
    Grid grid =
        new Grid(
            "Policies",
            List.of(
                "policy",
                "threshold",
                "creates/s",
                "splits to other servers",
                "splits within a server",
                "entries moved, of 1,000 created",
                "sent to other servers, B/create",
                "written to disk, B/create",
                "at half the rate: splits",
                "p50, ms",
                "p99, ms",
                "p99.9, ms",
                "longest, ms"));
    run.grid(grid);
    PolicyPlots plots = new PolicyPlots();
    try {
      for (String name : run.text(POLICIES).split(",", -1)) {
        measure(run, Policy.of(name.strip(), run.count(SERVERS), run.number(FILES)), grid, plots);
      }
    } finally {
      plots.report(run);
    }
    run.remark(
        "Splits within a server write two headers and move nothing. Latencies count from when a"
            + " create was due, and include those that waited for splits.");
  }

  private static void measure(Run run, Policy policy, Grid grid, PolicyPlots plots)
      throws IOException, InterruptedException {
    run.begin("Splits: " + policy.name() + " ...");
    try (BenchCluster cluster =
            BenchCluster.start(
                run.directory().resolve("cluster-" + policy.name()),
                run.count(SERVERS),
                List.of("-Xmx512m"),
                "--split-threshold",
                Integer.toString(policy.threshold()));
        GigaClient client = cluster.connect()) {
      create(run, client, policy, "warm", run.number(WARM));
      long written = writtenBytes(cluster);
      ServerCounts before = ServerCounts.of(client);
      double rate = create(run, client, policy, "most", run.number(FILES));
      ServerCounts between = settled(client);
      double bytes = (double) (writtenBytes(cluster) - written) / run.number(FILES);
      LatencyTimeline latencies = createEvenly(run, client, policy, rate / 2);
      ServerCounts peak = between.since(before);
      ServerCounts paced = settled(client).since(between);
      grid.row(
          policy.name(),
          policy.shownThreshold(),
          readable(rate),
          Long.toString(peak.of(AWAY)),
          Long.toString(peak.of(WITHIN)),
          readable(1_000.0 * peak.of(ENTRIES) / run.number(FILES)),
          readable((double) peak.of(BYTES) / run.number(FILES)),
          readable(bytes),
          Long.toString(paced.of(AWAY) + paced.of(WITHIN)),
          millis(latencies, 50),
          millis(latencies, 99),
          millis(latencies, 99.9),
          millis(latencies, 100));
      plots.add(policy, rate, latencies);
      report(run, policy, rate, latencies);
    }
  }

  /** Bytes that the servers wrote; 0 on systems that do not count them. */
  private static long writtenBytes(BenchCluster cluster) throws IOException {
    return ProcessUsage.isCounted() ? ProcessUsage.of(cluster.pid()).writtenBytes() : 0;
  }

  /** The goal applies to the product's own threshold. */
  private static void report(Run run, Policy policy, double rate, LatencyTimeline latencies) {
    run.figure(Figure.of("creates, splits: " + policy.name(), rate, "1/s"));
    String name = "p99 of a create at half the rate, splits: " + policy.name();
    double p99 = latencies.percentileMillis(99);
    boolean asked = policy.threshold() == ClusterSettings.DEFAULT_SPLIT_THRESHOLD;
    run.figure(new Figure(name, p99, "ms", asked ? Goal.atMost(50, 10) : null));
  }

  /** The servers' counters after all splits in progress have ended. */
  private static ServerCounts settled(GigaClient client) throws IOException, InterruptedException {
    ServerCounts before = ServerCounts.of(client);
    for (int quiet = 0; quiet < QUIET_ROUNDS; ) {
      Thread.sleep(PAUSE_MILLIS);
      ServerCounts now = ServerCounts.of(client);
      quiet = now.of(AWAY) + now.of(WITHIN) == before.of(AWAY) + before.of(WITHIN) ? quiet + 1 : 0;
      before = now;
    }
    return before;
  }

  private static String millis(LatencyTimeline latencies, double percentile) {
    return readable(latencies.percentileMillis(percentile));
  }

  /** Creates files at the maximum rate. Returns files/s. */
  private static double create(
      Run run, GigaClient client, Policy policy, String directory, long files)
      throws IOException, InterruptedException {
    DirectoryWorkloads workloads = make(client, directory);
    return ShownLoad.run(
            run,
            policy.name() + ", " + directory,
            new LoadGenerator.Shape(1, files, run.count(WINDOW), 1, 0),
            thread -> workloads.create())
        .perSecond();
  }

  private static LatencyTimeline createEvenly(
      Run run, GigaClient client, Policy policy, double rate)
      throws IOException, InterruptedException {
    DirectoryWorkloads workloads = make(client, "even");
    Duration length = Duration.ofSeconds(run.number(SECONDS));
    LatencyTimeline latencies = new LatencyTimeline(length, length);
    OpenLoop load = new OpenLoop(rate, length, latencies::add);
    String what = policy.name() + ", at half the rate";
    ShownLoad.succeeded(
        what,
        run.during(
            () -> what + ": " + load.done() + " of " + load.requests(),
            () -> load.run(workloads.create())));
    return latencies;
  }

  private static DirectoryWorkloads make(GigaClient client, String directory) throws IOException {
    GigaPath path = GigaPath.parse("/" + directory);
    client.makeDirectory(path, 0755);
    return new DirectoryWorkloads(client.async(), path);
  }

  /**
   * A policy for splits of partitions.
   *
   * @param name in the setting and in the report
   * @param threshold the cluster's setting that implements it
   */
  record Policy(String name, int threshold) {
    private static final String NEVER = "never";
    private static final String ONCE_PER_SERVER = "servers";

    /**
     * The policy with a name: a number of entries; {@code never}; or {@code servers}, which splits
     * until each server has a partition and no further.
     *
     * @param servers a power of two
     * @param files number of files that are created in the directory
     * @throws IllegalArgumentException if the name is invalid
     */
    static Policy of(String name, int servers, long files) {
      return switch (name) {
        case NEVER -> new Policy(name, Integer.MAX_VALUE);
        // One more split would leave half of a server's share in each partition, one less twice its
        // share.
        case ONCE_PER_SERVER -> new Policy(name, Math.toIntExact(files / servers * 3 / 2));
        default -> new Policy(name, Integer.parseInt(name));
      };
    }

    /** The threshold as a user-readable text. */
    String shownThreshold() {
      return threshold == Integer.MAX_VALUE ? "none" : Integer.toString(threshold);
    }
  }
}

package io.gigafs.bench.scaling;

import com.sun.management.OperatingSystemMXBean;
import io.gigafs.bench.experiment.Run;
import io.gigafs.bench.workload.ControlGroup;
import io.gigafs.bench.workload.HeldServers;
import io.gigafs.bench.workload.RateTimeline;
import io.gigafs.bench.workload.RateTimeline.Point;
import io.gigafs.cli.ErrorText;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.cluster.ClusterSettings;
import io.gigafs.load.DirectoryWorkloads;
import io.gigafs.load.LoadGenerator;
import io.gigafs.load.LoadResult;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Measures creates in one directory of a dedicated cluster, with as many clients as servers. */
final class GrowthMeasurement implements AutoCloseable {
  private static final int MODE = 0755;
  private static final Duration INTERVAL = Duration.ofMillis(200);
  private static final double NANOS = 1e9;

  private final Plan plan;
  private final HeldServers cluster;
  private final List<GigaClient> clients;

  /**
   * The input of a measurement.
   *
   * @param filesPerServer as in the papers, the number of files grows with the number of servers
   * @param share share of a processor per server; 0 for no limit
   * @param window outstanding requests per client
   */
  record Plan(int servers, long filesPerServer, int splitThreshold, double share, int window) {
    long files() {
      return servers * filesPerServer;
    }
  }

  GrowthMeasurement(Run run, Plan plan) throws IOException, InterruptedException {
    this.plan = plan;
    this.cluster =
        HeldServers.start(
            run.directory().resolve("servers-" + plan.servers()),
            plan.servers(),
            new ClusterSettings(plan.splitThreshold()),
            // Only growth is measured, so splits must not depend on the load.
            List.of("--split-heat", "off"),
            plan.servers());
    this.clients = cluster.clients();
  }

  MeasuredGrowth measure(Run run) throws IOException, InterruptedException {
    create(run, "warm", new LoadGenerator(shape(plan.files() / 2)));
    cluster.hold(plan.share());
    SpreadWatch watch = new SpreadWatch(clients.get(0));
    ControlGroup.Usage before = cluster.usage();
    long processorTime = processorNanos();
    LoadGenerator load = new LoadGenerator(shape(plan.files()));
    List<Point> points;
    try (RateTimeline timeline = RateTimeline.start(load::done, INTERVAL, watch)) {
      LoadResult result = create(run, "all", load);
      points = new ArrayList<>(timeline.points());
      // Points after the last create do not show growth.
      points.removeIf(point -> point.seconds() >= result.seconds());
      points.add(new Point(result.seconds(), result.files()));
    }
    // Taken before the wait, so that it covers the load only.
    ControlGroup.Usage used = cluster.usage().since(before);
    double processors = (processorNanos() - processorTime) / NANOS / last(points).seconds();
    watch.settle();
    return new MeasuredGrowth(
        plan.servers(),
        points,
        watch.secondsToAll(),
        watch.partitions(),
        used.usedUp(),
        processors);
  }

  private static Point last(List<Point> points) {
    return points.get(points.size() - 1);
  }

  private LoadGenerator.Shape shape(long files) {
    return new LoadGenerator.Shape(plan.servers(), files, plan.window(), 1, 0);
  }

  private LoadResult create(Run run, String directory, LoadGenerator load)
      throws IOException, InterruptedException {
    GigaPath path = GigaPath.parse("/" + directory);
    clients.get(0).makeDirectory(path, MODE);
    LoadResult result =
        run.during(
            () -> plan.servers() + " servers, " + directory + ": " + load.done() + " files",
            () ->
                load.run(
                    client -> new DirectoryWorkloads(clients.get(client).async(), path).create()));
    if (result.errors() > 0) {
      throw new IOException("cannot create files: " + result.firstErrors(ErrorText::ofFile));
    }
    return result;
  }

  private static long processorNanos() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }

  @Override
  public void close() throws IOException {
    cluster.close();
  }
}

package io.gigafs.bench.durability;

import io.gigafs.bench.experiment.Experiment;
import io.gigafs.bench.experiment.Experiment.Parameter;
import io.gigafs.bench.experiment.Figure;
import io.gigafs.bench.experiment.Run;
import io.gigafs.bench.report.Grid;
import io.gigafs.bench.report.Line;
import io.gigafs.bench.report.Plot;
import io.gigafs.bench.report.Plot.Scale;
import io.gigafs.bench.workload.BenchCluster;
import io.gigafs.bench.workload.ShownLoad;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.load.DirectoryWorkloads;
import io.gigafs.load.LoadGenerator;
import io.gigafs.load.LoadResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Creates files in one directory of one server in its own process, with one client and few or many
 * outstanding requests. A server that syncs before it answers uses one sync for all waiting
 * requests.
 */
public final class DurabilityExperiment implements Experiment {
  private static final Parameter FILES =
      Parameter.number("files", 100_000, "files created with each number of outstanding requests");
  private static final Parameter SYNCED_FILES =
      Parameter.number(
          "synced-files",
          1_000,
          "the same per outstanding request, where each request waits for a disk");
  private static final Parameter UNDER_WAY =
      new Parameter("under-way", "1,8,64", "numbers of outstanding requests");
  private static final Parameter WARM_UP =
      Parameter.number("warm-up", 50_000, "files created before the measurement");

  private static final int MODE = 0755;
  private static final int WARM_WINDOW = 256;

  @Override
  public String name() {
    return "durability";
  }

  @Override
  public String question() {
    return "What does a durable create cost, with a sync soon after or before the answer?";
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(FILES, SYNCED_FILES, UNDER_WAY, WARM_UP);
  }

  @Override
  public void run(Run run) throws Exception {
    Grid grid =
        new Grid(
            "creates",
            List.of("on the disk", "under way", "1/s", "p50 us", "p99 us", "p99.9 us", "max us"));
    List<Line> lines = new ArrayList<>();
    try {
      for (Promise promise : Promise.values()) {
        List<Double> rates = new ArrayList<>();
        measure(run, promise, grid, rates);
        List<Double> windows = run.numbers(UNDER_WAY).stream().map(Long::doubleValue).toList();
        lines.add(new Line(promise.label(), windows, rates));
      }
    } finally {
      run.grid(grid);
      run.plot(new Plot("Creates", "requests under way", "creates/s", Scale.LOGARITHMIC, lines));
    }
  }

  private static void measure(Run run, Promise promise, Grid grid, List<Double> rates)
      throws IOException, InterruptedException {
    try (BenchCluster cluster =
            BenchCluster.start(
                run.directory().resolve(promise.name()),
                1,
                List.of("-Xmx512m"),
                promise.options());
        GigaClient client = cluster.connect()) {
      create(run, client, promise, run.number(WARM_UP), WARM_WINDOW);
      for (long underWay : run.numbers(UNDER_WAY)) {
        long files = run.number(FILES);
        if (promise == Promise.ALWAYS) {
          files = Math.min(files, underWay * run.number(SYNCED_FILES));
        }
        LoadResult result = create(run, client, promise, files, Math.toIntExact(underWay));
        rates.add(result.perSecond());
        report(run, promise, underWay, result, grid);
      }
    }
  }

  private static LoadResult create(
      Run run, GigaClient client, Promise promise, long files, int underWay)
      throws IOException, InterruptedException {
    GigaPath path = GigaPath.parse("/" + underWay);
    client.makeDirectory(path, MODE);
    DirectoryWorkloads directory = new DirectoryWorkloads(client.async(), path);
    return ShownLoad.run(
        run,
        "on the disk " + promise.label() + ", " + underWay + " under way",
        new LoadGenerator.Shape(1, files, underWay, 1, 0),
        thread -> directory.create());
  }

  private static void report(
      Run run, Promise promise, long underWay, LoadResult result, Grid grid) {
    run.figure(
        Figure.of(
            "creates on the disk " + promise.label() + ", " + underWay + " under way",
            result.perSecond(),
            "1/s"));
    grid.row(
        promise.label(),
        Long.toString(underWay),
        Figure.readable(result.perSecond()),
        Figure.readable(result.percentileMicros(50)),
        Figure.readable(result.percentileMicros(99)),
        Figure.readable(result.percentileMicros(99.9)),
        Figure.readable(result.percentileMicros(100)));
  }
}

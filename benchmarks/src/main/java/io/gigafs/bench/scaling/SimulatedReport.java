package io.gigafs.bench.scaling;

import static io.gigafs.bench.experiment.Figure.readable;

import io.gigafs.bench.experiment.Figure;
import io.gigafs.bench.experiment.Run;
import io.gigafs.bench.report.Grid;
import io.gigafs.bench.report.Line;
import io.gigafs.bench.report.Plot;
import io.gigafs.bench.scaling.ThroughputFit.Observation;
import io.gigafs.bench.simulation.DirectorySimulation;
import io.gigafs.bench.simulation.SimulatedCosts;
import io.gigafs.bench.simulation.SimulationPlan;
import io.gigafs.bench.simulation.SimulationResult;
import io.gigafs.bench.simulation.SimulationResult.Sample;
import java.util.ArrayList;
import java.util.List;

/**
 * The papers' experiment, a million files per server and a split threshold of 8,000, on simulated
 * clusters, and the largest of them with a configurable number of files.
 */
final class SimulatedReport {
  /** The papers' projection: 64 billion files on 64 servers. */
  private static final int PAPER_SERVERS = 64;

  private static final double PAPER_FILES = 64e9;
  private static final double PERMILLE = 1_000;

  private final List<Integer> sizes;
  private final double filesPerServer;
  private final double largest;
  private final SimulatedCosts costs;

  SimulatedReport(
      List<Integer> sizes, double filesPerServer, double largest, SimulatedCosts costs) {
    this.sizes = sizes;
    this.filesPerServer = filesPerServer;
    this.largest = largest;
    this.costs = costs;
  }

  void report(Run run) throws InterruptedException {
    Grid grid =
        new Grid(
            "Simulated",
            List.of(
                "servers",
                "files",
                "creates/s, peak",
                "per server",
                "creates/s, last",
                "creates/s, average",
                "all used after, s",
                "files by then",
                "partitions",
                "files moved",
                "fullest server, of the mean",
                "redirects per client",
                "of 1,000 requests"));
    List<Line> timelines = new ArrayList<>();
    List<Line> balances = new ArrayList<>();
    List<Observation> observations = new ArrayList<>();
    for (int servers : sizes) {
      SimulationResult result = simulate(run, servers, servers * filesPerServer);
      row(grid, servers, result);
      if (servers <= PAPER_SERVERS) {
        timelines.add(line(servers, result, Sample::rate));
        balances.add(line(servers, result, Sample::imbalance));
        observe(servers, result, observations);
      }
    }
    int most = sizes.stream().mapToInt(Integer::intValue).max().orElse(1);
    SimulationResult large = simulate(run, most, largest);
    row(grid, most, large);
    run.grid(grid);
    run.plot(new Plot("Creates, simulated", "seconds", "creates/s", timelines));
    run.plot(
        new Plot(
            "Entries of the fullest server beside the mean, simulated",
            "seconds",
            "fullest / mean",
            balances));
    run.figure(
        Figure.of(
            "creates, " + most + " servers, " + readable(largest) + " files, simulated",
            large.averageRate(),
            "1/s"));
    run.figure(
        Figure.of(
            "creates, " + PAPER_SERVERS + " servers, 64 billion files, simulated",
            simulate(run, PAPER_SERVERS, PAPER_FILES).averageRate(),
            "1/s"));
    if (ThroughputFit.isPossible(observations)) {
      ThroughputFit fit = ThroughputFit.of(observations);
      fit.report(run, "simulated");
      run.figure(
          Figure.of(
              "creates, " + PAPER_SERVERS + " servers, 64 billion files, by the fit",
              fit.averageRate(PAPER_SERVERS, PAPER_FILES),
              "1/s"));
    }
    run.remark(
        "Simulated servers are as fast as the smallest measured cluster's, unless create-nanos is"
            + " given. The papers report a peak of 190,000 creates/s with 64 servers, a fall by up"
            + " to 25 % after it, and project 64,000/s on average for 64 billion files.");
  }

  private SimulationResult simulate(Run run, int servers, double files)
      throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    return DirectorySimulation.run(SimulationPlan.of(servers, files, costs, run.seed()));
  }

  private static void row(Grid grid, int servers, SimulationResult result) {
    Sample last = result.samples().get(result.samples().size() - 1);
    grid.row(
        Integer.toString(servers),
        readable((double) result.created()),
        readable(result.peakRate()),
        readable(result.peakRate() / servers),
        readable(result.lastRate()),
        readable(result.averageRate()),
        readable(result.secondsToAllServers()),
        readable(result.entriesAtAllServers()),
        Integer.toString(result.map().size()),
        readable((double) result.entriesMoved()),
        readable(last.imbalance()),
        readable(result.redirectsPerClient()),
        readable(result.redirectsPerClient() * servers / result.created() * PERMILLE));
  }

  private interface Value {
    double of(Sample sample);
  }

  private static Line line(int servers, SimulationResult result, Value value) {
    return new Line(
        servers + " servers",
        result.samples().stream().map(Sample::seconds).toList(),
        result.samples().stream().map(value::of).toList());
  }

  private static void observe(
      int servers, SimulationResult result, List<Observation> observations) {
    result.samples().stream()
        .filter(sample -> sample.seconds() > result.secondsToAllServers())
        .forEach(
            sample -> observations.add(new Observation(servers, sample.seconds(), sample.rate())));
  }
}

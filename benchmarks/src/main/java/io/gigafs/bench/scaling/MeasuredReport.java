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
import io.gigafs.bench.workload.RateTimeline;
import io.gigafs.bench.workload.RateTimeline.Point;
import io.gigafs.cluster.ClusterSettings;
import io.gigafs.server.command.ServerProcesses;
import java.util.ArrayList;
import java.util.List;

/** Reports the measurements next to the simulation's predictions for the same setup. */
final class MeasuredReport {
  private static final double PERCENT = 100;

  private final List<MeasuredGrowth> measured;
  private final Setup setup;
  private final SimulatedCosts costs;

  /** The common setup of the clusters. */
  record Setup(long filesPerServer, int splitThreshold, int window) {}

  MeasuredReport(List<MeasuredGrowth> measured, Setup setup, SimulatedCosts costs) {
    this.measured = measured;
    this.setup = setup;
    this.costs = costs;
  }

  void report(Run run) {
    List<SimulationResult> simulated =
        measured.stream().map(each -> simulate(each.servers(), run.seed())).toList();
    MeasuredGrowth first = measured.get(0);
    MeasuredGrowth last = measured.get(measured.size() - 1);
    run.figure(Figure.of("creates, " + first.servers() + " servers", first.steadyRate(), "1/s"));
    run.figure(Figure.of("creates, " + last.servers() + " servers", last.steadyRate(), "1/s"));
    run.figure(
        Figure.of(
            "speed-up by " + (double) last.servers() / first.servers() + " times as many servers",
            last.steadyRate() / first.steadyRate(),
            "times"));
    run.figure(Figure.of("until all " + last.servers() + " are used", last.secondsToAll(), "s"));
    run.grid(table(simulated));
    run.plot(timelines(simulated));
    run.plot(overServers(simulated));
    fit(run);
    run.remark(
        "Steady rates count from when all servers are used. A server whose share is used up in"
            + " nearly all periods limits its cluster; otherwise the limit is the clients,"
            + " or waits for splits.");
  }

  private SimulationResult simulate(int servers, long seed) {
    return DirectorySimulation.run(
        SimulationPlan.of(servers, (double) servers * setup.filesPerServer(), costs, seed)
            .withClients(servers, setup.window())
            .withSettings(
                ServerProcesses.slotsFor(servers), new ClusterSettings(setup.splitThreshold())));
  }

  private Grid table(List<SimulationResult> simulated) {
    Grid grid =
        new Grid(
            "Measured",
            List.of(
                "servers",
                "creates/s, steady",
                "per server",
                "creates/s, average",
                "all used after, s",
                "partitions",
                "share used up, % of periods",
                "processors of clients",
                "simulated creates/s, steady",
                "average",
                "all used after, s",
                "partitions"));
    for (int i = 0; i < measured.size(); i++) {
      MeasuredGrowth each = measured.get(i);
      SimulationResult foreseen = simulated.get(i);
      grid.row(
          Integer.toString(each.servers()),
          readable(each.steadyRate()),
          readable(each.steadyRate() / each.servers()),
          readable(each.averageRate()),
          readable(each.secondsToAll()),
          Long.toString(each.partitions()),
          readable(each.usedUp() * PERCENT),
          readable(each.loadProcessors()),
          readable(foreseen.steadyRate()),
          readable(foreseen.averageRate()),
          readable(foreseen.secondsToAllServers()),
          Integer.toString(foreseen.map().size()));
    }
    return grid;
  }

  private Plot timelines(List<SimulationResult> simulated) {
    List<Line> lines = new ArrayList<>();
    for (int i = 0; i < measured.size(); i++) {
      String name = measured.get(i).servers() + " servers";
      lines.add(RateTimeline.rates(name, measured.get(i).points()));
      List<Sample> samples = simulated.get(i).samples();
      lines.add(
          new Line(
              name + ", simulated",
              samples.stream().map(Sample::seconds).toList(),
              samples.stream().map(Sample::rate).toList()));
    }
    return new Plot("Creates while a directory spreads", "seconds", "creates/s", lines);
  }

  private Plot overServers(List<SimulationResult> simulated) {
    List<Double> servers = measured.stream().map(each -> (double) each.servers()).toList();
    return new Plot(
        "Steady creates over servers",
        "servers",
        "creates/s",
        List.of(
            new Line(
                "measured", servers, measured.stream().map(MeasuredGrowth::steadyRate).toList()),
            new Line(
                "simulated",
                servers,
                simulated.stream().map(SimulationResult::steadyRate).toList())));
  }

  private void fit(Run run) {
    List<Observation> observations = new ArrayList<>();
    for (MeasuredGrowth each : measured) {
      List<Point> steady = each.steady();
      for (int i = 1; i < steady.size(); i++) {
        Point from = steady.get(i - 1);
        Point to = steady.get(i);
        double rate = (to.count() - from.count()) / (to.seconds() - from.seconds());
        observations.add(new Observation(each.servers(), to.seconds(), rate));
      }
    }
    if (ThroughputFit.isPossible(observations)) {
      ThroughputFit.of(observations).report(run, "measured");
    }
  }
}

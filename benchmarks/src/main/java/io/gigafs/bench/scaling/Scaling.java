package io.gigafs.bench.scaling;

import io.gigafs.bench.experiment.Experiment;
import io.gigafs.bench.experiment.Experiment.Parameter;
import io.gigafs.bench.experiment.Run;
import io.gigafs.bench.simulation.SimulatedCosts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Creates in one directory on clusters of increasing size. Each server process has the same small
 * share of a processor, so that servers add capacity even on one machine. The smallest cluster
 * determines the cost of a create, and a simulation extrapolates to sizes that no machine can run.
 */
public final class Scaling implements Experiment {
  private static final Parameter SERVERS =
      new Parameter("servers", "1,2,4,8", "sizes of the clusters that are measured; 0 for none");
  private static final Parameter FILES =
      Parameter.number("files-per-server", 24_000, "files created, for each server of a cluster");
  private static final Parameter THRESHOLD =
      Parameter.number("split-threshold", 1_000, "entries of a partition when it splits");
  private static final Parameter SHARE =
      Parameter.number(
          "share", 10, "percent of a processor for each server, 5 or more; 0 for no bound");
  private static final Parameter WINDOW =
      Parameter.number("window", 256, "outstanding requests of each client");
  private static final Parameter SIMULATED =
      new Parameter(
          "simulated-servers",
          "1,2,4,8,16,32,64,128,256,512,1024",
          "sizes of the clusters that are simulated");
  private static final Parameter SIMULATED_FILES =
      Parameter.number(
          "simulated-files-per-server", 1_000_000, "files made in these, as in the papers");
  private static final Parameter LARGEST =
      Parameter.number(
          "largest-files", 100_000_000_000L, "files made in the largest of them, once more");
  private static final Parameter CREATE =
      Parameter.number(
          "create-nanos", 0, "server time of a simulated create; 0 for the measured time");
  private static final Parameter GROWTH =
      Parameter.number(
          "growth",
          3,
          "percent by which that grows with each doubling of a server's entries past 100,000");

  private static final double PERCENT = 100;
  private static final double NANOS = 1e9;

  @Override
  public String name() {
    return "scaling";
  }

  @Override
  public String question() {
    return "How many more creates per second in one directory do more servers bring?";
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(
        SERVERS,
        FILES,
        THRESHOLD,
        SHARE,
        WINDOW,
        SIMULATED,
        SIMULATED_FILES,
        LARGEST,
        CREATE,
        GROWTH);
  }

  @Override
  public void run(Run run) throws IOException, InterruptedException {
    List<MeasuredGrowth> measured = new ArrayList<>();
    try {
      for (long servers : run.numbers(SERVERS)) {
        if (servers > 0) {
          measured.add(measure(run, Math.toIntExact(servers)));
        }
      }
    } finally {
      if (!measured.isEmpty()) {
        MeasuredReport report =
            new MeasuredReport(
                measured,
                new MeasuredReport.Setup(
                    run.number(FILES), run.count(THRESHOLD), run.count(WINDOW)),
                costs(run, measured));
        report.report(run);
      }
    }
    run.begin("Simulating ...");
    new SimulatedReport(
            run.numbers(SIMULATED).stream().map(Math::toIntExact).toList(),
            run.number(SIMULATED_FILES),
            run.number(LARGEST),
            costs(run, measured))
        .report(run);
  }

  private static MeasuredGrowth measure(Run run, int servers)
      throws IOException, InterruptedException {
    run.begin(servers + " servers ...");
    GrowthMeasurement.Plan plan =
        new GrowthMeasurement.Plan(
            servers,
            run.number(FILES),
            run.count(THRESHOLD),
            run.number(SHARE) / PERCENT,
            run.count(WINDOW));
    try (GrowthMeasurement measurement = new GrowthMeasurement(run, plan)) {
      return measurement.measure(run);
    }
  }

  /** The smallest cluster determines the cost of a create. */
  private static SimulatedCosts costs(Run run, List<MeasuredGrowth> measured) {
    double nanos = run.number(CREATE);
    if (nanos == 0 && measured.isEmpty()) {
      throw new IllegalArgumentException("create-nanos is required without servers");
    }
    if (nanos == 0) {
      MeasuredGrowth first = measured.get(0);
      nanos = NANOS * first.servers() / first.steadyRate();
    }
    return SimulatedCosts.ofCreate(nanos, run.number(GROWTH) / PERCENT);
  }
}

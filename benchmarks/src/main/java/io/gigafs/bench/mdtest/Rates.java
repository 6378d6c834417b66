package io.gigafs.bench.mdtest;

import io.gigafs.bench.experiment.Figure;
import io.gigafs.bench.experiment.Run;
import io.gigafs.bench.report.Grid;
import io.gigafs.bench.workload.Samples;
import java.util.List;

/** The rates of all iterations, reported in the format of mdtest. Not thread-safe. */
final class Rates {
  private final Samples samples = new Samples();

  /**
   * Adds a rate.
   *
   * @param which the variant, such as layout and size
   */
  void add(MdtestPhase phase, String which, double perSecond) {
    samples.add(phase.title() + ", " + which, perSecond);
  }

  void report(Run run) {
    Grid grid =
        new Grid("summary rate, 1/s", List.of("operation", "max", "min", "mean", "std dev"));
    samples.all().forEach((what, each) -> row(grid, what, each));
    samples
        .all()
        .forEach(
            (what, each) ->
                run.figure(
                    Figure.of(what, each.stream().mapToDouble(x -> x).average().orElse(0), "1/s")));
    run.grid(grid);
  }

  private static void row(Grid grid, String what, List<Double> each) {
    double mean = each.stream().mapToDouble(x -> x).average().orElse(0);
    double squares = each.stream().mapToDouble(x -> (x - mean) * (x - mean)).sum();
    grid.row(
        what,
        Figure.readable(each.stream().mapToDouble(x -> x).max().orElse(0)),
        Figure.readable(each.stream().mapToDouble(x -> x).min().orElse(0)),
        Figure.readable(mean),
        Figure.readable(Math.sqrt(squares / each.size())));
  }
}

package io.gigafs.bench.mknod;

import io.gigafs.bench.experiment.Experiment;
import io.gigafs.bench.experiment.Experiment.Parameter;
import io.gigafs.bench.experiment.Figure;
import io.gigafs.bench.experiment.Run;
import io.gigafs.bench.report.Bars;
import io.gigafs.bench.report.Grid;
import io.gigafs.load.LoadResult;
import java.util.ArrayList;
import java.util.List;

/**
 * Creates in one directory under the paper's schemes (CMU-PDL-13-101, figure 3.3.2.1). {@link
 * Scheme} describes their equivalents on this machine.
 */
public final class Mknod implements Experiment {
  @Override
  public String name() {
    return "mknod";
  }

  @Override
  public String question() {
    return "What do objects on volumes cost a create, and does spreading or lazy creation help?";
  }

  @Override
  public List<Parameter> parameters() {
    return Schemes.PARAMETERS;
  }

  @Override
  public void run(Run run) throws Exception {
    Grid grid =
        new Grid("creates", List.of("scheme", "seconds", "creates/s", "p50, us", "p99, us"));
    run.grid(grid);
    List<Bars.Series> bars = new ArrayList<>();
    try (Schemes schemes = Schemes.start(run)) {
      for (Scheme scheme : Scheme.values()) {
        LoadResult made = schemes.make(scheme, schemes.target(scheme));
        run.figure(Figure.of("creates, " + scheme.title(), made.perSecond(), "1/s"));
        grid.row(
            scheme.title(),
            Figure.readable(made.seconds()),
            Figure.readable(made.perSecond()),
            Figure.readable(made.percentileMicros(50)),
            Figure.readable(made.percentileMicros(99)));
        bars.add(new Bars.Series(scheme.title(), List.of(made.perSecond())));
      }
    } finally {
      run.plot(
          new Bars("Creates under each scheme", "", "creates/s", List.of("one directory"), bars));
    }
  }
}

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
 * Stats all files of one directory, one after the other with one program, after they were created
 * under each of the paper's schemes (CMU-PDL-13-101, figure 3.3.2.2).
 *
 * <p>Giga answers from entries, independently of objects. So its schemes differ in the contents of
 * caches and stores only, and not in the operations.
 */
public final class StatTest implements Experiment {
  @Override
  public String name() {
    return "stat";
  }

  @Override
  public String question() {
    return "How long does it take to stat all files of a directory, on a volume and in Giga above it?";
  }

  @Override
  public List<Parameter> parameters() {
    return Schemes.PARAMETERS;
  }

  @Override
  public void run(Run run) throws Exception {
    Grid grid = new Grid("stats", List.of("scheme", "seconds", "stats/s", "p50, us", "p99, us"));
    run.grid(grid);
    List<Bars.Series> bars = new ArrayList<>();
    try (Schemes schemes = Schemes.start(run)) {
      for (Scheme scheme : Scheme.values()) {
        MknodTarget target = schemes.target(scheme);
        schemes.make(scheme, target);
        LoadResult asked = schemes.stat(scheme, target);
        run.figure(Figure.of("all stats, " + scheme.title(), asked.seconds(), "s"));
        grid.row(
            scheme.title(),
            Figure.readable(asked.seconds()),
            Figure.readable(asked.perSecond()),
            Figure.readable(asked.percentileMicros(50)),
            Figure.readable(asked.percentileMicros(99)));
        bars.add(new Bars.Series(scheme.title(), List.of(asked.seconds())));
      }
    } finally {
      run.plot(
          new Bars(
              "Stats of all files, one after the other",
              "",
              "seconds",
              List.of("one directory"),
              bars));
    }
  }
}

package io.gigafs.bench.smallfiles;

import io.gigafs.bench.experiment.Experiment;
import io.gigafs.bench.experiment.Experiment.Parameter;
import io.gigafs.bench.experiment.Figure;
import io.gigafs.bench.experiment.Run;
import io.gigafs.bench.report.Grid;
import io.gigafs.bench.report.Line;
import io.gigafs.bench.report.Plot;
import io.gigafs.bench.report.Plot.Scale;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Files of several sizes in clusters with several inline limits. A file beyond the limit is an
 * object on a volume, a directory of the same disk. Clients draw their own limit between half and
 * one and a half times the cluster's, so sizes in that range are not significant.
 */
public final class SmallFilesExperiment implements Experiment {
  private static final Parameter SIZES =
      new Parameter("sizes", "256,2048,24576,262144", "bytes of a file");
  private static final Parameter LIMITS =
      new Parameter("limits", "0,8192,65536", "inline limits of clusters, bytes");
  private static final Parameter FILES =
      Parameter.number("files", 2_000, "the most files of a size");
  private static final Parameter VOLUME =
      Parameter.number("volume", 32, "the most bytes of a size, MiB");
  private static final Parameter WINDOW = Parameter.number("window", 16, "files under way");

  private static final long MIB = 1 << 20;
  private static final int WARM_PART = 4;

  @Override
  public String name() {
    return "small-files";
  }

  @Override
  public String question() {
    return "Up to what size should servers keep the bytes of files inline?";
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(SIZES, LIMITS, FILES, VOLUME, WINDOW);
  }

  @Override
  public void run(Run run) throws Exception {
    List<SizeCell> cells = new ArrayList<>();
    try {
      for (long limit : run.numbers(LIMITS)) {
        for (long size : run.numbers(SIZES)) {
          int files = (int) Math.min(run.number(FILES), run.number(VOLUME) * MIB / size);
          SizeCell.Count count =
              new SizeCell.Count(Math.max(1, files / WARM_PART), files, run.count(WINDOW));
          cells.add(SizeCell.of(run, Math.toIntExact(limit), Math.toIntExact(size), count));
        }
      }
    } finally {
      report(run, cells);
    }
  }

  private static void report(Run run, List<SizeCell> cells) {
    Grid grid =
        new Grid(
            "limits",
            List.of(
                "inline limit, B",
                "file size, B",
                "files written/s",
                "files read cold/s",
                "on disk for a byte",
                "written to disks for a byte"));
    cells.forEach(cell -> grid.row(cell.row()));
    run.grid(grid);
    for (SizeCell cell : cells) {
      String files = "files of " + cell.size() + " B, inline limit " + cell.limit();
      run.figure(Figure.of(files + ": written", cell.written(), "1/s"));
      run.figure(Figure.of(files + ": read cold", cell.read(), "1/s"));
    }
    run.plot(plot(run, cells, "Files written", SizeCell::written));
    run.plot(plot(run, cells, "Files read, nothing of them in memory", SizeCell::read));
  }

  private static Plot plot(
      Run run, List<SizeCell> cells, String title, Function<SizeCell, Double> filesPerSecond) {
    List<Line> lines = new ArrayList<>();
    for (long limit : run.numbers(LIMITS)) {
      List<SizeCell> of = cells.stream().filter(cell -> cell.limit() == limit).toList();
      lines.add(
          new Line(
              "inline limit " + limit + " B",
              of.stream().map(cell -> (double) cell.size()).toList(),
              of.stream().map(filesPerSecond).toList()));
    }
    return new Plot(title, "bytes of a file", "files/s", Scale.LOGARITHMIC, lines);
  }
}

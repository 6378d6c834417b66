package io.gigafs.bench.experiment;

import io.gigafs.bench.report.Grid;
import io.gigafs.bench.report.Picture;
import io.gigafs.cli.ProgressLine;
import io.gigafs.cli.Shell;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * One run of an experiment: what it is given, and what it tells. For the thread that runs it.
 *
 * <p>What {@link #directory} holds is gone after the run; what the run is told is written.
 */
public final class Run {
  private static final Duration LOG_PERIOD = Duration.ofSeconds(10);

  private final Shell shell;
  private final Path directory;
  private final long seed;
  private final Parameters parameters;
  private final List<Figure> figures = new ArrayList<>();
  private final List<Grid> grids = new ArrayList<>();
  private final List<Picture> plots = new ArrayList<>();
  private final List<String> remarks = new ArrayList<>();

  /**
   * A run.
   *
   * @param directory empty, for data of the experiment
   */
  public Run(Shell shell, Path directory, long seed, Parameters parameters) {
    this.shell = shell;
    this.directory = directory;
    this.seed = seed;
    this.parameters = parameters;
  }

  public Path directory() {
    return directory;
  }

  /** Where all that is random begins. */
  public long seed() {
    return seed;
  }

  public String text(Parameter parameter) {
    return parameters.text(parameter);
  }

  public long number(Parameter parameter) {
    return parameters.number(parameter);
  }

  /** A number that fits an int. */
  public int count(Parameter parameter) {
    return Math.toIntExact(number(parameter));
  }

  public List<Long> numbers(Parameter parameter) {
    return parameters.numbers(parameter);
  }

  /** A part of an experiment that takes a while. */
  public interface Phase<T> {
    T run() throws IOException, InterruptedException;
  }

  /** Runs a phase, and shows meanwhile how far it is. */
  public <T> T during(Supplier<String> progress, Phase<T> phase)
      throws IOException, InterruptedException {
    ProgressLine line = ProgressLine.forAll(shell, LOG_PERIOD, progress);
    try {
      return phase.run();
    } finally {
      line.close();
    }
  }

  /** Says what begins, on standard error. */
  public void begin(String phase) {
    shell.err().println(phase);
  }

  public void figure(Figure figure) {
    figures.add(figure);
  }

  public void grid(Grid grid) {
    grids.add(grid);
  }

  public void plot(Picture plot) {
    plots.add(plot);
  }

  /** A sentence for the report, such as what bounds a figure. */
  public void remark(String sentence) {
    remarks.add(sentence);
  }

  public List<Figure> figures() {
    return List.copyOf(figures);
  }

  public List<Grid> grids() {
    return List.copyOf(grids);
  }

  List<Picture> plots() {
    return List.copyOf(plots);
  }

  List<String> remarks() {
    return List.copyOf(remarks);
  }

  Parameters parameters() {
    return parameters;
  }
}

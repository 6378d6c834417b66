package io.gigafs.bench.experiment;

import io.gigafs.bench.experiment.Experiment.Parameter;
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
 * One run of an experiment: its inputs and its results. Used by the thread that runs it only.
 *
 * <p>The contents of {@link #directory} are deleted after the run; reported results are written.
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
   * Creates a run.
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

  /** The seed of all random numbers. */
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

  /** A lengthy part of an experiment. */
  public interface Phase<T> {
    T run() throws IOException, InterruptedException;
  }

  /** Runs a phase and shows its progress meanwhile. */
  public <T> T during(Supplier<String> progress, Phase<T> phase)
      throws IOException, InterruptedException {
    ProgressLine line = ProgressLine.forAll(shell, LOG_PERIOD, progress);
    try {
      return phase.run();
    } finally {
      line.close();
    }
  }

  /** Prints the name of a phase that begins to standard error. */
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

  /** Adds a sentence to the report, such as the limit of a figure. */
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

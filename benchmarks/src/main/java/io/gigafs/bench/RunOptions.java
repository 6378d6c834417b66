package io.gigafs.bench;

import io.gigafs.bench.experiment.Experiment;
import io.gigafs.bench.experiment.Laboratory;
import io.gigafs.bench.experiment.Outcome;
import io.gigafs.bench.report.Grid;
import io.gigafs.cli.Shell;
import io.gigafs.cli.Table;
import io.gigafs.client.connect.GigaClients;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Option;

/** The common options of the commands that run experiments, and the loop that runs them. */
final class RunOptions {
  /** Time limit for writing partial results after Ctrl-C. */
  private static final int STOP_SECONDS = 60;

  private static final int STOP_AGAIN_SECONDS = 2;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      required = true,
      description = "Directory for results: a directory per experiment, and report.html.")
  private Path out = Path.of("");

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of random numbers. Default: ${DEFAULT-VALUE}.")
  private long seed = 1;

  @Option(names = "--json", description = "Prints the results as JSON objects, one per line.")
  private boolean json;

  private final Shell shell = Shell.ofThisProcess(GigaClients::connect);

  /**
   * Runs experiments one after the other until one is interrupted.
   *
   * @param again whether to repeat experiments that an earlier run completed in this directory
   * @return the exit code: 0 if all completed and no figure missed its required goal
   */
  int run(List<Experiment> experiments, Map<String, String> settings, boolean again)
      throws IOException {
    Laboratory laboratory = new Laboratory(shell, Files.createDirectories(out), seed);
    CountDownLatch ended = new CountDownLatch(1);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(laboratory, ended), "bench-stop"));
    int exitCode = 0;
    try {
      for (Experiment experiment : experiments) {
        if (!again && laboratory.isDone(experiment)) {
          shell
              .err()
              .println(experiment.name() + ": done before; remove its directory to run it again");
          continue;
        }
        shell.err().println(experiment.name() + ": " + experiment.question());
        Outcome outcome = laboratory.run(experiment, settings);
        print(outcome);
        shell.out().flush();
        exitCode |= outcome.isGood() ? 0 : 1;
        if (laboratory.isStopped() || Thread.currentThread().isInterrupted()) {
          break;
        }
      }
      shell.err().println("report: " + out.resolve("report.html").toAbsolutePath());
    } finally {
      ended.countDown();
    }
    return exitCode;
  }

  private void print(Outcome outcome) {
    if (json) {
      shell.out().println(outcome.toJson().toString());
      return;
    }
    for (Grid grid : outcome.tables()) {
      Table table = new Table(grid.columns().toArray(String[]::new));
      grid.rows().forEach(row -> table.row(row.toArray(String[]::new)));
      shell.out().println(grid.title() + ":");
      table.print(shell.out());
    }
    if (!outcome.end().equals(Outcome.DONE)) {
      shell.err().println("giga-bench: " + outcome.experiment().name() + ": " + outcome.end());
    }
  }

  private static void stop(Laboratory laboratory, CountDownLatch ended) {
    try {
      for (int waited = 0; waited < STOP_SECONDS; waited += STOP_AGAIN_SECONDS) {
        laboratory.stop();
        if (ended.await(STOP_AGAIN_SECONDS, TimeUnit.SECONDS)) {
          return;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

package io.gigafs.cli.bench;

import io.gigafs.cli.ProgressLine;
import io.gigafs.cli.Shell;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.load.LoadGenerator;
import io.gigafs.load.Workload;
import java.util.function.IntFunction;
import picocli.CommandLine.Option;

/** Operations of {@code giga bench} on each of N numbered files. */
abstract class BenchFilesOperation extends BenchOperation {
  private static final long DEFAULT_MAX_ERRORS = 1000;

  @Option(
      names = {"-n", "--files"},
      paramLabel = "N",
      required = true,
      description = "Number of files, over all threads.")
  private long files;

  @Option(
      names = {"-w", "--window"},
      paramLabel = "W",
      description =
          "Number of outstanding requests of each thread; with 1 it waits for each answer."
              + " Default: ${DEFAULT-VALUE}.")
  private int window = 1;

  @Option(
      names = "--max-errors",
      paramLabel = "N",
      description = "Abort after this many errors. Default: ${DEFAULT-VALUE}.")
  private long maxErrors = DEFAULT_MAX_ERRORS;

  BenchFilesOperation(Shell shell, String operation) {
    super(shell, operation);
  }

  @Override
  void check() {
    super.check();
    checkPositive("--files", files);
    checkPositive("--window", window);
    checkPositive("--bulk", bulk());
  }

  @Override
  int requestsInFlight() {
    return Math.multiplyExact(threads(), window);
  }

  /** How many files go into a request. */
  int bulk() {
    return 1;
  }

  /** The work of each thread, by index. */
  abstract IntFunction<Workload<?>> workloads(GigaClient client, GigaPath directory);

  @Override
  final LoadReport measure(GigaClient client, GigaPath directory) throws InterruptedException {
    LoadGenerator load =
        new LoadGenerator(new LoadGenerator.Shape(threads(), files, window, bulk(), maxErrors));
    ProgressLine progress = progress(load::done, " of " + files + " files");
    try {
      return new LoadReport(load.run(workloads(client, directory)));
    } finally {
      progress.close();
    }
  }
}

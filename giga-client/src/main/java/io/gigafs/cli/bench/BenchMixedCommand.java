package io.gigafs.cli.bench;

import io.gigafs.cli.CommandException;
import io.gigafs.cli.Shell;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.load.MixedWorkload;
import io.gigafs.load.Workload;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code giga bench mixed}. */
@Command(
    name = "mixed",
    description = "Runs N operations: stats of files it created before, and creates of new ones.",
    footerHeading = "%nExamples:%n",
    footer =
        "  giga bench mixed -c giga://10.0.0.1:7000/ --dir /mixed --threads 8 --files 1000000"
            + " --stat-percent 80")
final class BenchMixedCommand extends BenchFilesOperation {
  @Option(
      names = "--stat-percent",
      paramLabel = "P",
      description = "How many of 100 operations are stats. Default: ${DEFAULT-VALUE}.")
  private int statPercent = 50;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "The seed of the random numbers. Default: ${DEFAULT-VALUE}.")
  private long seed = 1;

  BenchMixedCommand(Shell shell) {
    super(shell, "mixed");
  }

  @Override
  void check() {
    super.check();
    if (statPercent < 0 || statPercent > 100) {
      throw CommandException.usage("--stat-percent is 0 to 100, not " + statPercent);
    }
  }

  @Override
  IntFunction<Workload<?>> workloads(GigaClient client, GigaPath directory) {
    SplittableRandom random = new SplittableRandom(seed);
    return thread ->
        new MixedWorkload(client.async(), directory, statPercent / 100.0, random.split());
  }
}

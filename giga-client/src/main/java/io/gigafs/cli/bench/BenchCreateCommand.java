package io.gigafs.cli.bench;

import io.gigafs.cli.Shell;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.load.DirectoryWorkloads;
import io.gigafs.load.Workload;
import java.util.function.IntFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code giga bench create}. */
@Command(
    name = "create",
    description = "Creates N empty files; an existing file counts as an error.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  giga bench create -c giga://10.0.0.1:7000/ --dir /bench --threads 8 --files 1000000 --window 64",
      "  giga bench create -c giga://10.0.0.1:7000/ --dir /bulk --threads 4 --files 1000000 --bulk 500"
    })
final class BenchCreateCommand extends BenchFilesOperation {
  @Option(
      names = {"-b", "--bulk"},
      paramLabel = "B",
      description =
          "Number of files created with one call; latencies are those of calls."
              + " Default: ${DEFAULT-VALUE}.")
  private int bulk = 1;

  BenchCreateCommand(Shell shell) {
    super(shell, "create");
  }

  @Override
  int bulk() {
    return bulk;
  }

  @Override
  IntFunction<Workload<?>> workloads(GigaClient client, GigaPath directory) {
    DirectoryWorkloads workloads = new DirectoryWorkloads(client.async(), directory);
    return thread -> bulk > 1 ? workloads.createInBulk() : workloads.create();
  }
}

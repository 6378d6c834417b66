package io.gigafs.cli.bench;

import io.gigafs.cli.Shell;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.load.DirectoryWorkloads;
import io.gigafs.load.Workload;
import java.util.function.IntFunction;
import picocli.CommandLine.Command;

/** {@code giga bench unlink}. */
@Command(
    name = "unlink",
    description = "Removes N files.",
    footerHeading = "%nExamples:%n",
    footer =
        "  giga bench unlink -c giga://10.0.0.1:7000/ --dir /bench --threads 8 --files 1000000 --window 64")
final class BenchUnlinkCommand extends BenchFilesOperation {
  BenchUnlinkCommand(Shell shell) {
    super(shell, "unlink");
  }

  @Override
  IntFunction<Workload<?>> workloads(GigaClient client, GigaPath directory) {
    DirectoryWorkloads workloads = new DirectoryWorkloads(client.async(), directory);
    return thread -> workloads.unlink();
  }
}

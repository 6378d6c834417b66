package io.gigafs.cli.bench;

import io.gigafs.cli.Shell;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.load.DirectoryWorkloads;
import io.gigafs.load.Workload;
import java.util.function.IntFunction;
import picocli.CommandLine.Command;

/** {@code giga bench stat}. */
@Command(
    name = "stat",
    description = "Queries the attributes of N files.",
    footerHeading = "%nExamples:%n",
    footer =
        "  giga bench stat -c giga://10.0.0.1:7000/ --dir /bench --threads 8 --files 1000000 --window 64")
final class BenchStatCommand extends BenchFilesOperation {
  BenchStatCommand(Shell shell) {
    super(shell, "stat");
  }

  @Override
  IntFunction<Workload<?>> workloads(GigaClient client, GigaPath directory) {
    DirectoryWorkloads workloads = new DirectoryWorkloads(client.async(), directory);
    return thread -> workloads.stat();
  }
}

package io.gigafs.cli.bench;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code giga bench}, the command group. */
@Command(
    name = "bench",
    synopsisSubcommandLabel = "OPERATION",
    description = {
      "Measures operations on the files of one directory.",
      "",
      "Threads divide N numbered files (f0000000000000, f0000000000001, ...). Each waits for an",
      "answer before it sends the next request, or has W requests in flight (--window W), or puts",
      "B names into a request (--bulk B). create creates the files that stat and unlink then use.",
      "",
      "data compares the throughput of one large file and of many small ones with a directory.",
      "mount measures programs on a mounted cluster."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  giga bench create -c giga://10.0.0.1:7000/ --dir /bench --threads 8 --files 1000000 --window 64",
      "  giga bench stat   -c giga://10.0.0.1:7000/ --dir /bench --threads 8 --files 1000000",
      "  giga bench unlink -c giga://10.0.0.1:7000/ --dir /bench --threads 8 --files 1000000 --json"
    })
final class BenchCommand implements Runnable {
  @Spec private @Nullable CommandSpec spec;

  @Override
  public void run() {
    if (spec != null) {
      throw new ParameterException(spec.commandLine(), "missing operation");
    }
  }
}

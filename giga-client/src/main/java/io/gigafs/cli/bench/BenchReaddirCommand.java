package io.gigafs.cli.bench;

import io.gigafs.cli.ProgressLine;
import io.gigafs.cli.Shell;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.load.Readdir;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code giga bench readdir}. */
@Command(
    name = "readdir",
    description = {
      "Lists the whole directory, once in each thread, or repeatedly until N entries are listed.",
      "Files are entries listed, by all threads; latencies are those of pages."
    },
    footerHeading = "%nExamples:%n",
    footer = "  giga bench readdir -c giga://10.0.0.1:7000/ --dir /bench --attributes")
final class BenchReaddirCommand extends BenchOperation {
  @Option(
      names = {"-n", "--files"},
      paramLabel = "N",
      description =
          "Stop when all threads together have listed N entries. Default: when each thread has"
              + " listed the directory once.")
  private @Nullable Long files;

  @Option(names = "--attributes", description = "List entries with their attributes.")
  private boolean attributes;

  BenchReaddirCommand(Shell shell) {
    super(shell, "readdir");
  }

  @Override
  void check() {
    super.check();
    if (files != null) {
      checkPositive("--files", files);
    }
  }

  @Override
  int requestsInFlight() {
    return 2 * threads();
  }

  @Override
  LoadReport measure(GigaClient client, GigaPath directory) throws InterruptedException {
    Readdir readdir = new Readdir(client.async(), directory, attributes, files);
    ProgressLine progress = progress(readdir::entries, " entries");
    try {
      return new LoadReport(readdir.run(threads()));
    } finally {
      progress.close();
    }
  }
}

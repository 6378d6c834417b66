package io.gigafs.cli.dump;

import io.gigafs.cli.ClusterOptions;
import io.gigafs.cli.CommandException;
import io.gigafs.cli.ExitCode;
import io.gigafs.cli.Interruption;
import io.gigafs.cli.JsonObject;
import io.gigafs.cli.ProgressLine;
import io.gigafs.cli.Shell;
import io.gigafs.cli.TransferRate;
import io.gigafs.cli.dump.DumpRecord.DumpTotals;
import io.gigafs.cli.fs.operand.Operand;
import io.gigafs.client.GigaClient;
import io.gigafs.cluster.ClusterView;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code giga admin dump}. */
@Command(
    name = "dump",
    description = {
      "Writes a cluster, or a directory, to a file: names and attributes, links,",
      "access control lists, quotas, and the bytes of files, unless --no-data leaves these out.",
      "",
      "The dump is compressed, and its memory does not depend on the size of the tree. It is not a",
      "snapshot: files that change meanwhile are dumped in an old or new state. FILE appears when",
      "the dump is complete; until then it is FILE.partial. An interrupted dump starts over."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  giga admin dump -c giga://10.0.0.1:7000/ -o giga.dump",
      "  giga admin dump -c giga://10.0.0.1:7000/ -o projects.dump /projects",
      "  giga admin dump -o - | ssh backup 'cat > giga.dump'"
    })
final class DumpCommand implements Callable<Integer> {
  private static final String STANDARD_OUTPUT = "-";
  private static final Duration LOG_PERIOD = Duration.ofSeconds(10);

  @Mixin private final ClusterOptions cluster = new ClusterOptions();

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "FILE",
      description = "The file to write; - is standard output. An existing FILE is replaced.")
  private String output = "";

  @Option(names = "--no-data", description = "Omit the bytes of files: a load makes them zeros.")
  private boolean withoutData;

  @Option(names = "--json", description = "The result as a JSON object.")
  private boolean json;

  @Parameters(
      arity = "0..1",
      paramLabel = "PATH",
      description = "The directory to dump. Default: the root.")
  private String path = "/";

  private final Shell shell;

  DumpCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws IOException {
    boolean piped = output.equals(STANDARD_OUTPUT);
    if (piped && (json || shell.out().isTerminal())) {
      throw CommandException.usage(
          json
              ? "--json uses standard output, where the dump goes: give -o FILE"
              : "a dump cannot be written to a terminal: give -o FILE, or a pipe");
    }
    Operand operand = Operand.parse(path);
    try (GigaClient client =
            shell.connector().connect(RetryPolicy.settings(cluster, operand, shell));
        DumpTarget target = piped ? DumpTarget.output(shell.out()) : DumpTarget.file(file())) {
      Interruption interruption = Interruption.then(() -> interrupted(target));
      try {
        dump(client, operand, target);
      } finally {
        interruption.cancel();
      }
    }
    return ExitCode.OK;
  }

  private Path file() {
    Path file = Path.of(output);
    if (file.getFileName() == null || file.toFile().isDirectory()) {
      throw CommandException.usage("-o " + output + " is a directory");
    }
    return file;
  }

  private void interrupted(DumpTarget target) {
    target.discard();
    shell.err().println("giga admin dump: interrupted; there is no dump, start again");
  }

  private void dump(GigaClient client, Operand operand, DumpTarget target) throws IOException {
    ClusterView view = client.clusterView();
    DumpRecord.Header header =
        new DumpRecord.Header(
            view.clusterId(),
            shell.nowNanos(),
            software(),
            view.slots().slots(),
            view.settings().splitThreshold(),
            Operand.of(operand.path()).text());
    TransferRate rate = new TransferRate();
    try (DumpWriter out = new DumpWriter(target.stream(), header)) {
      TreeDumper dumper =
          new TreeDumper(client.async(), out, !withoutData, view.settings().mostInlineBytes());
      ProgressLine progress =
          ProgressLine.forAll(
              shell, LOG_PERIOD, () -> "dumping: " + rate.progress(out.totals().entries()));
      try {
        dumper.dump(operand.path());
        out.end();
        target.commit();
      } finally {
        progress.close();
      }
      report(operand, out, dumper, rate);
    }
  }

  private static String software() {
    String version = DumpCommand.class.getPackage().getImplementationVersion();
    return version == null ? "giga" : "giga " + version;
  }

  private void report(Operand operand, DumpWriter out, TreeDumper dumper, TransferRate rate) {
    DumpTotals totals = out.totals();
    if (json) {
      shell
          .out()
          .println(
              new JsonObject()
                  .put("path", Operand.of(operand.path()).text())
                  .put("file", output)
                  .put("entries", totals.entries())
                  .put("directories", totals.directories())
                  .put("bytes", out.written())
                  .put("vanished", dumper.vanished())
                  .put("without_bytes", dumper.without())
                  .put("seconds", rate.seconds())
                  .put("entries_per_s", rate.perSecond(totals.entries()))
                  .toString());
      return;
    }
    String text =
        String.format(
            Locale.ROOT,
            "dumped %d entries (%d directories) to %s: %d bytes in %.1f s",
            totals.entries(),
            totals.directories(),
            output,
            out.written(),
            rate.seconds());
    if (dumper.without() > 0) {
      text += "; " + dumper.without() + " files are in it without their bytes";
    }
    if (output.equals(STANDARD_OUTPUT)) {
      shell.err().println("giga admin dump: " + text);
    } else {
      shell.out().println(text);
    }
  }
}

package io.gigafs.cli.dump;

import io.gigafs.cli.ClusterOptions;
import io.gigafs.cli.CommandException;
import io.gigafs.cli.ErrorText;
import io.gigafs.cli.ExitCode;
import io.gigafs.cli.Interruption;
import io.gigafs.cli.JsonObject;
import io.gigafs.cli.ProgressLine;
import io.gigafs.cli.Shell;
import io.gigafs.cli.TransferRate;
import io.gigafs.cli.dump.DumpRecord.DumpTotals;
import io.gigafs.cli.fs.operand.Operand;
import io.gigafs.client.ClientSettings;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.client.Listing;
import io.gigafs.concurrent.Futures;
import io.gigafs.protocol.ErrorCode;
import java.io.BufferedInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code giga admin load}. */
@Command(
    name = "load",
    description = {
      "Loads the output of 'giga admin dump' into an empty cluster; for root only.",
      "",
      "The number of servers may differ from that of the source. Entries keep their",
      "attributes, except for inode numbers. An interrupted load is resumed with",
      "--resume: entries that match the dump are kept, any other existing entry is an error."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  giga admin load -c giga://10.0.1.1:7000/ giga.dump",
      "  giga admin load -c giga://10.0.1.1:7000/ --resume giga.dump",
      "  giga admin load -c giga://10.0.1.1:7000/ --into /restored projects.dump",
      "  giga admin load --check giga.dump"
    })
final class LoadCommand implements Callable<Integer> {
  private static final String STANDARD_INPUT = "-";
  private static final Duration LOG_PERIOD = Duration.ofSeconds(10);
  private static final int READ_BYTES = 256 << 10;
  private static final int NEW_MODE = 0700;

  @Mixin private final ClusterOptions cluster = new ClusterOptions();

  @Option(
      names = "--into",
      paramLabel = "DIR",
      description = "Load into this directory, which must be new or empty. Default: the root.")
  private String into = "/";

  @Option(names = "--resume", description = "Resume an interrupted load of the same dump.")
  private boolean resume;

  @Option(names = "--check", description = "Read the whole dump, and load nothing.")
  private boolean check;

  @Option(names = "--json", description = "The result as a JSON object.")
  private boolean json;

  @Parameters(paramLabel = "FILE", description = "The dump; - is standard input.")
  private String file = "";

  private final Shell shell;

  LoadCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws IOException {
    Operand target = Operand.parse(into);
    try (InputStream in = open();
        DumpReader dump = new DumpReader(in)) {
      if (check) {
        check(dump);
      } else {
        load(dump, target);
      }
    } catch (DumpException e) {
      throw CommandException.failed(file + ": " + e.getMessage(), e);
    }
    return ExitCode.OK;
  }

  private InputStream open() throws IOException {
    if (file.equals(STANDARD_INPUT)) {
      return shell.in();
    }
    Path path = Path.of(file);
    if (!Files.exists(path) || Files.isDirectory(path)) {
      throw CommandException.failed(
          file + ": " + (Files.exists(path) ? "Is a directory" : "No such file or directory"));
    }
    return new BufferedInputStream(new FileInputStream(path.toFile()), READ_BYTES);
  }

  private void check(DumpReader dump) throws IOException {
    TransferRate rate = new TransferRate();
    ProgressLine progress =
        ProgressLine.forAll(
            shell, LOG_PERIOD, () -> "checking: " + rate.progress(dump.totals().entries()));
    try {
      DumpRecord record = dump.next();
      while (record != null) {
        record = dump.next();
      }
    } finally {
      progress.close();
    }
    report("read", dump, rate);
  }

  private void load(DumpReader dump, Operand target) throws IOException {
    ClientSettings settings = RetryPolicy.settings(cluster, target, shell);
    if (!settings.caller().isSuperuser()) {
      throw CommandException.failed("only root may load a dump");
    }
    TransferRate rate = new TransferRate();
    try (GigaClient client = shell.connector().connect(settings)) {
      prepare(client, target);
      TreeLoader loader =
          new TreeLoader(client.async(), client.clusterView().settings().mostInlineBytes(), resume);
      ProgressLine progress =
          ProgressLine.forAll(shell, LOG_PERIOD, () -> "loading: " + rate.progress(loader.made()));
      Interruption interruption = Interruption.then(this::interrupted);
      try {
        loader.load(dump, target.path());
      } catch (IOException e) {
        throw CommandException.failed(
            ErrorText.of(e) + "; loaded entries are kept, and --resume continues from there", e);
      } finally {
        interruption.cancel();
        progress.close();
      }
    }
    report("loaded", dump, rate);
  }

  private void interrupted() {
    shell.err().println("giga admin load: interrupted; loaded entries stay; --resume continues");
  }

  /** Ensures that there is a directory to load into, with no contents that could be damaged. */
  private void prepare(GigaClient client, Operand target) throws IOException {
    GigaPath top = target.path();
    if (!top.isRoot()) {
      try {
        client.makeDirectory(top, NEW_MODE);
      } catch (IOException e) {
        if (!ErrorText.isError(e, ErrorCode.EEXIST)) {
          throw e;
        }
      }
    }
    if (resume) {
      return;
    }
    try (Listing listing = Futures.await(client.async().list(top, false))) {
      if (!Futures.await(listing.nextPage()).isEmpty()) {
        throw CommandException.failed(
            target.shown()
                + " is not empty; load into a new directory with --into, or resume a load of"
                + " this dump that was interrupted with --resume");
      }
    }
  }

  private void report(String verb, DumpReader dump, TransferRate rate) {
    DumpTotals totals = dump.totals();
    DumpRecord.Header header = dump.header();
    if (json) {
      shell
          .out()
          .println(
              new JsonObject()
                  .put("file", file)
                  .put("into", check ? null : into)
                  .put("entries", totals.entries())
                  .put("directories", totals.directories())
                  .put("bytes", dump.bytes())
                  .put("seconds", rate.seconds())
                  .put("entries_per_s", rate.perSecond(totals.entries()))
                  .put("dump", describe(header))
                  .toString());
      return;
    }
    shell
        .out()
        .println(
            String.format(
                Locale.ROOT,
                "%s %d entries (%d directories) in %.1f s; the dump is of %s of cluster %s",
                verb,
                totals.entries(),
                totals.directories(),
                rate.seconds(),
                header.path(),
                header.cluster()));
  }

  private static JsonObject describe(DumpRecord.Header header) {
    return new JsonObject()
        .put("cluster_id", header.cluster())
        .put("path", header.path())
        .put("written_ns", header.writtenNanos())
        .put("software", header.software())
        .put("slots", header.slots())
        .put("split_threshold", header.splitThreshold());
  }
}

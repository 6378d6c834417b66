package io.gigafs.cli.adopt;

import io.gigafs.cli.ClusterOptions;
import io.gigafs.cli.CommandException;
import io.gigafs.cli.ErrorText;
import io.gigafs.cli.ExitCode;
import io.gigafs.cli.JsonObject;
import io.gigafs.cli.ProgressLine;
import io.gigafs.cli.Shell;
import io.gigafs.cli.TransferRate;
import io.gigafs.cli.fs.operand.Operand;
import io.gigafs.cli.local.LocalFiles;
import io.gigafs.client.ClientSettings;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.volume.OpenVolumes;
import io.gigafs.volume.VolumeException;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code giga volume adopt}. */
@Command(
    name = "adopt",
    description = {
      "Makes an existing tree part of the cluster, without moving its bytes.",
      "",
      "Names, attributes, links, access control lists and extended attributes are copied into the",
      "cluster; bytes are not. The tree is unchanged, except for the file .giga-volume at its top.",
      "From then on files belong to the cluster: removing one there deletes it in the tree, and",
      "other programs may read the tree, but not change it. New files never go there.",
      "",
      "For root, on a machine with the tree at the same path as on servers and clients, and who",
      "may read all of it. If interrupted, the same command resumes; until it is done only root",
      "can enter the directory.",
      "Files with names that are not UTF-8, for example, are reported and left out; exit code 1."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  giga volume adopt posix:///panfs/projects /projects",
      "  giga volume adopt hdfs://namenode:8020/data /data",
      "  giga volume adopt --json posix:///panfs/projects giga://10.0.0.1:7000/projects"
    })
final class AdoptCommand implements Callable<Integer> {
  /** The scheme of local directories; kinds of volumes read other trees. */
  private static final String LOCAL = "posix";

  private static final Duration LOG_PERIOD = Duration.ofSeconds(10);
  private static final Duration TIMEOUT = Duration.ofMinutes(5);

  /** A file changed later than this before the start may still be being written. */
  private static final Duration SETTLED_AFTER = Duration.ofMinutes(1);

  @Mixin private final ClusterOptions cluster = new ClusterOptions();

  @Option(names = "--json", description = "The result as a JSON object.")
  private boolean json;

  @Parameters(
      index = "0",
      paramLabel = "URI",
      description = "The tree: posix:///path, or a directory in HDFS: hdfs://HOST:PORT/path.")
  private String tree = "";

  @Parameters(
      index = "1",
      paramLabel = "PATH",
      description = "The directory in the cluster, new or empty.")
  private String target = "";

  private final Shell shell;

  AdoptCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws IOException {
    URI uri = uri();
    Operand operand = Operand.parse(target);
    if (operand.path().isRoot()) {
      throw CommandException.usage("the root cannot be adopted into; name a directory below it");
    }
    ClientSettings settings =
        cluster.settings(shell, operand.cluster(cluster, shell)).toBuilder()
            .timeout(cluster.timeoutOr(TIMEOUT))
            .build();
    if (!settings.caller().isSuperuser()) {
      throw CommandException.failed("only root may adopt a tree");
    }
    try (SourceTree source = source(uri);
        GigaClient client = shell.connector().connect(settings)) {
      checkRoot(uri, source);
      return adopt(client, uri, source, operand.path());
    }
  }

  private URI uri() {
    try {
      URI uri = new URI(tree);
      if (uri.getScheme() != null && uri.getPath() != null) {
        return uri;
      }
    } catch (URISyntaxException e) {
      throw CommandException.usage("'" + tree + "' is not a URI: " + e.getReason());
    }
    throw CommandException.usage(
        "'" + tree + "' does not name its kind of storage, as posix:///path does");
  }

  private SourceTree source(URI uri) throws IOException {
    if (!LOCAL.equals(uri.getScheme())) {
      try (OpenVolumes kinds = OpenVolumes.installed()) {
        return new VolumeTree(kinds.provider(uri).tree(uri, this::warn));
      } catch (VolumeException e) {
        throw CommandException.failed(ErrorText.of(e), e);
      }
    }
    if (uri.getAuthority() != null) {
      throw CommandException.usage(
          "'" + tree + "': a directory is written posix:///path, with three slashes");
    }
    checkNames();
    return new LocalTree(Path.of(uri.getPath()).normalize(), LocalFiles.load());
  }

  private static void checkRoot(URI uri, SourceTree source) {
    try {
      source.root();
    } catch (IOException e) {
      throw CommandException.failed(uri + " cannot be adopted: " + ErrorText.of(e), e);
    }
  }

  /** Refuses other charsets, in which file names would silently be decoded wrong. */
  private static void checkNames() {
    String charset = System.getProperty("sun.jnu.encoding", "UTF-8");
    if (!charset.equalsIgnoreCase("UTF-8")) {
      throw CommandException.failed(
          "file names are decoded as " + charset + " here; run this with LC_ALL=C.UTF-8");
    }
  }

  private int adopt(GigaClient client, URI uri, SourceTree source, GigaPath top)
      throws IOException {
    AdoptedVolume volume = new AdoptedVolume(client, uri, top);
    AdoptedVolume.Start start = volume.begin();
    AdoptTotals totals = new AdoptTotals();
    TransferRate rate = new TransferRate();
    Adopter adopter =
        new Adopter(
            new Requests(client.async()),
            client.async()::restoreAll,
            source,
            start.volume(),
            start.resumes(),
            shell.nowNanos() - SETTLED_AFTER.toNanos(),
            totals,
            this::complain);
    ProgressLine progress =
        ProgressLine.forAll(shell, LOG_PERIOD, () -> "adopting: " + totals.progress(rate));
    try {
      volume.end(adopter.adopt(source.root(), top));
    } catch (IOException e) {
      throw CommandException.failed(
          ErrorText.of(e) + "; adopted files stay, and the same command resumes from there", e);
    } finally {
      progress.close();
    }
    report(uri, start.volume(), top, totals, rate);
    return totals.skipped() == 0 ? ExitCode.OK : ExitCode.FAILED;
  }

  private void complain(String what) {
    warn("not adopted: " + what);
  }

  private synchronized void warn(String what) {
    shell.err().println("giga volume adopt: " + what);
  }

  private void report(URI uri, int volume, GigaPath top, AdoptTotals totals, TransferRate rate) {
    if (json) {
      shell
          .out()
          .println(
              new JsonObject()
                  .put("uri", uri)
                  .put("volume", volume)
                  .put("path", top)
                  .put("entries", totals.entries())
                  .put("directories", totals.directories())
                  .put("bytes", totals.bytes())
                  .put("skipped", totals.skipped())
                  .put("directories_done_before", totals.doneBefore())
                  .put("seconds", rate.seconds())
                  .put("entries_per_s", rate.perSecond(totals.entries()))
                  .toString());
      return;
    }
    shell
        .out()
        .println(
            String.format(
                Locale.ROOT,
                "adopted %d entries (%d directories) with %d bytes of %s, volume %d, at %s in %.1f s%s%s",
                totals.entries(),
                totals.directories(),
                totals.bytes(),
                uri,
                volume,
                top,
                rate.seconds(),
                totals.doneBefore() == 0
                    ? ""
                    : "; " + totals.doneBefore() + " directories were done by an earlier run",
                totals.skipped() == 0 ? "" : "; " + totals.skipped() + " were left out"));
  }
}

package io.gigafs.cli.fs;

import io.gigafs.cli.ExitCode;
import io.gigafs.cli.JsonObject;
import io.gigafs.cli.Shell;
import io.gigafs.cli.Table;
import io.gigafs.cli.fs.operand.FsCommand;
import io.gigafs.cli.fs.operand.Sizes;
import io.gigafs.client.ClusterSpace;
import io.gigafs.client.GigaClient;
import io.gigafs.protocol.GigaException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code df}. */
@Command(
    name = "df",
    description = {
      "Shows how full the cluster is.",
      "Sizes are those of the file systems that hold the servers' stores and the volumes, each of",
      "them once; space that is not free counts as used. Entries (-i) have no limit of their own."
    },
    footerHeading = "%nExamples:%n",
    footer = {"  giga fs df -h", "  giga fs df -i"})
final class DfCommand implements Callable<Integer> {
  @Option(
      names = {"-h", "--human-readable"},
      description = "Sizes like 1.1K and 12M.")
  private boolean human;

  @Option(
      names = {"-i", "--inodes"},
      description = "Entries instead of bytes.")
  private boolean inodes;

  @Option(names = "--json", description = "A JSON object, with everything.")
  private boolean json;

  private final FsCommand fs;

  DfCommand(FsCommand fs) {
    this.fs = fs;
  }

  @Override
  public Integer call() throws GigaException {
    String name = fs.address(List.of()).toString();
    try (GigaClient client = fs.connect(List.of())) {
      ClusterSpace space = client.statFs();
      print(fs.shell(), name, space);
      space.uncounted().forEach(volume -> reportUncounted(fs.shell(), volume));
      return space.uncounted().isEmpty() ? ExitCode.OK : ExitCode.FAILED;
    }
  }

  private static void reportUncounted(Shell shell, int volume) {
    shell.out().flush();
    shell
        .err()
        .println(
            "giga fs df: volume "
                + volume
                + " is not counted, as no server knows its size: see giga volume list");
  }

  private void print(Shell shell, String name, ClusterSpace totals) {
    if (json) {
      shell
          .out()
          .println(
              new JsonObject()
                  .put("cluster", name)
                  .put("entries", totals.entries())
                  .put("total_bytes", totals.totalBytes())
                  .put("used_bytes", totals.usedBytes())
                  .put("free_bytes", totals.freeBytes())
                  .put("reserved_bytes", totals.reservedBytes())
                  .put("store_bytes", totals.storeBytes())
                  .put("uncounted_volumes", totals.uncounted())
                  .toString());
    } else if (inodes) {
      String entries = human ? Sizes.humanCount(totals.entries()) : Long.toString(totals.entries());
      new Table("Filesystem", ">Inodes", ">IUsed", ">IFree", ">IUse%", "Mounted on")
          .row(name, "-", entries, "-", "-", "/")
          .print(shell.out());
    } else {
      new Table(
              "Filesystem",
              human ? ">Size" : ">1K-blocks",
              ">Used",
              human ? ">Avail" : ">Available",
              ">Use%",
              "Mounted on")
          .row(
              name,
              size(totals.totalBytes()),
              size(totals.usedBytes()),
              size(totals.freeBytes()),
              percent(totals.usedBytes(), totals.freeBytes()),
              "/")
          .print(shell.out());
    }
  }

  private String size(long bytes) {
    return human ? Sizes.human(bytes) : Long.toString(Sizes.blocks(bytes, 1024));
  }

  /** The percentage of used in used and free, rounded up as df does. */
  private static String percent(long used, long free) {
    double all = (double) used + free;
    return all == 0 ? "-" : (long) Math.ceil(100 * (used / all)) + "%";
  }
}

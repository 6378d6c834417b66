package io.gigafs.cli.fs.list;

import io.gigafs.cli.CommandException;
import io.gigafs.cli.JsonObject;
import io.gigafs.cli.fs.operand.EntryJson;
import io.gigafs.cli.fs.operand.FileCommand;
import io.gigafs.cli.fs.operand.FsCommand;
import io.gigafs.cli.fs.operand.Operand;
import io.gigafs.cli.fs.operand.Sizes;
import io.gigafs.client.GigaClient;
import io.gigafs.protocol.FileAttributes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code du}, by apparent size. */
@Command(
    name = "du",
    description = {
      "Sums up the sizes of the files below directories, as ls shows them.",
      "A file with several names counts once. Directories are scanned in parallel and printed in",
      "no order, but each after its contents."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  giga fs du -sh /projects",
      "  giga fs du -h -d 1 /projects",
      "  giga fs du -s --inodes /"
    })
public final class DuCommand extends FileCommand {
  private static final long KIBIBYTE = 1 << 10;
  private static final long MEBIBYTE = 1 << 20;

  @Option(
      names = {"-s", "--summarize"},
      description = "Only the operands themselves.")
  private boolean summarize;

  @Option(
      names = {"-a", "--all"},
      description = "Also files, not only directories.")
  private boolean all;

  @Option(
      names = {"-d", "--max-depth"},
      paramLabel = "N",
      description = "Only up to N levels below an operand; 0 is the same as -s.")
  private @Nullable Integer maxDepth;

  @Option(
      names = {"-c", "--total"},
      description = "Also the total of all operands.")
  private boolean total;

  @Option(
      names = {"-h", "--human-readable"},
      description = "Sizes like 1.1K and 12M.")
  private boolean human;

  @Option(
      names = {"-b", "--bytes"},
      description = "In bytes.")
  void setBytes(boolean given) {
    unit = 1;
  }

  @Option(names = "-k", description = "In units of 1024 bytes (the default).")
  void setKibibytes(boolean given) {
    unit = KIBIBYTE;
  }

  @Option(names = "-m", description = "In units of 1024 * 1024 bytes.")
  void setMebibytes(boolean given) {
    unit = MEBIBYTE;
  }

  @Option(names = "--inodes", description = "Numbers of files and directories instead of bytes.")
  private boolean inodes;

  @Option(
      names = {"-l", "--count-links"},
      description = "Count a file once for each of its names.")
  private boolean countLinks;

  @Option(
      names = {"-0", "--null"},
      description = "End lines with NUL.")
  private boolean nullEnds;

  @Option(names = "--json", description = "One JSON object per line.")
  private boolean json;

  @Parameters(paramLabel = "PATH", arity = "1..*", description = "The directories and files.")
  private List<String> paths = new ArrayList<>();

  private long unit = KIBIBYTE;

  public DuCommand(FsCommand fs) {
    super(fs);
  }

  @Override
  protected List<String> paths() {
    return paths;
  }

  @Override
  protected void check() {
    if (summarize && all) {
      throw CommandException.usage("not both -s and -a");
    }
    if (summarize && maxDepth != null && maxDepth != 0) {
      throw CommandException.usage("not both -s and -d " + maxDepth);
    }
    if (maxDepth != null && maxDepth < 0) {
      throw CommandException.usage("-d: not a depth: " + maxDepth);
    }
  }

  @Override
  protected void run(GigaClient client, List<Operand> operands) {
    DiskUsage usage = new DiskUsage(client.async(), countLinks, this::accept, this::report);
    DiskUsage.Sum sum = new DiskUsage.Sum();
    forEach(operands, operand -> measure(client, usage, operand, sum));
    if (total) {
      print("total", sum);
    }
  }

  private void measure(GigaClient client, DiskUsage usage, Operand operand, DiskUsage.Sum sum)
      throws IOException {
    FileAttributes attributes = lstat(client, operand);
    sum.add(usage.measure(operand, attributes));
  }

  private void accept(Operand operand, boolean directory, int depth, DiskUsage.Sum sum) {
    int deepest = summarize ? 0 : maxDepth == null ? Integer.MAX_VALUE : maxDepth;
    if (depth <= deepest && (directory || all || depth == 0)) {
      print(operand.text(), sum);
    }
  }

  private void print(String name, DiskUsage.Sum sum) {
    if (json) {
      JsonObject object = new JsonObject();
      EntryJson.putText(object, "name", name);
      out().println(object.put("bytes", sum.bytes()).put("entries", sum.entries()).toString());
      return;
    }
    String line = amount(sum) + "\t" + name;
    if (nullEnds) {
      out().print(line + "\0");
    } else {
      out().println(line);
    }
  }

  private String amount(DiskUsage.Sum sum) {
    if (inodes) {
      return human ? Sizes.humanCount(sum.entries()) : Long.toString(sum.entries());
    }
    return human ? Sizes.human(sum.bytes()) : Long.toString(Sizes.blocks(sum.bytes(), unit));
  }
}

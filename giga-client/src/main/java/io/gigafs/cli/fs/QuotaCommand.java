package io.gigafs.cli.fs;

import io.gigafs.cli.CommandException;
import io.gigafs.cli.ErrorText;
import io.gigafs.cli.JsonObject;
import io.gigafs.cli.ProgressLine;
import io.gigafs.cli.Table;
import io.gigafs.cli.TransferRate;
import io.gigafs.cli.fs.operand.FileCommand;
import io.gigafs.cli.fs.operand.FsCommand;
import io.gigafs.cli.fs.operand.LosslessPaths;
import io.gigafs.cli.fs.operand.Operand;
import io.gigafs.cli.fs.operand.Sizes;
import io.gigafs.client.GigaClient;
import io.gigafs.client.Quota;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code quota}: limits on the contents of directories. */
@Command(
    name = "quota",
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Shows and sets limits on the contents of directories, including everything below them.",
      "Files and directories, and bytes of regular files, count; operations beyond a limit fail",
      "with EDQUOT. The quota of the nearest parent that has one applies."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  giga fs quota set --max-entries 1M --max-bytes 2T /home/alice",
      "  giga fs quota get /home/alice",
      "  giga fs quota clear /home/alice"
    })
final class QuotaCommand implements Runnable {
  private static final Quota NONE = new Quota(0, 0, 0, 0);

  @Spec private @Nullable CommandSpec spec;

  /** The command with its subcommands. */
  static CommandLine line(FsCommand fs) {
    return new CommandLine(new QuotaCommand())
        .addSubcommand(new Get(fs))
        .addSubcommand(new Set(fs))
        .addSubcommand(new Clear(fs));
  }

  @Override
  public void run() {
    if (spec != null) {
      throw new ParameterException(spec.commandLine(), "missing command");
    }
  }

  /** {@code quota get}. */
  @Command(
      name = "get",
      description = "Shows limits and usage.",
      footerHeading = "%nExamples:%n",
      footer = "  giga fs quota get -h /home/*")
  static final class Get extends FileCommand {
    @Option(
        names = {"-h", "--human-readable"},
        description = "Numbers like 1.1K and 12M.")
    private boolean human;

    @Option(names = "--json", description = "One JSON object per line.")
    private boolean json;

    @Parameters(paramLabel = "DIRECTORY", arity = "1..*", description = "Whose.")
    private List<String> paths = new ArrayList<>();

    Get(FsCommand fs) {
      super(fs);
    }

    @Override
    protected List<String> paths() {
      return paths;
    }

    @Override
    protected void run(GigaClient client, List<Operand> operands) {
      Table table =
          new Table("DIRECTORY", ">ENTRIES", ">LIMIT", ">USE%", ">BYTES", ">LIMIT", ">USE%");
      boolean[] any = new boolean[1];
      forEach(
          operands,
          operand -> {
            Quota quota = client.quota(operand.path());
            if (json) {
              print(operand, quota);
            } else {
              table.row(row(operand, quota));
              any[0] = true;
            }
          });
      if (any[0]) {
        table.print(out());
      }
    }

    @Override
    public void failed(Operand operand, Throwable thrown) {
      if (ErrorText.unwrap(thrown) instanceof GigaException e && e.code() == ErrorCode.ENODATA) {
        report(operand, "has no quota");
      } else {
        super.failed(operand, thrown);
      }
    }

    private void print(Operand operand, Quota quota) {
      out()
          .println(
              new JsonObject()
                  .put("directory", LosslessPaths.text(operand.path()))
                  .put("entries", quota.usedEntries())
                  .put("max_entries", limit(quota.maxEntries()))
                  .put("bytes", quota.usedBytes())
                  .put("max_bytes", limit(quota.maxBytes()))
                  .toString());
    }

    private static @Nullable Long limit(long limit) {
      return limit == 0 ? null : Long.valueOf(limit);
    }

    private String[] row(Operand operand, Quota quota) {
      return new String[] {
        out().isTerminal() ? operand.shown() : operand.text(),
        count(quota.usedEntries()),
        quota.maxEntries() == 0 ? "-" : count(quota.maxEntries()),
        percent(quota.usedEntries(), quota.maxEntries()),
        bytes(quota.usedBytes()),
        quota.maxBytes() == 0 ? "-" : bytes(quota.maxBytes()),
        percent(quota.usedBytes(), quota.maxBytes())
      };
    }

    private String count(long number) {
      return human ? Sizes.humanCount(number) : Long.toString(number);
    }

    private String bytes(long number) {
      return human ? Sizes.human(number) : Long.toString(number);
    }

    private static String percent(long used, long limit) {
      return limit == 0 ? "-" : (long) Math.ceil(100.0 * used / limit) + "%";
    }
  }

  /** {@code quota set}. */
  @Command(
      name = "set",
      description = {
        "Limits the contents of directories; for root only.",
        "A limit that is not given is unchanged. Existing contents are counted first, which",
        "takes a while for a large tree."
      },
      footerHeading = "%nExamples:%n",
      footer = "  giga fs quota set --max-entries 1M --max-bytes 2T /home/alice")
  static final class Set extends FileCommand {
    @Option(
        names = "--max-entries",
        paramLabel = "N",
        description = "Files and directories; K, M, G, T for powers of 1000; 0 for no limit.")
    private @Nullable String maxEntries;

    @Option(
        names = "--max-bytes",
        paramLabel = "N",
        description = "Bytes of files; K, M, G, T for powers of 1024; 0 for no limit.")
    private @Nullable String maxBytes;

    @Parameters(paramLabel = "DIRECTORY", arity = "1..*", description = "Whose.")
    private List<String> paths = new ArrayList<>();

    private @Nullable Long entries;
    private @Nullable Long bytes;

    Set(FsCommand fs) {
      super(fs);
    }

    @Override
    protected List<String> paths() {
      return paths;
    }

    @Override
    protected void check() {
      if (maxEntries == null && maxBytes == null) {
        throw CommandException.usage("no limit given: use --max-entries N or --max-bytes N");
      }
      entries = parse("--max-entries", maxEntries, 1000);
      bytes = parse("--max-bytes", maxBytes, 1024);
    }

    private static @Nullable Long parse(String option, @Nullable String text, long base) {
      if (text == null) {
        return null;
      }
      try {
        return Sizes.parse(text, base);
      } catch (IllegalArgumentException e) {
        throw CommandException.usage(option + ": '" + text + "' is not a number like 500 or 2T");
      }
    }

    @Override
    protected void run(GigaClient client, List<Operand> operands) {
      forEach(operands, operand -> set(client, operand));
    }

    private void set(GigaClient client, Operand operand) throws GigaException {
      Quota old = entries == null || bytes == null ? known(client, operand) : NONE;
      long newEntries = entries == null ? old.maxEntries() : entries;
      long newBytes = bytes == null ? old.maxBytes() : bytes;
      TransferRate rate = new TransferRate();
      ProgressLine progress =
          ProgressLine.forPeople(
              shell(),
              () ->
                  String.format(
                      Locale.ROOT,
                      "%s: counting the contents, %.0fs",
                      operand.shown(),
                      rate.seconds()));
      try {
        client.setQuota(operand.path(), newEntries, newBytes);
      } finally {
        progress.close();
      }
    }
  }

  /** {@code quota clear}. */
  @Command(
      name = "clear",
      description = "Removes limits; for root only.",
      footerHeading = "%nExamples:%n",
      footer = "  giga fs quota clear /home/alice")
  static final class Clear extends FileCommand {
    @Parameters(paramLabel = "DIRECTORY", arity = "1..*", description = "Whose.")
    private List<String> paths = new ArrayList<>();

    Clear(FsCommand fs) {
      super(fs);
    }

    @Override
    protected List<String> paths() {
      return paths;
    }

    @Override
    protected void run(GigaClient client, List<Operand> operands) {
      forEach(operands, operand -> client.setQuota(operand.path(), 0, 0));
    }
  }

  /** The limits of a directory. */
  private static Quota known(GigaClient client, Operand operand) throws GigaException {
    try {
      return client.quota(operand.path());
    } catch (GigaException e) {
      if (e.code() == ErrorCode.ENODATA) {
        return NONE;
      }
      throw e;
    }
  }
}

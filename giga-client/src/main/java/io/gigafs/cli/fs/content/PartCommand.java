package io.gigafs.cli.fs.content;

import io.gigafs.cli.CommandException;
import io.gigafs.cli.ErrorText;
import io.gigafs.cli.data.ClusterFile;
import io.gigafs.cli.fs.operand.FsCommand;
import io.gigafs.cli.fs.operand.Operand;
import io.gigafs.cli.fs.operand.Sizes;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Base of head and tail: the amount to print, and headers with the names of files. */
abstract class PartCommand extends PrintingCommand {
  private static final long DEFAULT_LINES = 10;

  @Option(
      names = {"-q", "--quiet", "--silent"},
      description = "Never print names above files.")
  private boolean quiet;

  @Option(
      names = {"-v", "--verbose"},
      description = "Print names above a single file too.")
  private boolean verbose;

  @Option(
      names = {"-z", "--zero-terminated"},
      description = "Lines end with NUL.")
  private boolean zeroTerminated;

  private @Nullable String lines;
  private @Nullable String bytes;
  private Amount amount = new Amount(DEFAULT_LINES, false, false);
  private boolean first = true;

  /**
   * The amount.
   *
   * @param ofBytes whether it counts bytes, not lines
   * @param signed whether the number has the sign that inverts its meaning
   */
  record Amount(long count, boolean ofBytes, boolean signed) {}

  PartCommand(FsCommand fs) {
    super(fs);
  }

  /** The last of the options -n and -c takes effect. */
  final void setLines(String text) {
    lines = text;
    bytes = null;
  }

  final void setBytes(String text) {
    bytes = text;
    lines = null;
  }

  /** The sign that inverts the meaning of numbers. */
  abstract char sign();

  abstract FileRange range(ClusterFile file, LineSearch search, Amount wanted) throws IOException;

  @Override
  protected void check() {
    String text = bytes != null ? bytes : lines;
    if (text != null) {
      amount = parse(bytes != null ? "-c" : "-n", text);
    }
  }

  private Amount parse(String option, String text) {
    boolean signed = !text.isEmpty() && (text.charAt(0) == '-' || text.charAt(0) == '+');
    try {
      long count = Sizes.parse(signed ? text.substring(1) : text, 1024);
      return new Amount(count, bytes != null, signed && text.charAt(0) == sign());
    } catch (IllegalArgumentException e) {
      throw CommandException.usage(option + ": not a number: " + ErrorText.of(e));
    }
  }

  @Override
  final FileRange range(ClusterFile file) throws IOException {
    byte end = (byte) (zeroTerminated ? 0 : '\n');
    return range(file, new LineSearch(file, end), amount);
  }

  @Override
  final void begin(Operand operand) {
    boolean several = paths().size() > 1;
    if (!quiet && (several || verbose)) {
      out().print((first ? "" : "\n") + "==> " + operand.text() + " <==\n");
    }
    first = false;
  }
}

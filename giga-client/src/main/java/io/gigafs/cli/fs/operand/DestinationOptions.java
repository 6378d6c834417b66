package io.gigafs.cli.fs.operand;

import io.gigafs.cli.CommandException;
import io.gigafs.cli.ErrorText;
import io.gigafs.protocol.ErrorCode;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The destination of commands with several sources: the last operand, or the directory of -t. */
public final class DestinationOptions {
  @Option(
      names = {"-t", "--target-directory"},
      paramLabel = "DIRECTORY",
      description = "Place all operands in this directory.")
  private @Nullable String targetDirectory;

  @Option(
      names = {"-T", "--no-target-directory"},
      description = "The last operand is the new name, even if it is a directory.")
  private boolean noTargetDirectory;

  @Option(
      names = {"-v", "--verbose"},
      description = "Print what was done.")
  private boolean verbose;

  /** Checks whether the destination is a directory. */
  public interface Probe {
    boolean isDirectory() throws IOException;
  }

  public boolean isVerbose() {
    return verbose;
  }

  /** Checks the operands as they were typed. */
  public void check(List<String> operands) {
    if (targetDirectory != null && noTargetDirectory) {
      throw CommandException.usage("not both -t and -T");
    }
    if (operands.isEmpty()) {
      throw CommandException.usage("missing file operand");
    }
    if (targetDirectory == null && operands.size() == 1) {
      throw CommandException.usage(
          "missing destination file operand after " + Quoting.ifNeeded(operands.get(0)));
    }
    if (noTargetDirectory && operands.size() > 2) {
      throw CommandException.usage("extra operand " + Quoting.ifNeeded(operands.get(2)));
    }
  }

  public List<String> sources(List<String> operands) {
    return targetDirectory != null ? operands : operands.subList(0, operands.size() - 1);
  }

  public String destination(List<String> operands) {
    return targetDirectory != null ? targetDirectory : operands.get(operands.size() - 1);
  }

  /**
   * Whether the destination is a directory that receives the sources, rather than a new name.
   *
   * @param shown the destination, for messages
   * @throws CommandException if it must be a directory, but is not
   */
  public boolean goInto(String shown, int sources, Probe probe) {
    boolean into;
    try {
      into = !noTargetDirectory && probe.isDirectory();
    } catch (IOException e) {
      throw CommandException.failed("target " + shown + ": " + ErrorText.ofFile(e), e);
    }
    if (!into && (targetDirectory != null || sources > 1)) {
      throw CommandException.failed("target " + shown + ": " + ErrorCode.ENOTDIR.message());
    }
    return into;
  }
}

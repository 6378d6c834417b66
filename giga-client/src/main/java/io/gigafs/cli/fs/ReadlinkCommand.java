package io.gigafs.cli.fs;

import io.gigafs.cli.ByteText;
import io.gigafs.cli.CommandException;
import io.gigafs.cli.fs.operand.CanonicalPath;
import io.gigafs.cli.fs.operand.FileCommand;
import io.gigafs.cli.fs.operand.FsCommand;
import io.gigafs.cli.fs.operand.Operand;
import io.gigafs.client.GigaClient;
import io.gigafs.protocol.GigaException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code readlink}. */
@Command(
    name = "readlink",
    description = "Prints the targets of symbolic links, or with -f canonical paths.",
    footerHeading = "%nExamples:%n",
    footer = {"  giga fs readlink /current", "  giga fs readlink -f /current/data"})
final class ReadlinkCommand extends FileCommand {
  @Option(
      names = {"-f", "--canonicalize"},
      description = "Follow all links of the path; its last part may be missing.")
  private boolean canonicalize;

  @Option(
      names = {"-e", "--canonicalize-existing"},
      description = "The same, but all parts must exist.")
  private boolean existing;

  @Option(
      names = {"-n", "--no-newline"},
      description = "Do not end the line, if there is one path.")
  private boolean noNewline;

  @Option(
      names = {"-z", "--zero"},
      description = "End with NUL instead of a new line.")
  private boolean zero;

  @Option(
      names = {"-q", "--quiet", "-s", "--silent"},
      description = "Print no error messages: the exit code shows errors.")
  private boolean quiet;

  @Option(
      names = {"-v", "--verbose"},
      description = "Print error messages (the default).")
  void setVerbose(boolean given) {
    quiet = false;
  }

  @Parameters(paramLabel = "PATH", arity = "0..*", description = "The paths.")
  private List<String> paths = new ArrayList<>();

  ReadlinkCommand(FsCommand fs) {
    super(fs);
  }

  @Override
  protected List<String> paths() {
    if (paths.isEmpty()) {
      throw CommandException.usage("missing operand: which PATH?");
    }
    return paths;
  }

  @Override
  protected void run(GigaClient client, List<Operand> operands) {
    CanonicalPath canonical = new CanonicalPath(client, !existing);
    forEach(
        operands,
        operand -> {
          try {
            print(
                canonicalize || existing
                    ? canonical.of(operand)
                    : ByteText.decode(client.readLink(operand.path())));
          } catch (GigaException e) {
            if (!quiet) {
              throw e;
            }
            fail();
          }
        });
  }

  private void print(String target) {
    out().print(target);
    if (zero) {
      out().put((byte) 0);
    } else if (!noNewline || paths.size() > 1) {
      out().newline();
    }
  }
}

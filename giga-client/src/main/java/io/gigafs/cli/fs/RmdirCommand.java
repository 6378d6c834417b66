package io.gigafs.cli.fs;

import io.gigafs.cli.fs.operand.FileCommand;
import io.gigafs.cli.fs.operand.FsCommand;
import io.gigafs.cli.fs.operand.LosslessPaths;
import io.gigafs.cli.fs.operand.Operand;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code rmdir}. */
@Command(
    name = "rmdir",
    description = "Removes empty directories.",
    footerHeading = "%nExamples:%n",
    footer = {"  giga fs rmdir /a/b", "  giga fs rmdir -p /a/b/c"})
final class RmdirCommand extends FileCommand {
  @Option(
      names = {"-p", "--parents"},
      description = "Also remove its empty parents: -p /a/b is like /a/b /a.")
  private boolean parents;

  @Option(
      names = "--ignore-fail-on-non-empty",
      description = "Ignore directories that are not empty.")
  private boolean ignoreNonEmpty;

  @Option(
      names = {"-v", "--verbose"},
      description = "Print the removed directories.")
  private boolean verbose;

  @Parameters(paramLabel = "DIRECTORY", arity = "1..*", description = "The directories to remove.")
  private List<String> paths = new ArrayList<>();

  RmdirCommand(FsCommand fs) {
    super(fs);
  }

  @Override
  protected List<String> paths() {
    return paths;
  }

  @Override
  protected void run(GigaClient client, List<Operand> operands) {
    forEach(operands, operand -> remove(client, operand));
  }

  private void remove(GigaClient client, Operand operand) throws GigaException {
    if (operand.path().isRoot()) {
      throw ErrorCode.EBUSY.exception(operand.text());
    }
    if (operand.endsInDots()) {
      throw ErrorCode.EINVAL.exception(operand.text());
    }
    GigaPath path = operand.path();
    Operand current = operand;
    while (removeOne(client, current) && parents && path.names().size() > 1) {
      path = path.parent();
      current = new Operand(LosslessPaths.text(path), path, true, operand.cluster());
    }
  }

  private boolean removeOne(GigaClient client, Operand directory) {
    return attempt(
        directory,
        operand -> {
          try {
            client.removeDirectory(operand.path());
          } catch (GigaException e) {
            if (ignoreNonEmpty && e.code() == ErrorCode.ENOTEMPTY) {
              return;
            }
            throw e;
          }
          if (verbose) {
            out().println("removed directory " + operand.shown());
          }
        });
  }
}

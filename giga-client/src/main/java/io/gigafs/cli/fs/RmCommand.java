package io.gigafs.cli.fs;

import io.gigafs.cli.fs.operand.FileCommand;
import io.gigafs.cli.fs.operand.FsCommand;
import io.gigafs.cli.fs.operand.Operand;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import io.gigafs.tree.OnFailure;
import io.gigafs.tree.TreeRemoval;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code rm}; trees are removed with many concurrent requests. */
@Command(
    name = "rm",
    description = "Removes files, and with -r whole trees.",
    footerHeading = "%nExamples:%n",
    footer = {"  giga fs rm /a/b /a/c", "  giga fs rm -rf /scratch/old"})
final class RmCommand extends FileCommand {
  @Option(
      names = {"-r", "-R", "--recursive"},
      description = "Remove directories with their contents.")
  private boolean recursive;

  @Option(
      names = {"-f", "--force"},
      description = "Ignore missing files.")
  private boolean force;

  @Option(
      names = {"-d", "--dir"},
      description = "Also remove empty directories.")
  private boolean emptyDirectories;

  @Option(
      names = {"-v", "--verbose"},
      description = "Print the removed files.")
  private boolean verbose;

  @Parameters(paramLabel = "PATH", arity = "0..*", description = "The files to remove.")
  private List<String> paths = new ArrayList<>();

  RmCommand(FsCommand fs) {
    super(fs);
  }

  @Override
  protected List<String> paths() {
    if (paths.isEmpty() && !force) {
      throw io.gigafs.cli.CommandException.usage("missing operand: which PATH?");
    }
    return paths;
  }

  @Override
  protected void run(GigaClient client, List<Operand> operands) {
    forEach(operands, operand -> remove(client, operand));
  }

  private void remove(GigaClient client, Operand operand) throws IOException {
    if (operand.path().isRoot()) {
      report(operand, "refusing to remove the root directory");
      return;
    }
    if (operand.endsInDots()) {
      report(operand, "refusing to remove '.' or '..'");
      return;
    }
    try {
      if (operand.directoryOnly() && !client.stat(operand.path(), Follow.NO).isDirectory()) {
        throw ErrorCode.ENOTDIR.exception(operand.text());
      }
      client.unlink(operand.path());
      removed(operand, "");
    } catch (GigaException e) {
      switch (e.code()) {
        case ENOENT -> complainUnlessForced(e);
        case EISDIR -> removeDirectory(client, operand, e);
        default -> throw e;
      }
    }
  }

  private void removeDirectory(GigaClient client, Operand operand, GigaException refusal)
      throws IOException {
    if (recursive) {
      try (TreeRemoval removal = new TreeRemoval(client.async(), new Reports(operand))) {
        removal.remove(operand.path());
      }
    } else if (emptyDirectories) {
      client.removeDirectory(operand.path());
      removed(operand, "directory ");
    } else {
      throw refusal;
    }
  }

  private void complainUnlessForced(GigaException e) throws GigaException {
    if (!force) {
      throw e;
    }
  }

  private void removed(Operand operand, String kind) {
    if (verbose) {
      out().println("removed " + kind + operand.shown());
    }
  }

  /** Reports what becomes of the files below an operand. */
  private final class Reports implements TreeRemoval.Listener {
    private final Operand top;

    Reports(Operand top) {
      this.top = top;
    }

    @Override
    public void removed(GigaPath path, boolean directory) {
      if (verbose) {
        RmCommand.this.removed(top.below(path), directory ? "directory " : "");
      }
    }

    @Override
    public OnFailure failed(GigaPath path, IOException thrown) {
      boolean missing = thrown instanceof GigaException e && e.code() == ErrorCode.ENOENT;
      if (missing && force) {
        return OnFailure.IGNORE; // another process has removed it
      }
      report(top.below(path), thrown);
      return OnFailure.CONTINUE;
    }
  }
}

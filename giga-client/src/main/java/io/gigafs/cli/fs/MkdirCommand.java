package io.gigafs.cli.fs;

import io.gigafs.cli.CommandException;
import io.gigafs.cli.ErrorText;
import io.gigafs.cli.fs.operand.FileCommand;
import io.gigafs.cli.fs.operand.FileMode;
import io.gigafs.cli.fs.operand.FsCommand;
import io.gigafs.cli.fs.operand.LosslessPaths;
import io.gigafs.cli.fs.operand.ModeChange;
import io.gigafs.cli.fs.operand.Operand;
import io.gigafs.cli.fs.operand.Quoting;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mkdir}. */
@Command(
    name = "mkdir",
    description = "Creates directories.",
    footerHeading = "%nExamples:%n",
    footer = {"  giga fs mkdir /a", "  giga fs mkdir -p -m 750 /projects/x/runs"})
final class MkdirCommand extends FileCommand {
  @Option(
      names = {"-p", "--parents"},
      description = "Also create missing parents; an existing directory is not an error.")
  private boolean parents;

  @Option(
      names = {"-m", "--mode"},
      paramLabel = "MODE",
      description = "Permissions, as for chmod. Default: rwx for all but the umask's bits.")
  private @Nullable String mode;

  @Option(
      names = {"-v", "--verbose"},
      description = "Print the created directories.")
  private boolean verbose;

  @Parameters(paramLabel = "DIRECTORY", arity = "1..*", description = "The new directories.")
  private List<String> paths = new ArrayList<>();

  private int bits;

  MkdirCommand(FsCommand fs) {
    super(fs);
  }

  @Override
  protected List<String> paths() {
    return paths;
  }

  @Override
  protected void check() {
    int umask = shell().identity().umask();
    try {
      bits =
          mode == null
              ? FileMode.PERMISSIONS & ~umask
              : ModeChange.parse(mode).apply(FileMode.PERMISSIONS, true, umask);
    } catch (IllegalArgumentException e) {
      throw CommandException.usage("--mode: " + ErrorText.of(e));
    }
  }

  @Override
  protected void run(GigaClient client, List<Operand> operands) {
    forEach(
        operands,
        operand -> {
          if (parents) {
            makeAll(client, operand);
          } else if (operand.path().isRoot()) {
            throw ErrorCode.EEXIST.exception("/");
          } else {
            make(client, operand.path(), bits);
          }
        });
  }

  /** Tries the deepest directory first: usually only that one is missing. */
  private void makeAll(GigaClient client, Operand operand) throws GigaException {
    List<GigaPath> missing = new ArrayList<>();
    GigaPath path = operand.path();
    while (!path.isRoot() && !makeIfParentExists(client, path, operand)) {
      missing.add(0, path);
      path = path.parent();
    }
    for (GigaPath each : missing) {
      if (!makeIfParentExists(client, each, operand)) {
        throw ErrorCode.ENOENT.exception(each.toString());
      }
    }
  }

  private boolean makeIfParentExists(GigaClient client, GigaPath path, Operand operand)
      throws GigaException {
    try {
      make(client, path, path.equals(operand.path()) ? bits : parentBits());
      return true;
    } catch (GigaException e) {
      if (e.code() == ErrorCode.ENOENT) {
        return false;
      }
      if (isDirectory(client, path)) {
        return true;
      }
      throw e;
    }
  }

  /** The owner of new parents must be able to create entries in them. */
  private int parentBits() {
    return (FileMode.PERMISSIONS & ~shell().identity().umask()) | 0300;
  }

  private void make(GigaClient client, GigaPath path, int mode) throws GigaException {
    client.makeDirectory(path, mode);
    if (verbose) {
      out().println("created directory " + Quoting.ifNeeded(LosslessPaths.text(path)));
    }
  }

  private static boolean isDirectory(GigaClient client, GigaPath path) {
    try {
      return client.stat(path).isDirectory();
    } catch (GigaException e) {
      return false;
    }
  }
}

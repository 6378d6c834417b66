package io.gigafs.cli.fs.copy;

import io.gigafs.cli.CommandException;
import io.gigafs.cli.fs.operand.FsCommand;
import io.gigafs.cli.fs.operand.Operand;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaClient;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.RenameMode;
import io.gigafs.time.FileTimestamp;
import io.gigafs.tree.OnFailure;
import io.gigafs.tree.TreeRemoval;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code mv}: a rename; between directories with different quotas, a copy and a removal. */
@Command(
    name = "mv",
    description = {
      "Moves and renames files and directories.",
      "Between directories with different quotas, where a rename fails, files are copied and then",
      "removed."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  giga fs mv /a/draft /a/final",
      "  giga fs mv /a/x /a/y /archive",
      "  giga fs mv --exchange /current /next"
    })
public final class MvCommand extends TransferCommand {
  @Option(names = "--exchange", description = "Exchange the two names atomically.")
  private boolean exchange;

  @Option(names = "--no-copy", description = "Fail if a rename is not possible.")
  private boolean noCopy;

  @Option(
      names = {"-u", "--update"},
      description = "Only files newer than those they would replace.")
  private boolean update;

  public MvCommand(FsCommand fs) {
    super(fs);
  }

  @Option(
      names = {"-f", "--force"},
      description = "Replace without asking (the default).")
  void setForce(boolean given) {
    setClobber(Clobber.FORCE);
  }

  @Override
  protected void check() {
    super.check();
    if (exchange && clobber() == Clobber.NEVER) {
      throw CommandException.usage("not both --exchange and -n");
    }
  }

  @Override
  String attempted(Operand source, Operand destination) {
    return exchange
        ? "cannot exchange " + source.shown() + " and " + destination.shown()
        : "cannot move " + source.shown() + " to " + destination.shown();
  }

  @Override
  void transfer(GigaClient client, Operand source, Operand destination) throws IOException {
    if (source.path().isRoot() || source.endsInDots()) {
      throw ErrorCode.EBUSY.exception(source.text());
    }
    FileAttributes from = client.stat(source.path(), Follow.NO);
    if (source.directoryOnly() && !from.isDirectory()) {
      throw ErrorCode.ENOTDIR.exception(source.text());
    }
    if (exchange) {
      client.rename(source.path(), destination.path(), RenameMode.EXCHANGE);
      say("exchanged " + source.shown() + " <-> " + destination.shown());
      return;
    }
    FileAttributes there = lstatIfPresent(client, destination);
    if (!mayMove(from, source, there, destination)) {
      return;
    }
    if (there != null && there.inode().equals(from.inode()) && !from.isDirectory()) {
      client.unlink(source.path());
    } else {
      rename(client, from, source, destination);
    }
    say("renamed " + source.shown() + " -> " + destination.shown());
  }

  private boolean mayMove(
      FileAttributes from, Operand source, @Nullable FileAttributes there, Operand destination)
      throws IOException {
    if (destination.directoryOnly() && !from.isDirectory()) {
      throw ErrorCode.ENOTDIR.exception(destination.text());
    }
    if (there == null) {
      return true;
    }
    if (source.path().equals(destination.path())) {
      throw sameFile(source, destination);
    }
    if (clobber() == Clobber.NEVER
        || (update && !FileTimestamp.isAfter(from.modifiedNanos(), there.modifiedNanos()))
        || !mayReplace(destination)) {
      return false;
    }
    checkKinds(from, source, there, destination);
    return true;
  }

  private void rename(GigaClient client, FileAttributes from, Operand source, Operand destination)
      throws IOException {
    RenameMode mode = clobber() == Clobber.NEVER ? RenameMode.NO_REPLACE : RenameMode.REPLACE;
    try {
      client.rename(source.path(), destination.path(), mode);
    } catch (GigaException e) {
      switch (e.code()) {
        case EINVAL -> {
          if (!from.isDirectory()) {
            throw e;
          }
          throw CommandException.failed(
              "cannot move "
                  + source.shown()
                  + " to a subdirectory of itself, "
                  + destination.shown());
        }
        case ENOTEMPTY ->
            throw CommandException.failed(
                "cannot overwrite " + destination.shown() + ": " + e.code().message());
        case EXDEV -> {
          if (noCopy) {
            throw e;
          }
          copyAndRemove(client, from, source, destination);
        }
        default -> throw e;
      }
    }
  }

  /** The existing destination is removed first, as a rename would have replaced it. */
  private void copyAndRemove(
      GigaClient client, FileAttributes from, Operand source, Operand destination)
      throws IOException {
    try {
      if (from.isDirectory()) {
        client.removeDirectory(destination.path());
      } else {
        client.unlink(destination.path());
      }
    } catch (GigaException e) {
      if (e.code() != ErrorCode.ENOENT) {
        throw CommandException.failed(
            "cannot overwrite " + destination.shown() + ": " + reason(destination, e));
      }
    }
    try (Copier copier = new Copier(this, client, CopyRules.moving())) {
      if (!copier.copy(source, destination)) {
        complain(source.shown() + ": not removed, as not all of it was copied");
        return;
      }
    }
    if (from.isDirectory()) {
      TreeRemoval.Listener reports =
          (path, thrown) -> {
            report(source.below(path), thrown);
            return OnFailure.CONTINUE;
          };
      try (TreeRemoval removal = new TreeRemoval(client.async(), reports)) {
        removal.remove(source.path());
      }
    } else {
      client.unlink(source.path());
    }
  }
}

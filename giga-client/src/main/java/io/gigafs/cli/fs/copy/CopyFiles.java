package io.gigafs.cli.fs.copy;

import io.gigafs.cli.ByteText;
import io.gigafs.cli.CommandException;
import io.gigafs.cli.data.ClusterFile;
import io.gigafs.cli.fs.copy.CopyRules.Preserved;
import io.gigafs.cli.fs.operand.LosslessPaths;
import io.gigafs.cli.fs.operand.Operand;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.client.OpenOptions;
import io.gigafs.client.OpenOptions.Flag;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.time.FileTimestamp;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Copies files of all types within a cluster, replacing existing files if permitted. Safe for use
 * by several threads.
 */
final class CopyFiles {
  private final Copier copier;
  private final TransferCommand command;
  private final GigaClient client;
  private final CopyRules rules;
  private final CopiedAttributes attributes;

  /** Creates a file that is not a directory. */
  private interface Making {
    void make() throws IOException;
  }

  CopyFiles(Copier copier, CopiedAttributes attributes) {
    this.copier = copier;
    this.command = copier.command();
    this.client = copier.client();
    this.rules = copier.rules();
    this.attributes = attributes;
  }

  /** Copies a file of any type, or links to an existing copy of it. */
  void copy(FileAttributes from, Operand file, Operand copy) throws IOException {
    if (from.links() < 2 || !rules.preserves(Preserved.LINKS)) {
      makeFile(from, file, copy);
      return;
    }
    copier
        .links()
        .make(
            from.inode(),
            copy.path(),
            () -> makeFile(from, file, copy),
            first -> linkTo(first, from, file, copy));
  }

  private void linkTo(GigaPath first, FileAttributes from, Operand file, Operand copy)
      throws IOException {
    if (put(from, file, copy, () -> client.link(first, copy.path(), Follow.NO))) {
      copier.made(file, copy);
    }
  }

  private void makeFile(FileAttributes from, Operand file, Operand copy) throws IOException {
    boolean made =
        switch (rules.kind()) {
          case HARD_LINK ->
              put(from, file, copy, () -> client.link(file.path(), copy.path(), follow()));
          case SYMBOLIC_LINK -> {
            byte[] target = ByteText.encode(LosslessPaths.text(file.path()));
            yield put(from, file, copy, () -> client.symlink(target, copy.path()));
          }
          case COPY -> copyOfType(from, file, copy);
        };
    if (made) {
      copier.made(file, copy);
    }
  }

  private Follow follow() {
    return rules.followsAll() ? Follow.YES : Follow.NO;
  }

  private boolean copyOfType(FileAttributes from, Operand file, Operand copy) throws IOException {
    boolean made;
    if (from.type() == FileType.REGULAR) {
      made = copyRegular(from, file, copy);
    } else if (from.type() == FileType.SYMLINK) {
      byte[] target = client.readLink(file.path());
      made = put(from, file, copy, () -> client.symlink(target, copy.path()));
    } else if (rules.recursive()) {
      made =
          put(
              from,
              file,
              copy,
              () ->
                  client.makeNode(
                      copy.path(), from.type(), attributes.initialMode(from), from.device()));
    } else {
      throw CommandException.failed("-r not specified; omitting special file " + file.shown());
    }
    if (made) {
      attributes.finish(from, file, copy);
    }
    return made;
  }

  private boolean copyRegular(FileAttributes from, Operand file, Operand copy) throws IOException {
    ClusterFile target = openCopy(from, file, copy);
    if (target == null) {
      return false;
    }
    try (target) {
      if (!rules.attributesOnly()) {
        copier.copyBytes(file, target);
      }
    }
    return true;
  }

  /** Opens an empty file for a copy; null if an existing file is kept. */
  private @Nullable ClusterFile openCopy(FileAttributes from, Operand file, Operand copy)
      throws IOException {
    try {
      return create(from, copy);
    } catch (GigaException e) {
      if (e.code() != ErrorCode.EEXIST) {
        throw e;
      }
    }
    FileAttributes there = client.stat(copy.path(), Follow.NO);
    if (!mayGo(from, file, there, copy)) {
      return null;
    }
    ClusterFile emptied = openEmptied(from, file, there, copy);
    if (emptied != null) {
      return emptied;
    }
    client.unlink(copy.path());
    return create(from, copy);
  }

  private ClusterFile create(FileAttributes from, Operand copy) throws IOException {
    OpenOptions options =
        OpenOptions.of(Flag.WRITE, Flag.CREATE, Flag.EXCLUSIVE)
            .withMode(attributes.initialMode(from));
    return ClusterFile.open(client, copy.path(), options);
  }

  /** Opens the existing file for the copy; null if it must be removed first. */
  private @Nullable ClusterFile openEmptied(
      FileAttributes from, Operand file, FileAttributes there, Operand copy) throws IOException {
    if (there.type() == FileType.SYMLINK) {
      checkTarget(from, file, copy);
    } else if (there.type() != FileType.REGULAR
        || (there.links() > 1 && rules.preserves(Preserved.LINKS))) {
      return null;
    }
    try {
      return ClusterFile.open(
          client,
          copy.path(),
          rules.attributesOnly()
              ? OpenOptions.of(Flag.WRITE)
              : OpenOptions.of(Flag.WRITE, Flag.TRUNCATE));
    } catch (GigaException e) {
      if (!rules.force() || e.code() != ErrorCode.EACCES) {
        throw e;
      }
      return null;
    }
  }

  /** Checks the target of an existing link, which is written through. */
  private void checkTarget(FileAttributes from, Operand file, Operand copy) throws GigaException {
    FileAttributes target;
    try {
      target = client.stat(copy.path());
    } catch (GigaException e) {
      if (e.code() == ErrorCode.ENOENT) {
        throw CommandException.failed("not writing through dangling symlink " + copy.shown());
      }
      throw e;
    }
    TransferCommand.checkKinds(from, file, target, copy);
    if (target.inode().equals(from.inode())) {
      throw TransferCommand.sameFile(file, copy);
    }
  }

  /** Creates a file in place of an existing one; false if that is kept. */
  private boolean put(FileAttributes from, Operand file, Operand copy, Making making)
      throws IOException {
    try {
      making.make();
      return true;
    } catch (GigaException e) {
      if (e.code() != ErrorCode.EEXIST) {
        throw e;
      }
    }
    if (!mayGo(from, file, client.stat(copy.path(), Follow.NO), copy)) {
      return false;
    }
    client.unlink(copy.path());
    making.make();
    return true;
  }

  private boolean mayGo(FileAttributes from, Operand file, FileAttributes there, Operand copy) {
    TransferCommand.checkKinds(from, file, there, copy);
    if (there.inode().equals(from.inode())) {
      if (rules.kind() == CopyRules.Kind.HARD_LINK) {
        return false;
      }
      throw TransferCommand.sameFile(file, copy);
    }
    if (rules.newerOnly() && !FileTimestamp.isAfter(from.modifiedNanos(), there.modifiedNanos())) {
      return false;
    }
    return command.mayReplace(copy);
  }
}

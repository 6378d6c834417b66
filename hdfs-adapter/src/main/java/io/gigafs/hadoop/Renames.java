package io.gigafs.hadoop;

import io.gigafs.client.Follow;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.RenameMode;
import java.io.IOException;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.jspecify.annotations.Nullable;

/** HDFS's two renames, with their treatment of existing destinations. */
record Renames(GigaClient client) {
  /**
   * FileSystem.rename: moves into an existing directory, and never replaces anything.
   *
   * @return whether it was done; false if, as in HDFS, the source or the destination's directory
   *     does not exist, or the new name exists
   */
  boolean rename(GigaPath from, GigaPath to) throws IOException {
    if (from.isRoot()) {
      return false;
    }
    try {
      if (!to.isRoot() && tryTo(from, to)) {
        return true;
      }
      if (!client.stat(to).isDirectory()) {
        return from.equals(to);
      }
      GigaPath within = to.child(from.name());
      return !from.equals(to) && !from.equals(within) && tryTo(from, within);
    } catch (GigaException e) {
      return switch (e.code()) {
        case ENOENT, EINVAL -> false;
        default -> throw e;
      };
    }
  }

  /** Whether the rename to an unused name succeeded. */
  private boolean tryTo(GigaPath from, GigaPath to) throws GigaException {
    try {
      client.rename(from, to, RenameMode.NO_REPLACE);
      return true;
    } catch (GigaException e) {
      if (e.code() == ErrorCode.EEXIST) {
        return false;
      }
      throw e;
    }
  }

  /**
   * FileContext.rename: renames to exactly this name.
   *
   * @param overwrites whether an existing file or empty directory is replaced
   */
  void rename(GigaPath from, GigaPath to, boolean overwrites) throws IOException {
    FileAttributes source = client.stat(from, Follow.NO);
    if (from.equals(to)) {
      throw new FileAlreadyExistsException("The source " + from + " and destination are the same");
    }
    checkIsNoLinkTo(from, source, to);
    if (overwrites) {
      checkAreAlike(source, to);
    }
    client.rename(from, to, overwrites ? RenameMode.REPLACE : RenameMode.NO_REPLACE);
  }

  /** Refuses to rename a link over its own target, which would leave it dangling. */
  private void checkIsNoLinkTo(GigaPath from, FileAttributes source, GigaPath to)
      throws IOException {
    if (source.type() != FileType.SYMLINK) {
      return;
    }
    FileAttributes target = statOrNull(from, Follow.YES);
    FileAttributes replaced = statOrNull(to, Follow.NO);
    if (target != null && replaced != null && target.inode().equals(replaced.inode())) {
      throw new FileAlreadyExistsException(
          "Cannot rename symlink " + from + " to its target " + to);
    }
  }

  private void checkAreAlike(FileAttributes source, GigaPath to) throws IOException {
    FileAttributes replaced = statOrNull(to, Follow.NO);
    if (replaced != null && source.isDirectory() != replaced.isDirectory()) {
      throw new IOException(
          "a file and a directory do not replace each other: "
              + to
              + (replaced.isDirectory() ? " is a directory" : " is none"));
    }
  }

  private @Nullable FileAttributes statOrNull(GigaPath path, Follow follow) throws GigaException {
    try {
      return client.stat(path, follow);
    } catch (GigaException e) {
      if (e.code() == ErrorCode.ENOENT) {
        return null;
      }
      throw e;
    }
  }
}

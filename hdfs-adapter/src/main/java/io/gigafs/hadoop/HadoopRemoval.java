package io.gigafs.hadoop;

import io.gigafs.client.Awaiting;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.hadoop.failure.HadoopExceptions;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import io.gigafs.tree.OnFailure;
import io.gigafs.tree.TreeRemoval;
import java.io.IOException;

/** Removes files with one request, and directories with Hadoop's semantics. */
record HadoopRemoval(GigaClient client) {
  /**
   * Removes a file or directory.
   *
   * @return whether anything existed; false for the root, which is never removed itself
   * @throws GigaException with the code ENOTEMPTY for a directory that is not empty, unless
   *     recursive
   */
  boolean remove(GigaPath path, boolean recursive) throws GigaException {
    if (path.isRoot()) {
      return removeRoot(recursive);
    }
    try {
      if (unlink(path)) {
        return true;
      }
      if (recursive) {
        removeTree(path);
      } else {
        client.removeDirectory(path);
      }
      return true;
    } catch (GigaException e) {
      if (HadoopExceptions.isMissing(e)) {
        return false;
      }
      throw e;
    }
  }

  /** Removes a tree; after a failure, it may be partly removed. Others may remove it meanwhile. */
  private void removeTree(GigaPath path) throws GigaException {
    TreeRemoval.Listener untilFailure =
        (file, failure) -> isGone(failure) ? OnFailure.IGNORE : OnFailure.STOP;
    try (TreeRemoval removal = new TreeRemoval(client.async(), untilFailure)) {
      removal.remove(path);
    } catch (IOException e) {
      throw Awaiting.causeOf(e);
    }
  }

  private static boolean isGone(IOException failure) {
    return failure instanceof GigaException e
        && (e.code() == ErrorCode.ENOENT || e.code() == ErrorCode.ESTALE);
  }

  /** Whether it was not a directory, and was removed. */
  private boolean unlink(GigaPath path) throws GigaException {
    try {
      client.unlink(path);
      return true;
    } catch (GigaException e) {
      if (e.code() == ErrorCode.EISDIR) {
        return false;
      }
      throw e;
    }
  }

  /** Leaves the root and its contents unchanged, since nobody means to remove them. */
  private boolean removeRoot(boolean recursive) throws GigaException {
    try (GigaClient.EntryIterator entries = client.list(GigaPath.ROOT, false)) {
      if (entries.hasNext() && !recursive) {
        throw ErrorCode.ENOTEMPTY.exception("/");
      }
      return false;
    }
  }
}

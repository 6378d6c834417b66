package io.gigafs.hadoop;

import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.hadoop.failure.Failures;
import io.gigafs.hadoop.tree.TreeRemoval;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;

/** Removes a file with one request, a directory as Hadoop wants it. */
record Removal(GigaClient client) {
  /**
   * Removes.
   *
   * @return whether anything was there; false for the root, which stays as it is unless it is empty
   * @throws GigaException of code ENOTEMPTY for a directory that is not empty, unless recursive
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
        new TreeRemoval(client.async()).remove(path);
      } else {
        client.removeDirectory(path);
      }
      return true;
    } catch (GigaException e) {
      if (Failures.isMissing(e)) {
        return false;
      }
      throw e;
    }
  }

  /** Whether it was no directory, and is gone. */
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

  /** Nobody means it: what is below the root stays. */
  private boolean removeRoot(boolean recursive) throws GigaException {
    try (GigaClient.EntryIterator entries = client.list(GigaPath.ROOT, false)) {
      if (entries.hasNext() && !recursive) {
        throw ErrorCode.ENOTEMPTY.exception("/");
      }
      return false;
    }
  }
}

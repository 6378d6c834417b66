package io.gigafs.hadoop;

import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;

/** Creates directories as mkdir -p does. */
record Directories(GigaClient client) {
  /** The owner of new parents must be able to create entries in them. */
  private static final int IMPLICIT_PARENT_BITS = 0300;

  /**
   * Creates a directory and its missing parents: one request if the parent exists.
   *
   * @param mode permission bits, the umask already applied
   */
  void make(GigaPath path, int mode) throws GigaException {
    if (path.isRoot()) {
      return;
    }
    try {
      makeOne(path, mode);
    } catch (GigaException e) {
      if (e.code() != ErrorCode.ENOENT) {
        throw e;
      }
      make(path.parent(), mode | IMPLICIT_PARENT_BITS);
      makeOne(path, mode);
    }
  }

  private void makeOne(GigaPath path, int mode) throws GigaException {
    try {
      client.makeDirectory(path, mode);
    } catch (GigaException e) {
      if (e.code() != ErrorCode.EEXIST || !client.stat(path).isDirectory()) {
        throw e;
      }
    }
  }
}

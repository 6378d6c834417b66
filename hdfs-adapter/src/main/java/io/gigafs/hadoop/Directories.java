package io.gigafs.hadoop;

import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;

/** Makes directories as mkdir -p does. */
record Directories(GigaClient client) {
  /** Whoever makes directories can go on in those that come about on the way. */
  private static final int IMPLICIT_PARENT_BITS = 0300;

  /**
   * Has a directory be there, with all above it: one request where the parent is there.
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

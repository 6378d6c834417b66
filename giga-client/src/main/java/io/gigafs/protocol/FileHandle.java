package io.gigafs.protocol;

import io.gigafs.index.InodeId;

/**
 * A file that a client has opened.
 *
 * @param inode the file's id, by which it is found whatever its name is now
 * @param session the client's session
 * @param number tells the session's handles apart, and is never used again
 */
public record FileHandle(InodeId inode, long session, long number) {
  void write(WireWriter out) {
    out.inode(inode).int64(session).varlong(number);
  }

  static FileHandle read(WireReader in) {
    return new FileHandle(in.inode(), in.int64(), in.varlong());
  }
}

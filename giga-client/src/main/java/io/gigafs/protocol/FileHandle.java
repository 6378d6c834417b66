package io.gigafs.protocol;

import io.gigafs.index.InodeId;

/**
 * An open file of a client.
 *
 * @param inode the file's id, which identifies it independently of its name
 * @param session the client's session
 * @param number distinguishes the session's handles, and is never reused
 */
public record FileHandle(InodeId inode, long session, long number) {
  public void write(WireWriter out) {
    out.inode(inode).int64(session).varlong(number);
  }

  public static FileHandle read(WireReader in) {
    return new FileHandle(in.inode(), in.int64(), in.varlong());
  }
}

package io.gigafs.protocol;

import io.gigafs.index.InodeId;

/**
 * That a directory comes to be in another one.
 *
 * @param into the directory that is to hold its entry
 */
public record DirectoryMove(InodeId directory, InodeId into) {
  /** The bytes that a move takes. */
  static final int BYTES = 2 * Long.BYTES;

  void write(WireWriter out) {
    out.inode(directory).inode(into);
  }

  static DirectoryMove read(WireReader in) {
    return new DirectoryMove(in.inode(), in.inode());
  }
}

package io.gigafs.protocol;

import io.gigafs.index.InodeId;

/**
 * The move of a directory into another one.
 *
 * @param into the new parent
 */
public record DirectoryMove(InodeId directory, InodeId into) {
  /** The encoded size. */
  static final int BYTES = 2 * Long.BYTES;

  void write(WireWriter out) {
    out.inode(directory).inode(into);
  }

  static DirectoryMove read(WireReader in) {
    return new DirectoryMove(in.inode(), in.inode());
  }
}

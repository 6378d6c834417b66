package io.gigafs.protocol.transaction;

import io.gigafs.index.InodeId;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

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

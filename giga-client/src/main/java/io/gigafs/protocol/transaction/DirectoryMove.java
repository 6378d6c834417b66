package io.gigafs.protocol.transaction;

import static io.gigafs.protocol.Elements.INODE;

import io.gigafs.index.InodeId;
import io.gigafs.protocol.Codec;

/**
 * The move of a directory into another one.
 *
 * @param into the new parent
 */
public record DirectoryMove(InodeId directory, InodeId into) {
  static final Codec<DirectoryMove> CODEC = Codec.of(DirectoryMove.class, INODE, INODE);

  /** The encoded size. */
  static final int BYTES = 2 * Long.BYTES;
}

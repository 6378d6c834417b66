package io.gigafs.protocol.transaction;

import static io.gigafs.protocol.Elements.INODE;

import io.gigafs.index.InodeId;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Result;

/** The directory that was created. */
public record PrepareDirectoryResult(InodeId directory) implements Result {
  public static final Codec<PrepareDirectoryResult> CODEC =
      Codec.of(PrepareDirectoryResult.class, INODE);
}

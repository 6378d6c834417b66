package io.gigafs.protocol.transaction;

import io.gigafs.index.InodeId;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/** The directory that was created. */
public record PrepareDirectoryResult(InodeId directory) implements Result {
  public static final Codec<PrepareDirectoryResult> CODEC =
      Codec.of(
          PrepareDirectoryResult.class,
          PrepareDirectoryResult::write,
          PrepareDirectoryResult::read);

  void write(WireWriter out) {
    out.inode(directory);
  }

  static PrepareDirectoryResult read(WireReader in) {
    return new PrepareDirectoryResult(in.inode());
  }
}

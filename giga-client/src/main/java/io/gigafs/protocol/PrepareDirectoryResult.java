package io.gigafs.protocol;

import io.gigafs.index.InodeId;

/** The directory that was created. */
public record PrepareDirectoryResult(InodeId directory) implements Result {
  void write(WireWriter out) {
    out.inode(directory);
  }

  static PrepareDirectoryResult read(WireReader in) {
    return new PrepareDirectoryResult(in.inode());
  }
}

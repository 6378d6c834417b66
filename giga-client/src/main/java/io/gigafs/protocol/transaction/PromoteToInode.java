package io.gigafs.protocol.transaction;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * Creates an inode record for a file, with all rows that belong to the file: the name {@link
 * InodeId#FILE_NAME} in the directory of its inode id, which is created with it.
 */
public record PromoteToInode(FileCopy file) implements CommitStep {
  @Override
  public Name name() {
    return InodeId.FILE_NAME;
  }

  void write(WireWriter out) {
    file.write(out);
  }

  static PromoteToInode read(WireReader in) {
    return new PromoteToInode(FileCopy.read(in));
  }
}

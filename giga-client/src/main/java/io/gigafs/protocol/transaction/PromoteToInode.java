package io.gigafs.protocol.transaction;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.protocol.Codec;

/**
 * Creates an inode record for a file, with all rows that belong to the file: the name {@link
 * InodeId#FILE_NAME} in the directory of its inode id, which is created with it.
 */
public record PromoteToInode(FileCopy file) implements CommitStep {
  static final Codec<PromoteToInode> CODEC = Codec.of(PromoteToInode.class, FileCopy.CODEC);

  @Override
  public Name name() {
    return InodeId.FILE_NAME;
  }
}

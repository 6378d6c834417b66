package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;

/**
 * Gives a file a place of its own, with all that hangs on it: the name {@link InodeId#FILE_NAME} in
 * the directory of its inode id, which comes into being with it.
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

package io.gigafs.client;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;

/** A directory by its inode id, wherever it is. The root is {@link GigaPath#ROOT}. */
public record DirectoryInode(InodeId inode) implements DirectoryTarget {
  @Override
  public InodeId expected() {
    return inode;
  }

  @Override
  public EntryTarget child(Name name) {
    return new EntryTarget(inode, name);
  }

  /** For messages. */
  @Override
  public String toString() {
    return "inode " + inode;
  }
}

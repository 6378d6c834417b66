package io.gigafs.client;

import io.gigafs.client.Target.EntryTarget;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;

/** What an operation on a directory and its names acts on: a path, or an inode id. */
public sealed interface DirectoryTarget extends Target
    permits GigaPath, DirectoryTarget.DirectoryInode {
  /** A directory by its inode id. */
  static DirectoryTarget of(InodeId directory) {
    return directory.equals(InodeId.ROOT) ? GigaPath.ROOT : new DirectoryInode(directory);
  }

  /** A name in the directory. */
  Target child(Name name);

  /** A directory by its inode id, wherever it is. The root is {@link GigaPath#ROOT}. */
  record DirectoryInode(InodeId inode) implements DirectoryTarget {
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
}

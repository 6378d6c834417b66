package io.gigafs.client;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;

/** What an operation on a directory and its names acts on: a path, or an inode id. */
public sealed interface DirectoryTarget extends Target permits GigaPath, DirectoryInode {
  /** A directory by its inode id. */
  static DirectoryTarget of(InodeId directory) {
    return directory.equals(InodeId.ROOT) ? GigaPath.ROOT : new DirectoryInode(directory);
  }

  /** A name in the directory. */
  Target child(Name name);
}

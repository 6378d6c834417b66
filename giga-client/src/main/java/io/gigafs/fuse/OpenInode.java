package io.gigafs.fuse;

import io.gigafs.index.InodeId;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** A file that the mount has open, for all of its handles. Safe for use by several threads. */
final class OpenInode {
  private final InodeId inode;

  /** Who may hold byte ranges of the file, and the process that took them. */
  private final ConcurrentMap<Long, Integer> lockOwners = new ConcurrentHashMap<>(0);

  OpenInode(InodeId inode) {
    this.inode = inode;
  }

  InodeId inode() {
    return inode;
  }

  /** An owner is about to take a byte range. */
  void locks(long owner, int pid) {
    lockOwners.put(owner, pid);
  }

  /** Whether an owner may hold some, and is to hold none from here on. */
  boolean endsLocks(long owner) {
    return !lockOwners.isEmpty() && lockOwners.remove(owner) != null;
  }

  /** The process behind an owner; 0 if it is not one of this mount's. */
  int processOf(long owner) {
    return lockOwners.getOrDefault(owner, 0);
  }
}

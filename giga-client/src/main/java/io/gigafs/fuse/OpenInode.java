package io.gigafs.fuse;

import io.gigafs.index.InodeId;
import io.gigafs.time.FileTimestamp;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** A file that the mount has open, for all of its handles. Safe for use by several threads. */
final class OpenInode {
  private final InodeId inode;

  /** Who may hold byte ranges of the file, and the process that took them. */
  private final ConcurrentMap<Long, Integer> lockOwners = new ConcurrentHashMap<>(0);

  /** Those of them who may hold an exclusive one. */
  private final Set<Long> exclusiveOwners = ConcurrentHashMap.newKeySet(0);

  /** How many handles are open that read and write, and so may be mapped to be stored to. */
  private final AtomicInteger mappable = new AtomicInteger();

  /** The {@link io.gigafs.client.OpenFile#foreignChange} as of which the kernel's pages are. */
  private volatile long pagesAsOf;

  /** The latest ctime that an opening found. */
  private final AtomicLong foundChangedNanos = new AtomicLong(FileTimestamp.EARLIEST);

  OpenInode(InodeId inode, long foreignChange) {
    this.inode = inode;
    this.pagesAsOf = foreignChange;
  }

  /** Whether the kernel has no pages of before what others have done, as far as is known. */
  boolean hasPagesAsOf(long foreignChange) {
    return pagesAsOf == foreignChange;
  }

  /** The kernel has dropped all pages since others had done so much. */
  void droppedPages(long foreignChange) {
    pagesAsOf = foreignChange;
  }

  /** An opening found the file changed last at this time. */
  void found(long changedNanos) {
    foundChangedNanos.accumulateAndGet(changedNanos, FileTimestamp::later);
  }

  /** Whether an opening has found a later state than one that was changed last at this time. */
  boolean isOlderThanFound(long changedNanos) {
    return FileTimestamp.isAfter(foundChangedNanos.get(), changedNanos);
  }

  InodeId inode() {
    return inode;
  }

  /** One more handle reads and writes, or one less. */
  void mappable(int more) {
    mappable.addAndGet(more);
  }

  /** Whether somebody may store to the file through a mapping. */
  boolean isMappable() {
    return mappable.get() > 0;
  }

  /** An owner is about to take a byte range. */
  void locks(long owner, int pid, boolean isExclusive) {
    lockOwners.put(owner, pid);
    if (isExclusive) {
      exclusiveOwners.add(owner);
    }
  }

  /** Whether an owner may hold an exclusive lock of any bytes. */
  boolean mayLockExclusively(long owner) {
    return exclusiveOwners.contains(owner);
  }

  /** An owner has given up all that it held. */
  void unlockedAll(long owner) {
    exclusiveOwners.remove(owner);
  }

  /** Whether an owner may hold some, and is to hold none from here on. */
  boolean endsLocks(long owner) {
    if (lockOwners.isEmpty() || lockOwners.remove(owner) == null) {
      return false;
    }
    unlockedAll(owner);
    return true;
  }

  /** The process behind an owner; 0 if it is not one of this mount's. */
  int processOf(long owner) {
    return lockOwners.getOrDefault(owner, 0);
  }
}

package io.gigafs.fuse;

import io.gigafs.index.InodeId;
import io.gigafs.time.FileTimestamp;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** A file that the mount has open, for all of its handles. Safe for use by several threads. */
final class OpenInode {
  private final InodeId inode;

  /** Who may hold byte ranges of the file. */
  private final ConcurrentMap<Long, LockOwner> lockOwners = new ConcurrentHashMap<>(0);

  /** Those of them who may hold an exclusive one. */
  private final Set<Long> exclusiveOwners = ConcurrentHashMap.newKeySet(0);

  /** Done once the server has closed all handles that were released so far. */
  private volatile CompletableFuture<Void> releases = CompletableFuture.completedFuture(null);

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

  /**
   * An owner of byte ranges: a process, or an open file description (F_OFD_SETLK of fcntl(2)),
   * which has one handle.
   *
   * @param pid the process that took the last one
   * @param handles by which it took them
   */
  private record LockOwner(int pid, Set<Long> handles) {
    LockOwner with(LockOwner other) {
      if (handles.containsAll(other.handles)) {
        return other.pid == pid ? this : new LockOwner(other.pid, handles);
      }
      Set<Long> all = new HashSet<>(handles);
      all.addAll(other.handles);
      return new LockOwner(other.pid, Set.copyOf(all));
    }

    LockOwner without(long handle) {
      Set<Long> rest = new HashSet<>(handles);
      rest.remove(handle);
      return new LockOwner(pid, Set.copyOf(rest));
    }
  }

  /** An owner is about to take a byte range by a handle. */
  void locks(long owner, int pid, long handle, boolean isExclusive) {
    lockOwners.merge(owner, new LockOwner(pid, Set.of(handle)), LockOwner::with);
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

  /**
   * The kernel releases a handle: the owners that hold byte ranges by it alone, which are to hold
   * none from here on. These are open file descriptions: each close(2) of a process ends all that
   * the process holds of the file, and comes before.
   */
  List<Long> release(long handle) {
    if (lockOwners.isEmpty()) {
      return List.of();
    }
    List<Long> ended = new ArrayList<>(1);
    for (Long owner : lockOwners.keySet()) {
      lockOwners.computeIfPresent(
          owner,
          (id, known) -> {
            LockOwner rest = known.without(handle);
            if (!rest.handles().isEmpty()) {
              return rest;
            }
            ended.add(owner);
            return null;
          });
    }
    ended.forEach(this::unlockedAll);
    return ended;
  }

  /**
   * A handle is being released.
   *
   * @param closed done, and well, once its locks are gone
   */
  synchronized void releasing(CompletableFuture<Void> closed) {
    releases = releases.isDone() ? closed : CompletableFuture.allOf(releases, closed);
  }

  /** Done once no lock is left of the handles that were released so far; another with each. */
  CompletableFuture<Void> releases() {
    return releases;
  }

  /** The process behind an owner; 0 if it is not one of this mount's. */
  int processOf(long owner) {
    LockOwner known = lockOwners.get(owner);
    return known == null ? 0 : known.pid();
  }
}

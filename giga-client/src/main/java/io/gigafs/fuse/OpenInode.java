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

/**
 * A file that the mount has open, shared by all of its handles. Safe for use by several threads.
 */
final class OpenInode {
  private final InodeId inode;

  /** Owners that may hold byte-range locks of the file. */
  private final ConcurrentMap<Long, LockOwner> lockOwners = new ConcurrentHashMap<>(0);

  /** Those of them that may hold an exclusive one. */
  private final Set<Long> exclusiveOwners = ConcurrentHashMap.newKeySet(0);

  /** Done once the server has closed all handles that were released so far. */
  private volatile CompletableFuture<Void> releases = CompletableFuture.completedFuture(null);

  /** Number of handles open for reading and writing, through which a mapping may store. */
  private final AtomicInteger mappable = new AtomicInteger();

  /** The {@link io.gigafs.client.OpenFile#foreignChange} that the kernel's pages correspond to. */
  private volatile long pagesAsOf;

  /** The latest ctime that an opening has found. */
  private final AtomicLong foundChangedNanos = new AtomicLong(FileTimestamp.EARLIEST);

  OpenInode(InodeId inode, long foreignChange) {
    this.inode = inode;
    this.pagesAsOf = foreignChange;
  }

  /** Whether the kernel has no pages older than this change counter, as far as is known. */
  boolean hasPagesAsOf(long foreignChange) {
    return pagesAsOf == foreignChange;
  }

  /** Records that the kernel has dropped all pages older than this change counter. */
  void droppedPages(long foreignChange) {
    pagesAsOf = foreignChange;
  }

  /** Records the ctime that an opening has found. */
  void found(long changedNanos) {
    foundChangedNanos.accumulateAndGet(changedNanos, FileTimestamp::later);
  }

  /** Whether an opening has found a later state than one with this ctime. */
  boolean isOlderThanFound(long changedNanos) {
    return FileTimestamp.isAfter(foundChangedNanos.get(), changedNanos);
  }

  InodeId inode() {
    return inode;
  }

  /** Adds to the number of handles through which a mapping may store. */
  void mappable(int more) {
    mappable.addAndGet(more);
  }

  /** Whether a process may store to the file through a mapping. */
  boolean isMappable() {
    return mappable.get() > 0;
  }

  /**
   * An owner of byte-range locks: a process, or an open file description (F_OFD_SETLK of fcntl(2)),
   * which has one handle.
   *
   * @param pid the process that took the last lock
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

  /** Registers an owner that is about to lock a byte range by a handle. */
  void locks(long owner, int pid, long handle, boolean isExclusive) {
    lockOwners.merge(owner, new LockOwner(pid, Set.of(handle)), LockOwner::with);
    if (isExclusive) {
      exclusiveOwners.add(owner);
    }
  }

  /** Whether an owner may hold an exclusive byte-range lock. */
  boolean mayLockExclusively(long owner) {
    return exclusiveOwners.contains(owner);
  }

  /** Unregisters the exclusive locks of an owner that has released all its locks. */
  void unlockedAll(long owner) {
    exclusiveOwners.remove(owner);
  }

  /** Unregisters an owner. Returns whether it may have held locks. */
  boolean endsLocks(long owner) {
    if (lockOwners.isEmpty() || lockOwners.remove(owner) == null) {
      return false;
    }
    unlockedAll(owner);
    return true;
  }

  /**
   * Unregisters a released handle. Returns the owners that held locks by it alone, which are open
   * file descriptions: the locks of a process end with any of its close(2) calls, which come
   * before.
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
   * Registers a handle that is being released.
   *
   * @param closed completes normally once its locks are gone
   */
  synchronized void releasing(CompletableFuture<Void> closed) {
    releases = releases.isDone() ? closed : CompletableFuture.allOf(releases, closed);
  }

  /**
   * Completes once no lock is left of the handles released so far. Each release sets another
   * future.
   */
  CompletableFuture<Void> releases() {
    return releases;
  }

  /** The process behind an owner; 0 if it is not one of this mount's. */
  int processOf(long owner) {
    LockOwner known = lockOwners.get(owner);
    return known == null ? 0 : known.pid();
  }
}

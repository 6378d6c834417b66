package io.gigafs.fuse.memory;

import io.gigafs.fuse.binding.FuseLock;
import io.gigafs.protocol.ErrorCode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Locks of files in memory. Byte ranges are stored as they were locked. */
final class MemoryLocks {
  private record Held(long owner, long handle, FuseLock.Type type, long start, long end, int pid) {
    boolean overlaps(long from, long to) {
      return start <= to && from <= end;
    }
  }

  private final Map<Long, List<Held>> ranges = new HashMap<>();
  private final Map<Long, List<Held>> whole = new HashMap<>();

  private static Optional<Held> conflict(
      List<Held> held, long owner, FuseLock.Type type, long start, long end) {
    return held.stream()
        .filter(other -> other.owner != owner && other.overlaps(start, end))
        .filter(other -> type == FuseLock.Type.EXCLUSIVE || other.type == FuseLock.Type.EXCLUSIVE)
        .findFirst();
  }

  synchronized void find(long inode, long owner, FuseLock lock) {
    Optional<Held> found =
        conflict(
            ranges.getOrDefault(inode, List.of()), owner, lock.type(), lock.start(), lock.end());
    if (found.isPresent()) {
      Held held = found.get();
      lock.setRange(held.type, held.start, held.end, held.pid);
    } else {
      lock.setNone();
    }
  }

  synchronized int lock(long inode, long handle, long owner, FuseLock lock, boolean waits)
      throws InterruptedException {
    return take(
        ranges,
        inode,
        new Held(owner, handle, lock.type(), lock.start(), lock.end(), lock.pid()),
        waits);
  }

  synchronized int flock(long inode, long handle, FuseLock.Type type, boolean waits)
      throws InterruptedException {
    return take(whole, inode, new Held(handle, handle, type, 0, Long.MAX_VALUE, 0), waits);
  }

  private int take(Map<Long, List<Held>> locks, long inode, Held wanted, boolean waits)
      throws InterruptedException {
    List<Held> held = locks.computeIfAbsent(inode, number -> new ArrayList<>());
    if (wanted.type != FuseLock.Type.NONE) {
      while (conflict(held, wanted.owner, wanted.type, wanted.start, wanted.end).isPresent()) {
        if (!waits) {
          return -ErrorCode.EAGAIN.number();
        }
        wait();
      }
    }
    cut(held, wanted);
    if (wanted.type != FuseLock.Type.NONE) {
      held.add(wanted);
    }
    notifyAll();
    return 0;
  }

  /** Removes a range from the locks of its owner. */
  private static void cut(List<Held> held, Held range) {
    List<Held> left = new ArrayList<>();
    for (Held each : held) {
      if (each.owner != range.owner || !each.overlaps(range.start, range.end)) {
        left.add(each);
        continue;
      }
      if (each.start < range.start) {
        left.add(
            new Held(each.owner, each.handle, each.type, each.start, range.start - 1, each.pid));
      }
      if (each.end > range.end) {
        left.add(new Held(each.owner, each.handle, each.type, range.end + 1, each.end, each.pid));
      }
    }
    held.clear();
    held.addAll(left);
  }

  synchronized void unlockAll(long inode, long owner) {
    ranges.getOrDefault(inode, new ArrayList<>()).removeIf(held -> held.owner == owner);
    notifyAll();
  }

  /** Releases the locks of an open file description; those of processes are released before. */
  synchronized void release(long inode, long handle) {
    ranges.getOrDefault(inode, new ArrayList<>()).removeIf(held -> held.handle == handle);
    whole.getOrDefault(inode, new ArrayList<>()).removeIf(held -> held.handle == handle);
    notifyAll();
  }
}

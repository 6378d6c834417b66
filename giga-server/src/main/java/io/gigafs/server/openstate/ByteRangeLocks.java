package io.gigafs.server.openstate;

import io.gigafs.protocol.file.LockType;
import io.gigafs.server.openstate.RangeLock.LockOwner;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The byte-range locks of one file, as defined by fcntl(2). Used by one thread.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>No two locks conflict.
 *   <li>An owner has at most one lock on each byte: a new lock replaces, splits or shortens an old
 *       one.
 *   <li>Adjacent locks of the same owner and type are merged.
 *   <li>Locks are ordered by their first bytes.
 * </ol>
 */
public final class ByteRangeLocks {
  private static final Comparator<RangeLock> BY_FIRST_BYTE =
      Comparator.comparingLong(RangeLock::first);

  private final List<RangeLock> locks = new ArrayList<>();

  /** The first lock that conflicts with the wanted one, or null. */
  public @Nullable RangeLock conflictWith(RangeLock wanted) {
    for (RangeLock held : locks) {
      if (held.conflictsWith(wanted)) {
        return held;
      }
    }
    return null;
  }

  /** All locks that conflict with the wanted one. */
  List<RangeLock> conflictsWith(RangeLock wanted) {
    return locks.stream().filter(held -> held.conflictsWith(wanted)).toList();
  }

  /** Adds a lock that conflicts with none; it replaces its owner's locks of the range. */
  public void add(RangeLock wanted) {
    remove(wanted.owner(), wanted.first(), wanted.last());
    long first = wanted.first();
    long last = wanted.last();
    for (RangeLock held : locks) {
      if (isSameKind(held, wanted) && held.touches(wanted)) {
        first = Math.min(first, held.first());
        last = Math.max(last, held.last());
      }
    }
    RangeLock merged = wanted.between(first, last);
    locks.removeIf(
        held -> isSameKind(held, merged) && held.overlaps(merged.first(), merged.last()));
    locks.add(merged);
    locks.sort(BY_FIRST_BYTE);
  }

  private static boolean isSameKind(RangeLock one, RangeLock other) {
    return one.owner().equals(other.owner()) && one.type() == other.type();
  }

  /**
   * Removes an owner's locks of a range.
   *
   * @return whether any byte was locked
   */
  public boolean remove(LockOwner owner, long first, long last) {
    List<RangeLock> rests = new ArrayList<>();
    boolean removed =
        locks.removeIf(
            held -> {
              boolean goes = held.owner().equals(owner) && held.overlaps(first, last);
              if (goes && held.first() < first) {
                rests.add(held.between(held.first(), first - 1));
              }
              if (goes && held.last() > last) {
                rests.add(held.between(last + 1, held.last()));
              }
              return goes;
            });
    locks.addAll(rests);
    locks.sort(BY_FIRST_BYTE);
    return removed;
  }

  /** Removes all locks of a session. */
  boolean removeAll(long session) {
    return locks.removeIf(held -> held.owner().session() == session);
  }

  /** A session's locks. */
  List<RangeLock> of(long session) {
    return locks.stream().filter(held -> held.owner().session() == session).toList();
  }

  /** All locks, ordered by their first bytes. */
  List<RangeLock> all() {
    return List.copyOf(locks);
  }

  boolean isEmpty() {
    return locks.isEmpty();
  }

  /** Whether the owner can get this lock now. */
  boolean allows(RangeLock wanted) {
    return conflictWith(wanted) == null;
  }

  /** Creates a lock of a range; a length of 0 means up to the end. */
  public static RangeLock lock(LockOwner owner, LockType type, long start, long length) {
    return new RangeLock(owner, type, start, lastOf(start, length));
  }

  /** The last byte of a range; a length of 0 means up to the end. */
  public static long lastOf(long start, long length) {
    return length == 0 ? Long.MAX_VALUE : start + length - 1;
  }
}

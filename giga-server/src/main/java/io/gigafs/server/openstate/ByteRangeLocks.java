package io.gigafs.server.openstate;

import io.gigafs.protocol.LockType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The byte-range locks of one file, as fcntl(2) has them. Used by one thread.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>no two locks conflict;
 *   <li>an owner has at most one lock on each byte: a new one replaces what it had, splitting or
 *       shortening it;
 *   <li>an owner's locks of one type that touch are one;
 *   <li>locks are in the order of their first bytes.
 * </ol>
 */
public final class ByteRangeLocks {
  private static final Comparator<RangeLock> BY_FIRST_BYTE =
      Comparator.comparingLong(RangeLock::first);

  private final List<RangeLock> locks = new ArrayList<>();

  /** The first lock that hinders the wanted one, or null. */
  public @Nullable RangeLock conflictWith(RangeLock wanted) {
    for (RangeLock held : locks) {
      if (held.conflictsWith(wanted)) {
        return held;
      }
    }
    return null;
  }

  /** All locks that hinder the wanted one. */
  public List<RangeLock> conflictsWith(RangeLock wanted) {
    return locks.stream().filter(held -> held.conflictsWith(wanted)).toList();
  }

  /** Takes a lock that nothing hinders, in place of what its owner had there. */
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
   * Gives up what an owner has of a range.
   *
   * @return whether it had anything of it
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

  /** Gives up all that a session has. */
  boolean removeAll(long session) {
    return locks.removeIf(held -> held.owner().session() == session);
  }

  /** A session's locks. */
  List<RangeLock> of(long session) {
    return locks.stream().filter(held -> held.owner().session() == session).toList();
  }

  /** All locks, by their first bytes. */
  List<RangeLock> all() {
    return List.copyOf(locks);
  }

  public boolean isEmpty() {
    return locks.isEmpty();
  }

  /** Whether this owner may lock so right now. */
  public boolean allows(RangeLock wanted) {
    return conflictWith(wanted) == null;
  }

  /** The lock of a byte range, from a start and a length of which 0 means all. */
  public static RangeLock lock(LockOwner owner, LockType type, long start, long length) {
    return new RangeLock(owner, type, start, lastOf(start, length));
  }

  /** The last byte of a range, of which a length of 0 means all from the start on. */
  public static long lastOf(long start, long length) {
    return length == 0 ? Long.MAX_VALUE : start + length - 1;
  }
}

package io.gigafs.server.openstate;

import io.gigafs.protocol.file.LockType;

/**
 * A locked byte range.
 *
 * @param first the first byte
 * @param last the last byte, {@link Long#MAX_VALUE} for up to the end
 */
public record RangeLock(LockOwner owner, LockType type, long first, long last) {
  public RangeLock {
    if (first < 0 || last < first) {
      throw new IllegalArgumentException("no bytes " + first + " to " + last);
    }
  }

  /** Whether the two locks exclude each other. */
  boolean conflictsWith(RangeLock other) {
    return !owner.equals(other.owner)
        && overlaps(other.first, other.last)
        && (type == LockType.EXCLUSIVE || other.type == LockType.EXCLUSIVE);
  }

  boolean overlaps(long otherFirst, long otherLast) {
    return first <= otherLast && otherFirst <= last;
  }

  /** Whether the ranges overlap or are adjacent. */
  boolean touches(RangeLock other) {
    return overlaps(other.first, other.last)
        || (last != Long.MAX_VALUE && last + 1 == other.first)
        || (other.last != Long.MAX_VALUE && other.last + 1 == first);
  }

  RangeLock between(long newFirst, long newLast) {
    return new RangeLock(owner, type, newFirst, newLast);
  }

  /**
   * The owner of byte-range locks: a process, by its client's number. An owner's locks do not
   * conflict with each other.
   */
  public record LockOwner(long session, long owner) {}
}

package io.gigafs.model;

import io.gigafs.protocol.file.LockType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The advisory locks of one file: fcntl(2) and flock(2), which do not conflict with each other. */
final class ModelFileLocks {
  private final List<Range> ranges = new ArrayList<>();
  private final Map<ModelFile, LockType> whole = new LinkedHashMap<>();

  /** The owner of byte ranges: a client, and its number for the owner. */
  record Owner(long client, long number) {}

  /**
   * A locked byte range.
   *
   * @param last the last byte, {@code Long.MAX_VALUE} for all from the first on
   */
  record Range(Owner owner, LockType type, long first, long last) {
    boolean overlaps(long otherFirst, long otherLast) {
      return first <= otherLast && otherFirst <= last;
    }

    boolean touches(Range other) {
      boolean apart =
          (other.last != Long.MAX_VALUE && first > other.last + 1)
              || (last != Long.MAX_VALUE && other.first > last + 1);
      return !apart;
    }
  }

  private static boolean exclude(LockType one, LockType other) {
    return one == LockType.EXCLUSIVE || other == LockType.EXCLUSIVE;
  }

  /** The conflicting locks of other owners, by first byte. */
  List<Range> conflicts(Owner owner, LockType type, long first, long last) {
    return ranges.stream()
        .filter(range -> !range.owner.equals(owner))
        .filter(range -> range.overlaps(first, last) && exclude(range.type, type))
        .sorted(Comparator.comparingLong(Range::first))
        .toList();
  }

  /** Locks a range that has no conflicts, and replaces the owner's locks there. */
  void lock(Owner owner, LockType type, long first, long last) {
    unlock(owner, first, last);
    Range joined = new Range(owner, type, first, last);
    for (Range range : List.copyOf(ranges)) {
      if (range.owner.equals(owner) && range.type == type && range.touches(joined)) {
        ranges.remove(range);
        joined =
            new Range(
                owner,
                type,
                Math.min(range.first, joined.first),
                Math.max(range.last, joined.last));
      }
    }
    ranges.add(joined);
  }

  /** Unlocks a range of an owner; its locks outside the range stay. */
  void unlock(Owner owner, long first, long last) {
    for (Range range : List.copyOf(ranges)) {
      if (range.owner.equals(owner) && range.overlaps(first, last)) {
        ranges.remove(range);
        if (range.first < first) {
          ranges.add(new Range(owner, range.type, range.first, first - 1));
        }
        if (range.last > last) {
          ranges.add(new Range(owner, range.type, last + 1, range.last));
        }
      }
    }
  }

  /** Releases all byte ranges of a client. */
  void forget(long client) {
    ranges.removeIf(range -> range.owner.client == client);
  }

  boolean mayLockWhole(ModelFile handle, LockType type) {
    return whole.entrySet().stream()
        .noneMatch(held -> held.getKey() != handle && exclude(held.getValue(), type));
  }

  void lockWhole(ModelFile handle, LockType type) {
    whole.put(handle, type);
  }

  void unlockWhole(ModelFile handle) {
    whole.remove(handle);
  }
}

package io.gigafs.tablefs.engine.front;

import io.gigafs.tablefs.engine.Slice;
import io.gigafs.tablefs.engine.WriteRecords;
import io.gigafs.tablefs.schema.Family;
import io.gigafs.tablefs.schema.KeyRange;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The staged rows of a family, and the keys of its flushed rows.
 *
 * <p>Thread-safe. The lock is held for memory accesses only.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>No key is both staged and flushed. A key that is neither has no row.
 *   <li>A row is added or removed only when the write that does so is committed.
 * </ol>
 */
final class StagedRows {
  private final Family family;
  private final SlotArray slots;
  private final NavigableMap<byte[], StagedRow> staged = new TreeMap<>(Arrays::compareUnsigned);
  private final NavigableSet<byte[]> flushed = new TreeSet<>(Arrays::compareUnsigned);
  private final Deque<StagingWrite> idle = new ArrayDeque<>();

  /**
   * Failed writes that may still take effect: a log that could not be synced may hand them to the
   * next process, which then must find their slots intact.
   */
  private final List<StagingWrite> failed = new ArrayList<>();

  private int writers;
  private long tick;

  /** Whether there may be flushed rows whose keys are unknown: then every key counts as flushed. */
  private boolean unsure;

  StagedRows(Family family, SlotArray slots) {
    this.family = family;
    this.slots = slots;
  }

  /**
   * Decides for each record whether its row is staged or passed to the engine below.
   *
   * @param takes whether rows may be staged
   * @return to be passed to {@link #end}; null if all writers are busy, or if a write failed
   */
  synchronized @Nullable StagingWrite begin(WriteRecords records, boolean takes) {
    if (!failed.isEmpty()) {
      return null;
    }
    StagingWrite write = idle.poll();
    if (write == null) {
      if (writers == Stamp.WRITERS) {
        return null;
      }
      write = new StagingWrite(writers++);
    }
    for (Map.Entry<byte[], Optional<byte[]>> each : write.begin(records, family).entrySet()) {
      begin(write, each.getKey(), each.getValue().orElse(null), takes);
    }
    return write;
  }

  private void begin(StagingWrite write, byte[] key, byte @Nullable [] value, boolean takes) {
    StagedRow before = staged.get(key);
    boolean isFlushed = before == null && (unsure || flushed.contains(key));
    int slot =
        value == null || isFlushed || !takes
            ? SlotArray.NO_SLOT
            : slots.put(key, value, write.stamp());
    if (before != null) {
      slots.end(before.slot(), write.stamp());
      write.leaves(key, before);
    }
    if (value != null && slot != SlotArray.NO_SLOT) {
      write.comes(key, new StagedRow(value, slot, tick));
    } else if (value != null) {
      write.passOn(family, key, value);
    } else if (isFlushed) {
      write.deleteBelow(family, key);
    }
  }

  /** Returns a write, which was committed or has had no effect so far. */
  synchronized void end(StagingWrite write, boolean committed) {
    if (!committed) {
      failed.add(write);
      return;
    }
    for (StagingWrite.Change change : write.changes()) {
      if (change.comes()) {
        staged.put(change.key(), change.row());
      } else {
        staged.remove(change.key());
        slots.free(change.row().slot());
      }
    }
    flushed.addAll(write.flushed());
    write.gone().forEach(flushed::remove);
    idle.push(write);
  }

  /**
   * Discards failed writes: the engine below has taken a later write, so they can no longer take
   * effect.
   */
  synchronized void forgetFailed() {
    for (StagingWrite write : failed) {
      for (StagingWrite.Change change : write.changes()) {
        if (change.comes()) {
          slots.free(change.row().slot());
        } else {
          slots.end(change.row().slot(), Stamp.NONE);
        }
      }
      idle.push(write);
    }
    failed.clear();
  }

  /** The value of a staged row, which must not be changed; null if there is none. */
  synchronized byte @Nullable [] get(byte[] key) {
    StagedRow row = staged.get(key);
    return row == null ? null : row.value();
  }

  /** Number of staged rows. */
  synchronized int size() {
    return staged.size();
  }

  /** Whether a range contains a staged row. */
  synchronized boolean hasAny(KeyRange range) {
    return !in(range).isEmpty();
  }

  /** A copy of the staged rows of a range. */
  synchronized NavigableMap<byte[], StagedRow> copy(KeyRange range) {
    return new TreeMap<>(in(range));
  }

  private NavigableMap<byte[], StagedRow> in(KeyRange range) {
    return staged.isEmpty() || Arrays.compareUnsigned(range.first(), range.end()) >= 0
        ? new TreeMap<>(Arrays::compareUnsigned)
        : staged.subMap(range.first(), true, range.end(), false);
  }

  /** Counts one second. */
  synchronized void tick() {
    tick++;
  }

  /**
   * Keys of staged rows of at least an age.
   *
   * @param ticks minimum age
   * @param most maximum number of keys
   */
  synchronized List<byte[]> atLeast(int ticks, int most) {
    List<byte[]> old = new ArrayList<>();
    for (Map.Entry<byte[], StagedRow> each : staged.entrySet()) {
      if (tick - each.getValue().tick() >= ticks && old.size() < most) {
        old.add(each.getKey());
      }
    }
    return old;
  }

  /**
   * Adds the staged rows with the given keys to records for the engine below.
   *
   * @return those keys that are staged
   */
  synchronized List<byte[]> write(List<byte[]> keys, WriteRecords to) {
    List<byte[]> written = new ArrayList<>();
    for (byte[] key : keys) {
      StagedRow row = staged.get(key);
      if (row != null) {
        to.put(family, key, row.value());
        written.add(key);
      }
    }
    return written;
  }

  /** The engine below received rows whose keys could not be read. From now on no row is staged. */
  synchronized void anyMayBeFlushed() {
    unsure = true;
  }

  /** Marks rows as flushed: the engine below has them. */
  synchronized void flushed(List<byte[]> keys) {
    for (byte[] key : keys) {
      flushed.add(key);
      StagedRow row = staged.remove(key);
      if (row != null) {
        slots.free(row.slot());
      }
    }
  }

  /** Applies records that the engine below has written. None of them is of a staged row. */
  synchronized void flushed(WriteRecords records) {
    records.forEach(
        new WriteRecords.Visitor() {
          @Override
          public void put(Family of, Slice key, Slice value) {
            if (of == family) {
              flushed.add(key.toByteArray());
            }
          }

          @Override
          public void delete(Family of, Slice key) {
            if (of == family) {
              flushed.remove(key.toByteArray());
            }
          }

          @Override
          public void deleteRange(Family of, Slice first, Slice end) {
            if (of == family) {
              flushed.subSet(first.toByteArray(), true, end.toByteArray(), false).clear();
            }
          }
        });
  }

  /**
   * A row that the engine below does not have yet.
   *
   * @param value must not be changed
   * @param slot its slot in the {@link SlotArray}
   * @param tick the tick at which it was put
   */
  record StagedRow(byte[] value, int slot, long tick) {}
}

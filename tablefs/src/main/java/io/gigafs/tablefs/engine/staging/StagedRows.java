package io.gigafs.tablefs.engine.staging;

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
 * The rows of a family that the engine below does not have, and the keys of those that it has.
 *
 * <p>Invariant: no key is both young and grown, and a key that is neither has no row. Rows come and
 * go when the write that says so is committed. Safe for use by several threads; the lock is held
 * for no longer than it takes to look into memory.
 */
final class StagedRows {
  private final Family family;
  private final SlotArray slots;
  private final NavigableMap<byte[], StagedRow> staged = new TreeMap<>(Arrays::compareUnsigned);
  private final NavigableSet<byte[]> flushed = new TreeSet<>(Arrays::compareUnsigned);
  private final Deque<StagingWrite> idle = new ArrayDeque<>();

  /**
   * Writes that failed, of which it is not known that they never will have an effect: a log that
   * could not be synced may have them for the next process, which then has to find them whole.
   */
  private final List<StagingWrite> failed = new ArrayList<>();

  private int writers;
  private long tick;

  /** Whether there may be grown rows whose keys are not known: then every key counts as grown. */
  private boolean unsure;

  StagedRows(Family family, SlotArray slots) {
    this.family = family;
    this.slots = slots;
  }

  /**
   * Decides what becomes of records.
   *
   * @param takes whether rows may be young
   * @return to be given back to {@link #end}; null if there are as many writers as there can be, or
   *     one failed
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
    int cell =
        value == null || isFlushed || !takes
            ? SlotArray.NO_CELL
            : slots.put(key, value, write.stamp());
    if (before != null) {
      slots.end(before.cell(), write.stamp());
      write.leaves(key, before);
    }
    if (value != null && cell != SlotArray.NO_CELL) {
      write.comes(key, new StagedRow(value, cell, tick));
    } else if (value != null) {
      write.passOn(family, key, value);
    } else if (isFlushed) {
      write.deleteBelow(family, key);
    }
  }

  /** Takes a write back, which was committed or had no effect yet. */
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
        slots.free(change.row().cell());
      }
    }
    flushed.addAll(write.flushed());
    write.gone().forEach(flushed::remove);
    idle.push(write);
  }

  /** The engine below took another write: those that failed before never will have an effect. */
  synchronized void forgetFailed() {
    for (StagingWrite write : failed) {
      for (StagingWrite.Change change : write.changes()) {
        if (change.comes()) {
          slots.free(change.row().cell());
        } else {
          slots.end(change.row().cell(), Stamp.NONE);
        }
      }
      idle.push(write);
    }
    failed.clear();
  }

  /** The value of a young row, which is not to be changed; null if there is none. */
  synchronized byte @Nullable [] get(byte[] key) {
    StagedRow row = staged.get(key);
    return row == null ? null : row.value();
  }

  /** How many rows are young. */
  synchronized int size() {
    return staged.size();
  }

  /** Whether any row of a range is young. */
  synchronized boolean hasAny(KeyRange range) {
    return !in(range).isEmpty();
  }

  /** The young rows of a range as they are now. */
  synchronized NavigableMap<byte[], StagedRow> copy(KeyRange range) {
    return new TreeMap<>(in(range));
  }

  private NavigableMap<byte[], StagedRow> in(KeyRange range) {
    return staged.isEmpty() || Arrays.compareUnsigned(range.first(), range.end()) >= 0
        ? new TreeMap<>(Arrays::compareUnsigned)
        : staged.subMap(range.first(), true, range.end(), false);
  }

  /** A second has gone by. */
  synchronized void tick() {
    tick++;
  }

  /**
   * Some of the young rows.
   *
   * @param ticks how often it must have ticked since they came
   * @param most how many rows
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
   * Puts young rows where the engine below takes them from.
   *
   * @return those of the keys that are young
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

  /** The engine below got rows that could not be read: from now on none is young. */
  synchronized void anyMayBeFlushed() {
    unsure = true;
  }

  /** The engine below has these rows now. */
  synchronized void grew(List<byte[]> keys) {
    for (byte[] key : keys) {
      flushed.add(key);
      StagedRow row = staged.remove(key);
      if (row != null) {
        slots.free(row.cell());
      }
    }
  }

  /** The engine below has written these records; none was of a young row. */
  synchronized void grew(WriteRecords records) {
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
}

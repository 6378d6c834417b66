package io.gigafs.tablefs.engine.nursery;

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
final class YoungRows {
  private final Family family;
  private final Cells cells;
  private final NavigableMap<byte[], YoungRow> young = new TreeMap<>(Arrays::compareUnsigned);
  private final NavigableSet<byte[]> grown = new TreeSet<>(Arrays::compareUnsigned);
  private final Deque<NurseryWrite> idle = new ArrayDeque<>();

  /**
   * Writes that failed, of which it is not known that they never will have an effect: a log that
   * could not be synced may have them for the next process, which then has to find them whole.
   */
  private final List<NurseryWrite> failed = new ArrayList<>();

  private int writers;
  private long tick;

  /** Whether there may be grown rows whose keys are not known: then every key counts as grown. */
  private boolean unsure;

  YoungRows(Family family, Cells cells) {
    this.family = family;
    this.cells = cells;
  }

  /**
   * Decides what becomes of records.
   *
   * @param takes whether rows may be young
   * @return to be given back to {@link #end}; null if there are as many writers as there can be, or
   *     one failed
   */
  synchronized @Nullable NurseryWrite begin(WriteRecords records, boolean takes) {
    if (!failed.isEmpty()) {
      return null;
    }
    NurseryWrite write = idle.poll();
    if (write == null) {
      if (writers == Stamp.WRITERS) {
        return null;
      }
      write = new NurseryWrite(writers++);
    }
    for (Map.Entry<byte[], Optional<byte[]>> each : write.begin(records, family).entrySet()) {
      begin(write, each.getKey(), each.getValue().orElse(null), takes);
    }
    return write;
  }

  private void begin(NurseryWrite write, byte[] key, byte @Nullable [] value, boolean takes) {
    YoungRow before = young.get(key);
    boolean isGrown = before == null && (unsure || grown.contains(key));
    int cell =
        value == null || isGrown || !takes ? Cells.NO_CELL : cells.put(key, value, write.stamp());
    if (before != null) {
      cells.end(before.cell(), write.stamp());
      write.leaves(key, before);
    }
    if (value != null && cell != Cells.NO_CELL) {
      write.comes(key, new YoungRow(value, cell, tick));
    } else if (value != null) {
      write.passOn(family, key, value);
    } else if (isGrown) {
      write.deleteBelow(family, key);
    }
  }

  /** Takes a write back, which was committed or had no effect yet. */
  synchronized void end(NurseryWrite write, boolean committed) {
    if (!committed) {
      failed.add(write);
      return;
    }
    for (NurseryWrite.Change change : write.changes()) {
      if (change.comes()) {
        young.put(change.key(), change.row());
      } else {
        young.remove(change.key());
        cells.free(change.row().cell());
      }
    }
    grown.addAll(write.grown());
    write.gone().forEach(grown::remove);
    idle.push(write);
  }

  /** The engine below took another write: those that failed before never will have an effect. */
  synchronized void forgetFailed() {
    for (NurseryWrite write : failed) {
      for (NurseryWrite.Change change : write.changes()) {
        if (change.comes()) {
          cells.free(change.row().cell());
        } else {
          cells.end(change.row().cell(), Stamp.NONE);
        }
      }
      idle.push(write);
    }
    failed.clear();
  }

  /** The value of a young row, which is not to be changed; null if there is none. */
  synchronized byte @Nullable [] get(byte[] key) {
    YoungRow row = young.get(key);
    return row == null ? null : row.value();
  }

  /** How many rows are young. */
  synchronized int size() {
    return young.size();
  }

  /** Whether any row of a range is young. */
  synchronized boolean hasAny(KeyRange range) {
    return !in(range).isEmpty();
  }

  /** The young rows of a range as they are now. */
  synchronized NavigableMap<byte[], YoungRow> copy(KeyRange range) {
    return new TreeMap<>(in(range));
  }

  private NavigableMap<byte[], YoungRow> in(KeyRange range) {
    return young.isEmpty() || Arrays.compareUnsigned(range.first(), range.end()) >= 0
        ? new TreeMap<>(Arrays::compareUnsigned)
        : young.subMap(range.first(), true, range.end(), false);
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
    for (Map.Entry<byte[], YoungRow> each : young.entrySet()) {
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
      YoungRow row = young.get(key);
      if (row != null) {
        to.put(family, key, row.value());
        written.add(key);
      }
    }
    return written;
  }

  /** The engine below got rows that could not be read: from now on none is young. */
  synchronized void anyMayHaveGrown() {
    unsure = true;
  }

  /** The engine below has these rows now. */
  synchronized void grew(List<byte[]> keys) {
    for (byte[] key : keys) {
      grown.add(key);
      YoungRow row = young.remove(key);
      if (row != null) {
        cells.free(row.cell());
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
              grown.add(key.toByteArray());
            }
          }

          @Override
          public void delete(Family of, Slice key) {
            if (of == family) {
              grown.remove(key.toByteArray());
            }
          }

          @Override
          public void deleteRange(Family of, Slice first, Slice end) {
            if (of == family) {
              grown.subSet(first.toByteArray(), true, end.toByteArray(), false).clear();
            }
          }
        });
  }
}

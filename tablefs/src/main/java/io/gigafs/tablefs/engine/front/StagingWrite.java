package io.gigafs.tablefs.engine.front;

import io.gigafs.tablefs.engine.Slice;
import io.gigafs.tablefs.engine.WriteRecords;
import io.gigafs.tablefs.engine.front.StagedRows.StagedRow;
import io.gigafs.tablefs.schema.Family;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A writer with at most one write in progress, and what happens to the records of that write. Not
 * thread-safe.
 */
final class StagingWrite {
  private final int writer;
  private long number;
  private final WriteRecords passed = new WriteRecords();
  private final NavigableMap<byte[], Optional<byte[]>> wanted =
      new TreeMap<>(Arrays::compareUnsigned);

  private final List<Change> changes = new ArrayList<>();
  private final List<byte[]> flushed = new ArrayList<>();
  private final List<byte[]> gone = new ArrayList<>();

  /** A staged row that enters its slot, or leaves it. */
  record Change(byte[] key, StagedRow row, boolean comes) {}

  /**
   * @param writer its number, see {@link Stamp}
   */
  StagingWrite(int writer) {
    this.writer = writer;
  }

  /**
   * Begins a write. Records of other families are passed on.
   *
   * @return the final state of each key of the family; empty for a row to be deleted
   */
  NavigableMap<byte[], Optional<byte[]>> begin(WriteRecords records, Family family) {
    number++;
    passed.clear();
    wanted.clear();
    changes.clear();
    flushed.clear();
    gone.clear();
    records.forEach(
        new WriteRecords.Visitor() {
          @Override
          public void put(Family of, Slice key, Slice value) {
            if (of == family) {
              wanted.put(key.toByteArray(), Optional.of(value.toByteArray()));
            } else {
              passed.put(of, key, value);
            }
          }

          @Override
          public void delete(Family of, Slice key) {
            if (of == family) {
              wanted.put(key.toByteArray(), Optional.empty());
            } else {
              passed.delete(of, key);
            }
          }

          @Override
          public void deleteRange(Family of, Slice first, Slice end) {
            passed.deleteRange(of, first, end);
          }
        });
    return wanted;
  }

  /** A row enters a slot. */
  void comes(byte[] key, StagedRow row) {
    changes.add(new Change(key, row, true));
  }

  /** A row leaves its slot. */
  void leaves(byte[] key, StagedRow row) {
    changes.add(new Change(key, row, false));
  }

  /** Passes a row of the family to the engine below. */
  void passOn(Family family, byte[] key, byte[] value) {
    passed.put(family, key, value);
    flushed.add(key);
  }

  /** Deletes a row of the family in the engine below. */
  void deleteBelow(Family family, byte[] key) {
    passed.delete(family, key);
    gone.add(key);
  }

  /** Changes of staged rows, in order. */
  List<Change> changes() {
    return changes;
  }

  /** Keys of rows that the engine below receives. */
  List<byte[]> flushed() {
    return flushed;
  }

  /** Keys of rows that the engine below deletes. */
  List<byte[]> gone() {
    return gone;
  }

  int writer() {
    return writer;
  }

  long number() {
    return number;
  }

  long stamp() {
    return Stamp.encode(writer, number);
  }

  /** The records for the engine below. */
  WriteRecords passed() {
    return passed;
  }
}

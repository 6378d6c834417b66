package io.gigafs.tablefs.engine.staging;

import io.gigafs.tablefs.engine.Slice;
import io.gigafs.tablefs.engine.WriteRecords;
import io.gigafs.tablefs.schema.Family;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A writer, which has one write under way at a time, and what becomes of its records. Used by one
 * thread at a time.
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

  /** A young row that comes into its cell, or leaves it. */
  record Change(byte[] key, StagedRow row, boolean comes) {}

  /**
   * @param writer its number, see {@link Stamp}
   */
  StagingWrite(int writer) {
    this.writer = writer;
  }

  /**
   * Starts with other records: all but those of a family are passed on.
   *
   * @return what the records want to have of that family in the end, by key; a value that is not
   *     there is that of a row to be deleted
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

  /** A row comes into a cell. */
  void comes(byte[] key, StagedRow row) {
    changes.add(new Change(key, row, true));
  }

  /** A row leaves its cell. */
  void leaves(byte[] key, StagedRow row) {
    changes.add(new Change(key, row, false));
  }

  /** The engine below gets a row of the family. */
  void passOn(Family family, byte[] key, byte[] value) {
    passed.put(family, key, value);
    flushed.add(key);
  }

  /** The engine below loses a row of the family. */
  void deleteBelow(Family family, byte[] key) {
    passed.delete(family, key);
    gone.add(key);
  }

  /** What becomes of young rows, in this order. */
  List<Change> changes() {
    return changes;
  }

  /** Keys of rows that the engine below gets. */
  List<byte[]> flushed() {
    return flushed;
  }

  /** Keys of rows that the engine below has no more. */
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

  /** What the engine below writes. */
  WriteRecords passed() {
    return passed;
  }
}

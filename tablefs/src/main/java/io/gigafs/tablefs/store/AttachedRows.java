package io.gigafs.tablefs.store;

import io.gigafs.tablefs.Attached;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.engine.Cursor;
import io.gigafs.tablefs.engine.Engine;
import io.gigafs.tablefs.engine.WriteRecords;
import io.gigafs.tablefs.schema.CorruptValueException;
import io.gigafs.tablefs.schema.Family;
import io.gigafs.tablefs.schema.Keys;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one kind that are attached to entries, as they will be once a batch is committed: the
 * batch's changes over the store's rows. Not thread-safe.
 */
final class AttachedRows {
  private final Family family;
  private final Engine engine;
  private final RowReader rows;
  private final WriteRecords records;
  private final Predicate<EntryKey> isInDeletedRange;

  /** The batch's changes by entry and label; an empty value is a deletion. */
  private final Map<EntryKey, NavigableMap<byte[], Change>> changes = new HashMap<>();

  private record Change(byte @Nullable [] value) {}

  AttachedRows(
      Family family,
      Engine engine,
      RowReader rows,
      WriteRecords records,
      Predicate<EntryKey> isInDeletedRange) {
    this.family = family;
    this.engine = engine;
    this.rows = rows;
    this.records = records;
    this.isInDeletedRange = isInDeletedRange;
  }

  byte @Nullable [] get(EntryKey entry, byte[] label) {
    NavigableMap<byte[], Change> own = changes.get(entry);
    Change change = own == null ? null : own.get(label);
    if (change != null) {
      return change.value;
    }
    return isInDeletedRange.test(entry) ? null : rows.bytes(family, Keys.attached(entry, label));
  }

  List<Attached> all(EntryKey entry) {
    NavigableMap<byte[], byte[]> found = new TreeMap<>(Arrays::compareUnsigned);
    if (!isInDeletedRange.test(entry)) {
      try (Cursor row = engine.scan(family, Keys.attached(entry))) {
        while (row.next()) {
          found.put(labelOf(row.key()), Arrays.copyOf(row.value(), row.valueLength()));
        }
      }
    }
    NavigableMap<byte[], Change> own = changes.get(entry);
    if (own != null) {
      own.forEach(
          (label, change) -> {
            if (change.value == null) {
              found.remove(label);
            } else {
              found.put(label, change.value);
            }
          });
    }
    List<Attached> all = new ArrayList<>();
    found.forEach((label, value) -> all.add(new Attached(label, value)));
    return all;
  }

  private byte[] labelOf(byte[] key) {
    try {
      return Keys.label(key);
    } catch (CorruptValueException e) {
      throw e.ofRow(family, key);
    }
  }

  void put(EntryKey entry, byte[] label, byte[] value) {
    records.put(family, Keys.attached(entry, label), value);
    note(entry, label, value);
  }

  void delete(EntryKey entry, byte[] label) {
    records.delete(family, Keys.attached(entry, label));
    note(entry, label, null);
  }

  private void note(EntryKey entry, byte[] label, byte @Nullable [] value) {
    changes
        .computeIfAbsent(entry, none -> new TreeMap<>(Arrays::compareUnsigned))
        .put(label, new Change(value));
  }

  /** Drops the changes of entries in a range that the batch deletes. */
  void forget(Predicate<EntryKey> deleted) {
    changes.keySet().removeIf(deleted);
  }

  void clear() {
    changes.clear();
  }
}

package io.gigafs.tablefs.store;

import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.engine.Cursor;
import io.gigafs.tablefs.engine.Engine;
import io.gigafs.tablefs.schema.Family;
import io.gigafs.tablefs.schema.KeyRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads many rows of a family. Neighbouring rows are read by a cursor, which takes a fraction of
 * the time of single lookups. Rows are neighbours if files are read in listing order.
 */
final class ManyRows {
  /** Minimum number of rows for a cursor. */
  private static final int FEW = 8;

  /** Rows not asked for that are skipped, in addition to the number of rows found. */
  private static final int MAX_STRANGERS = 8;

  private ManyRows() {}

  /**
   * The values of rows.
   *
   * @param keys in ascending order, without duplicates
   * @return in the order of the keys, null where there is no such row
   */
  static List<byte @Nullable []> read(Engine engine, Family family, List<EntryKey> keys) {
    List<byte @Nullable []> values = new ArrayList<>(keys.size());
    if (keys.size() >= FEW) {
      goOver(engine, family, keys, values);
    }
    if (values.size() < keys.size()) {
      List<EntryKey> left = keys.subList(values.size(), keys.size());
      values.addAll(engine.getAll(family, left.stream().map(EntryKey::encoded).toList()));
    }
    return values;
  }

  /** Adds the values of the first keys: of all, unless their rows are far apart. */
  private static void goOver(
      Engine engine, Family family, List<EntryKey> keys, List<byte @Nullable []> values) {
    byte[] last = keys.get(keys.size() - 1).encoded();
    try (Cursor rows = engine.scan(family, KeyRange.closed(keys.get(0).encoded(), last))) {
      int strangers = 0;
      while (values.size() < keys.size() && strangers <= MAX_STRANGERS + values.size()) {
        byte[] key = rows.next() ? rows.key() : null;
        addAbsent(keys, key, values);
        if (values.size() == keys.size()) {
          return;
        }
        if (Arrays.equals(key, keys.get(values.size()).encoded())) {
          values.add(Arrays.copyOf(rows.value(), rows.valueLength()));
        } else {
          strangers++;
        }
      }
    }
  }

  /** Adds nulls for the keys before a row; for all remaining keys if it is null. */
  private static void addAbsent(
      List<EntryKey> keys, byte @Nullable [] next, List<byte @Nullable []> values) {
    while (values.size() < keys.size()
        && (next == null || Arrays.compareUnsigned(keys.get(values.size()).encoded(), next) < 0)) {
      values.add(null);
    }
  }
}

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
 * Reads many rows of a family. Those that lie beside each other are gone over, which takes a
 * fraction of what it takes to search for each: they do if files are read as they are listed.
 */
final class ManyRows {
  /** For fewer a cursor is not worth its while. */
  private static final int FEW = 8;

  /** So many rows that nobody asked for are passed over, besides as many as were found. */
  private static final int MAX_STRANGERS = 8;

  private ManyRows() {}

  /**
   * The values of rows.
   *
   * @param keys in ascending order, each once
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

  /** Adds the values of the first keys: of all, unless their rows lie far from each other. */
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

  /** Adds that there are no rows of keys that come before a row; of no key if that is null. */
  private static void addAbsent(
      List<EntryKey> keys, byte @Nullable [] next, List<byte @Nullable []> values) {
    while (values.size() < keys.size()
        && (next == null || Arrays.compareUnsigned(keys.get(values.size()).encoded(), next) < 0)) {
      values.add(null);
    }
  }
}

package io.gigafs.tablefs.store;

import io.gigafs.tablefs.EntryKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Rows of one family that were read in advance. Not thread-safe. */
final class RowsAhead {
  private final Map<EntryKey, Optional<byte[]>> rows = new HashMap<>();

  void fill(List<EntryKey> keys, List<byte @Nullable []> values) {
    for (int i = 0; i < keys.size(); i++) {
      rows.put(keys.get(i), Optional.ofNullable(values.get(i)));
    }
  }

  /** The result of reading a row in advance; null if it was not read. */
  @SuppressWarnings("NullableOptional") // null: not read; empty: no such row
  @Nullable Optional<byte[]> find(EntryKey key) {
    return rows.isEmpty() ? null : rows.get(key);
  }

  void clear() {
    if (!rows.isEmpty()) {
      rows.clear();
    }
  }
}

package io.gigafs.tablefs.store;

import io.gigafs.tablefs.EntryKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Rows of one family that were read before they are asked for. Belongs to one thread. */
final class RowsAhead {
  private final Map<EntryKey, Optional<byte[]>> rows = new HashMap<>();

  void fill(List<EntryKey> keys, List<byte @Nullable []> values) {
    for (int i = 0; i < keys.size(); i++) {
      rows.put(keys.get(i), Optional.ofNullable(values.get(i)));
    }
  }

  /** What is known of a row; null if that was not read. */
  @SuppressWarnings("NullableOptional") // not known, and known to be absent
  @Nullable Optional<byte[]> find(EntryKey key) {
    return rows.isEmpty() ? null : rows.get(key);
  }

  void clear() {
    if (!rows.isEmpty()) {
      rows.clear();
    }
  }
}

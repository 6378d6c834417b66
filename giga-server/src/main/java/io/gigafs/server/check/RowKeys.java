package io.gigafs.server.check;

import io.gigafs.index.Name;
import io.gigafs.tablefs.EntryKey;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Keys of rows as they stand in a store, whatever is wrong with them. */
final class RowKeys {
  private static final int SHORTEST_ENTRY = 2 * Long.BYTES + 1;

  private RowKeys() {}

  /**
   * A key of entries to go on behind: the given one, or the first behind it that a row may have.
   */
  static EntryKey entry(byte[] key) {
    return key.length < SHORTEST_ENTRY
        ? EntryKey.ofEncoded(Arrays.copyOf(key, SHORTEST_ENTRY))
        : EntryKey.ofEncoded(key);
  }

  /** Where the label begins in a key of what hangs on an entry; -1 if there is none. */
  static int labelAt(byte[] key) {
    for (int i = SHORTEST_ENTRY; i < key.length; i++) {
      if (key[i] == 0) {
        return i + 1;
      }
    }
    return -1;
  }

  /** The name of a row, or null if it is none that an entry may have. */
  static @Nullable Name name(EntryKey key) {
    try {
      return Name.of(key.name());
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /** Whether the row stands where its name belongs. */
  static boolean isInPlace(EntryKey key) {
    Name name = name(key);
    return name != null && name.position().value() == key.position();
  }
}

package io.gigafs.server.fsck;

import io.gigafs.index.Name;
import io.gigafs.tablefs.EntryKey;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Keys of rows as they are in a store, including damaged ones. */
final class RowKeys {
  private static final int MIN_ENTRY_BYTES = 2 * Long.BYTES + 1;

  private RowKeys() {}

  /**
   * The entry key after which a scan continues: the given one, or the next one with a valid length.
   */
  static EntryKey entry(byte[] key) {
    return key.length < MIN_ENTRY_BYTES
        ? EntryKey.ofEncoded(Arrays.copyOf(key, MIN_ENTRY_BYTES))
        : EntryKey.ofEncoded(key);
  }

  /** Offset of the label in the key of an attachment; -1 if there is none. */
  static int labelAt(byte[] key) {
    for (int i = MIN_ENTRY_BYTES; i < key.length; i++) {
      if (key[i] == 0) {
        return i + 1;
      }
    }
    return -1;
  }

  /** The name of a row, or null if it is not a valid name. */
  static @Nullable Name name(EntryKey key) {
    try {
      return Name.of(key.name());
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /** Whether the row is at the position of its name. */
  static boolean isInPlace(EntryKey key) {
    Name name = name(key);
    return name != null && name.position().value() == key.position();
  }
}

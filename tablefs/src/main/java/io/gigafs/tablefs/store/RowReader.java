package io.gigafs.tablefs.store;

import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.engine.Engine;
import io.gigafs.tablefs.engine.Slice;
import io.gigafs.tablefs.schema.CorruptValueException;
import io.gigafs.tablefs.schema.EntryValue;
import io.gigafs.tablefs.schema.Family;
import io.gigafs.tablefs.schema.ValueReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads single rows into buffers that it reuses. Not thread-safe. */
final class RowReader {
  private static final int INITIAL_BYTES = 256;

  private final Engine engine;
  private final ValueReader reader = new ValueReader();
  private final RowsAhead entriesAhead = new RowsAhead();
  private final RowsAhead inlineAhead = new RowsAhead();
  private byte[] value = new byte[INITIAL_BYTES];

  RowReader(Engine engine) {
    this.engine = engine;
  }

  /** Reads rows of entries in advance, and replaces the ones read before. */
  void readAhead(List<EntryKey> keys, boolean inline) {
    forgetAhead();
    List<EntryKey> sorted = thoseThatMayBe(keys);
    if (sorted.isEmpty()) {
      return;
    }
    entriesAhead.fill(sorted, ManyRows.read(engine, Family.ENTRIES, sorted));
    if (inline) {
      inlineAhead.fill(sorted, ManyRows.read(engine, Family.INLINE, sorted));
    }
  }

  /**
   * Sorted and distinct, without certainly absent keys. New names are looked up before they are
   * created, so few of them remain.
   */
  private List<EntryKey> thoseThatMayBe(List<EntryKey> keys) {
    List<EntryKey> some = new ArrayList<>();
    for (EntryKey key : keys) {
      if (!engine.isAbsent(Family.ENTRIES, key.encoded())) {
        some.add(key);
      }
    }
    return some.stream().distinct().sorted().toList();
  }

  void forgetAhead() {
    entriesAhead.clear();
    inlineAhead.clear();
  }

  /** The attributes of an entry, or null if there is none. */
  @Nullable Attributes entry(EntryKey key) {
    Optional<byte[]> ahead = entriesAhead.find(key);
    if (ahead == null) {
      return get(Family.ENTRIES, key.encoded(), EntryValue::decode);
    }
    return ahead
        .map(row -> decode(Family.ENTRIES, key.encoded(), row, row.length, EntryValue::decode))
        .orElse(null);
  }

  /** The attributes in a value that this process encoded. */
  Attributes decodeEntry(Slice row) {
    return EntryValue.decode(reader.over(row.array(), row.start(), row.length()));
  }

  /** The inline bytes of a file, or null if there are none. */
  byte @Nullable [] inline(EntryKey key) {
    Optional<byte[]> ahead = inlineAhead.find(key);
    return ahead == null ? bytes(Family.INLINE, key.encoded()) : ahead.orElse(null);
  }

  boolean isOf(Engine other) {
    return engine == other;
  }

  /** The decoded value of a row, or null if there is none. */
  <T> @Nullable T get(Family family, byte[] key, Function<ValueReader, T> decoder) {
    int length = read(family, key);
    if (length == Engine.NOT_FOUND) {
      return null;
    }
    return decode(family, key, value, length, decoder);
  }

  private <T> T decode(
      Family family, byte[] key, byte[] row, int length, Function<ValueReader, T> decoder) {
    try {
      return decoder.apply(reader.over(row, length));
    } catch (CorruptValueException e) {
      throw e.ofRow(family, key);
    }
  }

  /** The bytes of a row, or null if there is none. */
  byte @Nullable [] bytes(Family family, byte[] key) {
    int length = read(family, key);
    return length == Engine.NOT_FOUND ? null : Arrays.copyOf(value, length);
  }

  private int read(Family family, byte[] key) {
    int length = engine.get(family, key, value);
    while (length > value.length) {
      value = new byte[length];
      length = engine.get(family, key, value);
    }
    return length;
  }
}

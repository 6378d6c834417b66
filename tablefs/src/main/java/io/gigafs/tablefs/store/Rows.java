package io.gigafs.tablefs.store;

import io.gigafs.tablefs.engine.Engine;
import io.gigafs.tablefs.schema.CorruptValueException;
import io.gigafs.tablefs.schema.Family;
import io.gigafs.tablefs.schema.ValueReader;
import java.util.Arrays;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads single rows into buffers that it keeps for the next. Belongs to one thread. */
final class Rows {
  private static final int INITIAL_BYTES = 256;

  private final Engine engine;
  private final ValueReader reader = new ValueReader();
  private byte[] value = new byte[INITIAL_BYTES];

  Rows(Engine engine) {
    this.engine = engine;
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
    try {
      return decoder.apply(reader.over(value, length));
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

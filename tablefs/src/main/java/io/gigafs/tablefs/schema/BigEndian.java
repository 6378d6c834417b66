package io.gigafs.tablefs.schema;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Numbers in keys: big-endian, so that they sort as unsigned numbers. */
final class BigEndian {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle SHORTS =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);

  private BigEndian() {}

  static void putLong(byte[] to, int offset, long value) {
    LONGS.set(to, offset, value);
  }

  static long getLong(byte[] from, int offset) {
    return (long) LONGS.get(from, offset);
  }

  /** Stores the low 16 bits. */
  static void putShort(byte[] to, int offset, int value) {
    SHORTS.set(to, offset, (short) value);
  }

  /** Unsigned. */
  static int getShort(byte[] from, int offset) {
    return (short) SHORTS.get(from, offset) & 0xffff;
  }
}

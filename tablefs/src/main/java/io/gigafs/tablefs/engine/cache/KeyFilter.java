package io.gigafs.tablefs.engine.cache;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A Bloom filter of hashes, all bits of a hash in one line of the processor's cache: one hash in a
 * hundred that was not added seems to be there once as many were as it is made for. Safe for use by
 * several threads.
 */
final class KeyFilter {
  /** Longs of a line. */
  private static final int BLOCK = 8;

  private static final int BITS_PER_KEY = 12;
  private static final int BITS = 6;
  private static final int BIT_MASK = BLOCK * Long.SIZE - 1;
  private static final int BIT_WIDTH = 9;

  /** An odd number without pattern, so that bits do not follow from the choice of the block. */
  private static final long MIXER = 0x9e3779b97f4a7c15L;

  private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);

  private final long[] words;
  private final AtomicLong added = new AtomicLong();

  /**
   * @param bytes a power of two, 64 and more
   */
  KeyFilter(int bytes) {
    words = new long[bytes / Long.BYTES];
  }

  /** Whether it has as many hashes as it is made for. */
  boolean isFull() {
    return added.get() * BITS_PER_KEY >= (long) words.length * Long.SIZE;
  }

  int bytes() {
    return words.length * Long.BYTES;
  }

  void add(long hash) {
    int block = block(hash);
    long bits = hash * MIXER;
    boolean isNew = false;
    for (int i = 0; i < BITS; i++, bits >>>= BIT_WIDTH) {
      int bit = (int) bits & BIT_MASK;
      int word = block + bit / Long.SIZE;
      long mask = 1L << bit;
      if (((long) LONGS.getVolatile(words, word) & mask) == 0) {
        LONGS.getAndBitwiseOr(words, word, mask);
        isNew = true;
      }
    }
    if (isNew) {
      added.incrementAndGet();
    }
  }

  /** False if the hash was never added. */
  boolean mayHave(long hash) {
    int block = block(hash);
    long bits = hash * MIXER;
    for (int i = 0; i < BITS; i++, bits >>>= BIT_WIDTH) {
      int bit = (int) bits & BIT_MASK;
      if (((long) LONGS.getVolatile(words, block + bit / Long.SIZE) & 1L << bit) == 0) {
        return false;
      }
    }
    return true;
  }

  private int block(long hash) {
    return (int) (hash >>> 32) * BLOCK & (words.length - 1);
  }
}

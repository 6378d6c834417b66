package io.gigafs.tablefs.engine.cache;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A Bloom filter of hashes, all bits of a hash in one line of the processor's cache: of hashes that
 * were not added one in 800 seems to be there once as many were added as it is made for, one in 40
 * if twice as many were. Safe for use by several threads.
 */
final class KeyFilter {
  /** Longs of a line. */
  private static final int BLOCK = 8;

  private static final int BLOCK_BYTES = BLOCK * Long.BYTES;

  /** Blocks of a segment, 16 MiB: the heap need not have more in one piece. */
  private static final int SEGMENT_WIDTH = 18;

  private static final int SEGMENT_BLOCKS = 1 << SEGMENT_WIDTH;

  private static final int BITS_PER_KEY = 16;
  private static final int FEWEST_BITS_PER_KEY = 8;
  private static final int BITS = 6;
  private static final int BIT_MASK = BLOCK * Long.SIZE - 1;
  private static final int BIT_WIDTH = 9;

  /** An odd number without pattern, so that bits do not follow from the choice of the block. */
  private static final long MIXER = 0x9e3779b97f4a7c15L;

  private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);

  private final int blocks;
  private final long[][] segments;
  private final AtomicLong added = new AtomicLong();

  /**
   * @param bytes at least those of a block; what is more than a multiple of them is not used
   */
  KeyFilter(long bytes) {
    blocks = Math.toIntExact(bytes / BLOCK_BYTES);
    segments = new long[(blocks + SEGMENT_BLOCKS - 1) / SEGMENT_BLOCKS][];
    for (int i = 0; i < segments.length; i++) {
      segments[i] = new long[Math.min(SEGMENT_BLOCKS, blocks - i * SEGMENT_BLOCKS) * BLOCK];
    }
  }

  /** Whether half of it is taken up, so that another one will be needed. */
  boolean isHalfFull() {
    return has(2 * BITS_PER_KEY);
  }

  /** Whether it has as many hashes as it is made for. */
  boolean isFull() {
    return has(BITS_PER_KEY);
  }

  /** Whether it has so many more that it is hardly of use. */
  boolean isOverfull() {
    return has(FEWEST_BITS_PER_KEY);
  }

  private boolean has(int bitsPerKey) {
    return added.get() * bitsPerKey >= bytes() * Byte.SIZE;
  }

  long bytes() {
    return (long) blocks * BLOCK_BYTES;
  }

  void add(long hash) {
    int block = block(hash);
    long[] words = segments[block >>> SEGMENT_WIDTH];
    int first = firstWord(block);
    long bits = hash * MIXER;
    boolean isNew = false;
    for (int i = 0; i < BITS; i++, bits >>>= BIT_WIDTH) {
      int bit = (int) bits & BIT_MASK;
      int word = first + bit / Long.SIZE;
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
    long[] words = segments[block >>> SEGMENT_WIDTH];
    int first = firstWord(block);
    long bits = hash * MIXER;
    long all = 1;
    // No bit is left out: which is the first that is missing no processor can guess.
    for (int i = 0; i < BITS; i++, bits >>>= BIT_WIDTH) {
      int bit = (int) bits & BIT_MASK;
      all &= (long) LONGS.getVolatile(words, first + bit / Long.SIZE) >>> bit;
    }
    return all != 0;
  }

  private static int firstWord(int block) {
    return (block & (SEGMENT_BLOCKS - 1)) * BLOCK;
  }

  /** By the upper half, scaled to the number of blocks. */
  private int block(long hash) {
    return (int) (((hash >>> Integer.SIZE) * blocks) >>> Integer.SIZE);
  }
}

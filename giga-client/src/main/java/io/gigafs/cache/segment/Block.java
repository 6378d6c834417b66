package io.gigafs.cache.segment;

import io.gigafs.cache.BlockKey;
import io.gigafs.cache.CacheKey;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * Where the bytes of a block are. One for each block that the store has, so it is small: 64 bytes.
 *
 * <p>Its place never changes; a block that is replaced or reinserted has a new one. The place is
 * {@link #release released} once no later process can load the block from it, and is another
 * block's from when the last pin is gone. The links and flags belong to whom each says.
 */
final class Block {
  private static final int EIGHTHS = 8;
  private static final byte ALL_EIGHTHS = (byte) 0xFF;
  private static final int MAX_HITS = 3;
  private static final int RELEASED = Integer.MIN_VALUE;
  private static final AtomicIntegerFieldUpdater<Block> PINS =
      AtomicIntegerFieldUpdater.newUpdater(Block.class, "pins");

  final CacheKey key;
  final int index;
  final Segment segment;

  /** In the segment file: of the header, if it has one. */
  final int offset;

  final int length;

  /** CRC32C of the bytes; set before the index has the block, and then no more. */
  int crc;

  /** Written under the locks of the index's stripes of the old and the new one. */
  volatile long generation;

  /** The next of its bucket; guarded by its stripe of the index. */
  @Nullable Block nextInBucket;

  /**
   * The next of its segment; guarded by the segment until that is retired, then its reclaimer's.
   */
  @Nullable Block nextInSegment;

  /** Whether the index no longer has it; guarded by its stripe. */
  volatile boolean isRemoved;

  /** Whether this process wrote the bytes, or compared them with their checksum. */
  volatile boolean isVerified;

  /** How many read the bytes; with {@link #RELEASED}, no more may. */
  private volatile int pins;

  /** Passes over the bytes that count, see {@link #countRead}; a lost update does no harm. */
  private byte hits;

  /** A bit for each eighth of the bytes that the present pass has read to its end. */
  private byte passedEighths;

  /** A block without its checksum, which is known when its bytes are written. */
  Block(CacheKey key, long generation, int index, Segment segment, int offset, int length) {
    this.key = key;
    this.generation = generation;
    this.index = index;
    this.segment = segment;
    this.offset = offset;
    this.length = length;
  }

  Block(
      CacheKey key, long generation, int index, Segment segment, int offset, int length, int crc) {
    this(key, generation, index, segment, offset, length);
    this.crc = crc;
  }

  boolean isOf(CacheKey otherKey, long otherGeneration, int otherIndex) {
    return index == otherIndex && generation == otherGeneration && key.equals(otherKey);
  }

  BlockKey blockKey() {
    return new BlockKey(key, generation, index);
  }

  /** Leaves the bytes in place until {@link #unpin}; false if the place is released. */
  boolean pin() {
    while (true) {
      int now = pins;
      if (now < 0) {
        return false;
      }
      if (PINS.compareAndSet(this, now, now + 1)) {
        return true;
      }
    }
  }

  /** Ends a pin; true if the place may be overwritten from now on. */
  boolean unpin() {
    return PINS.decrementAndGet(this) == RELEASED;
  }

  /** Takes no pin any more; true if the place may be overwritten from now on. Called once. */
  boolean release() {
    return PINS.addAndGet(this, RELEASED) == RELEASED;
  }

  /** Where the bytes begin in the segment file. */
  int dataOffset() {
    return offset + BlockHeader.bytes(key, length);
  }

  /** Bytes that it takes in its segment. */
  int takenBytes() {
    return BlockHeader.takenBytes(key, length);
  }

  /**
   * Counts a read. A block that is filled by the first read of a scan is then read in pieces, in
   * about their order: one pass, which says nothing about whether it will be read again. So a hit
   * is a read that begins in a part that was read before, and with it a new pass begins.
   */
  void countRead(int from, int count) {
    if (from >= length) {
      return;
    }
    if (from == 0 && count == length) {
      countPass();
      return;
    }
    int passed = passedEighths;
    if ((passed >> (int) ((long) from * EIGHTHS / length) & 1) != 0) {
      passed = 0;
      if (hits < MAX_HITS) {
        hits++;
      }
    }
    for (int eighth = 0; eighth < EIGHTHS; eighth++) {
      int end = (int) ((eighth + 1L) * length / EIGHTHS);
      if (end > from && end <= from + count) {
        passed |= 1 << eighth;
      }
    }
    passedEighths = (byte) passed;
  }

  private void countPass() {
    if (passedEighths != 0 && hits < MAX_HITS) {
      hits++;
    }
    passedEighths = ALL_EIGHTHS;
  }

  /** Has the next read count, as there have been reads before. */
  void setPassed() {
    passedEighths = ALL_EIGHTHS;
  }

  /** Has a second chance, as its segment is evicted at an age that the block does not have. */
  void setYounger() {
    hits = 1;
  }

  /** Whether it has a second chance when its segment is evicted. */
  boolean isHot() {
    return hits > 0;
  }

  /** Takes the hits of a block, less the one that its second chance cost. */
  void inheritHits(Block older) {
    hits = (byte) Math.max(0, older.hits - 1);
    setPassed();
  }

  void forgetHit() {
    hits = (byte) Math.max(0, hits - 1);
  }
}

package io.gigafs.cache.segment;

import io.gigafs.cache.BlockKey;
import io.gigafs.cache.CacheKey;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * The location of a block's bytes. There is one object for each block in the store, so it is small:
 * 64 bytes.
 *
 * <p>The location never changes; a block that is replaced or reinserted gets a new one. It is
 * {@link #release released} once no later process can load the block from it, and may be reused by
 * another block once the last pin is gone. Links and flags are guarded as each field says.
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

  /** CRC32C of the bytes; final once the index has the block. */
  int crc;

  /** Written under the index locks of the old and the new key's stripes. */
  volatile long generation;

  /** The next block of its bucket; guarded by its stripe of the index. */
  @Nullable Block nextInBucket;

  /**
   * The next block of its segment; guarded by the segment until that is retired, then owned by its
   * reclaimer.
   */
  @Nullable Block nextInSegment;

  /** Whether the index no longer has it; guarded by its stripe. */
  volatile boolean isRemoved;

  /** Whether this process wrote the bytes, or verified their checksum. */
  volatile boolean isVerified;

  /** The number of readers; no new ones with {@link #RELEASED}. */
  private volatile int pins;

  /** Counted passes over the bytes, see {@link #countRead}; a lost update is harmless. */
  private byte hits;

  /** A bit for each eighth of the bytes whose end the current pass has read. */
  private byte passedEighths;

  /** A block whose checksum is set when its bytes are written. */
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

  /** Prevents reuse of the location until {@link #unpin}; false if it is released. */
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

  /** Ends a pin; true if the location may be overwritten from now on. */
  boolean unpin() {
    return PINS.decrementAndGet(this) == RELEASED;
  }

  /** Stops further pins; true if the location may be overwritten from now on. Called once. */
  boolean release() {
    return PINS.addAndGet(this, RELEASED) == RELEASED;
  }

  /** The start of the bytes in the segment file. */
  int dataOffset() {
    return offset + BlockHeader.bytes(key, length);
  }

  /** The bytes that it takes in its segment. */
  int takenBytes() {
    return BlockHeader.takenBytes(key, length);
  }

  /**
   * Counts a read. A block that is filled by the first read of a scan is then read in pieces,
   * roughly in order. That is one pass, which does not predict another read. So a hit is a read
   * that begins in a part that was read before, and it starts a new pass.
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

  /** Makes the next read count as a hit, because there have been reads before. */
  void setPassed() {
    passedEighths = ALL_EIGHTHS;
  }

  /**
   * Grants a second chance, because the segment is evicted when the block is younger than the rest
   * of it.
   */
  void setYounger() {
    hits = 1;
  }

  /** Whether it has a second chance when its segment is evicted. */
  boolean isHot() {
    return hits > 0;
  }

  /** Inherits the hits of a block, minus the one spent on its second chance. */
  void inheritHits(Block older) {
    hits = (byte) Math.max(0, older.hits - 1);
    setPassed();
  }

  void forgetHit() {
    hits = (byte) Math.max(0, hits - 1);
  }
}

package io.gigafs.cache.segment;

import io.gigafs.cache.CacheKey;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One use of a segment file: from when it begins to take blocks until it is reclaimed. Safe for use
 * by several threads.
 *
 * <p>It is active (blocks are appended), then full, then retired: it takes no pin and no block any
 * more, and when the last pin is gone its file may be used again, as another Segment.
 *
 * <p>Invariant: the file's bytes do not change under a pin, but where its holder reserved them.
 */
final class Segment {
  private static final int RETIRED = Integer.MIN_VALUE;

  private final SegmentFile file;
  private final long sequence;
  private final int limit;
  private final AtomicInteger end;
  private final AtomicInteger pins = new AtomicInteger();

  /** Of blocks that the index has. */
  private final AtomicInteger liveBytes = new AtomicInteger();

  /** All blocks that were added, removed ones too. */
  private @Nullable Block blocks;

  private int blockCount;
  private volatile boolean hasFailed;

  /** A use of a file, with no blocks yet. */
  Segment(SegmentFile file, long sequence) {
    this.file = file;
    this.sequence = sequence;
    this.limit = file.limit();
    this.end = new AtomicInteger(SegmentHeader.blocksFrom(limit));
  }

  SegmentFile file() {
    return file;
  }

  long sequence() {
    return sequence;
  }

  int limit() {
    return limit;
  }

  /** Reserves bytes for a block; where it begins, or -1 if there is no room. */
  int reserve(CacheKey key, int length) {
    int bytes = BlockHeader.takenBytes(key, length);
    int alignment = BlockHeader.alignment(length);
    while (true) {
      int before = end.get();
      int start = before + alignment - 1 & -alignment;
      if (start > limit - bytes) {
        return -1;
      }
      if (end.compareAndSet(before, start + bytes)) {
        return start;
      }
    }
  }

  /** Keeps what is before a place: blocks that were there when the store was opened. */
  void keepUpTo(int bytes) {
    end.accumulateAndGet(bytes, Math::max);
  }

  /** Takes no further block. */
  void fill() {
    end.set(limit);
  }

  /** Keeps the file's bytes until {@link #unpin}; false if it is retired. */
  boolean pin() {
    while (true) {
      int now = pins.get();
      if (now < 0) {
        return false;
      }
      if (pins.compareAndSet(now, now + 1)) {
        return true;
      }
    }
  }

  /** Ends a pin; true if the file may be used again from now on. */
  boolean unpin() {
    return pins.decrementAndGet() == RETIRED;
  }

  /** Takes no pin and no block any more; true if the file may be used again from now on. */
  synchronized boolean retire() {
    return pins.updateAndGet(now -> now | RETIRED) == RETIRED;
  }

  /** Adds a block that the index is about to have; false if the segment is retired. */
  synchronized boolean add(Block block) {
    if (pins.get() < 0) {
      return false;
    }
    block.nextInSegment = blocks;
    blocks = block;
    blockCount++;
    liveBytes.addAndGet(block.takenBytes());
    return true;
  }

  /** The last added block, which links to the others; removed ones too. */
  synchronized @Nullable Block blocks() {
    return blocks;
  }

  /** A block of it is no longer in the index. */
  void discount(Block block) {
    liveBytes.addAndGet(-block.takenBytes());
  }

  /** Bytes of blocks that deserve a second chance. */
  int hotBytes() {
    int bytes = 0;
    for (Block block = blocks(); block != null; block = block.nextInSegment) {
      if (!block.isRemoved && block.isHot()) {
        bytes += block.takenBytes();
      }
    }
    return bytes;
  }

  /** Whether it has no blocks that the index has. */
  boolean isDead() {
    return liveBytes.get() == 0;
  }

  /** Takes a hit from each block: what its second chance as a whole costs. */
  void cool() {
    for (Block block = blocks(); block != null; block = block.nextInSegment) {
      block.forgetHit();
    }
  }

  /** How many blocks {@link #hotBytes} and {@link #cool} look at. */
  synchronized int blockCount() {
    return blockCount;
  }

  /**
   * Whether most of its blocks begin and end within pages, so that overwriting them would have the
   * kernel read the pages first.
   */
  synchronized boolean hasSmallBlocks() {
    return blockCount > 0 && !BlockHeader.isLarge(limit / blockCount);
  }

  /** A write failed: the file may have holes for which the disk has no room. */
  void setFailed() {
    hasFailed = true;
    fill();
  }

  boolean hasFailed() {
    return hasFailed;
  }
}

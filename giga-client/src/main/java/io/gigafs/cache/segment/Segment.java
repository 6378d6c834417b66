package io.gigafs.cache.segment;

import io.gigafs.cache.CacheKey;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One use of a segment file: from when it begins to take blocks until it is reclaimed. Safe for use
 * by several threads.
 *
 * <p>It is active (blocks are appended), then full (blocks take places of released ones), then
 * retired: it takes no pin and no block any more, and when the last pin is gone its file may be
 * used again, as another Segment.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>The file's bytes change under a pin only where its holder has a place.
 *   <li>A place is that of one block at a time, from when it was reserved or taken until the block
 *       is released and unpinned.
 * </ol>
 */
final class Segment {
  /** Instead of a number of blocks. */
  static final int RETIRED = Integer.MIN_VALUE;

  private static final int MAX_UNPRUNED = 64;

  private final SegmentFile file;
  private final long sequence;
  private final int limit;
  private final AtomicInteger end;
  private final AtomicInteger pins = new AtomicInteger();

  /** Of blocks that the index has. */
  private final AtomicInteger liveBytes = new AtomicInteger();

  /** Blocks that were added; removed ones too, until they are pruned. */
  private @Nullable Block blocks;

  private int blockCount;

  /** Of blocks in the list that are removed. */
  private final AtomicInteger removedCount = new AtomicInteger();

  /** Of small blocks that were added. */
  private int smallBytes;

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

  /**
   * Adds a block that the index is about to have.
   *
   * @return how many blocks more are linked from the segment, as removed ones may have been pruned;
   *     {@link #RETIRED} if it takes none
   */
  synchronized int add(Block block) {
    if (pins.get() < 0) {
      return RETIRED;
    }
    int removed = removedCount.get();
    int pruned = removed > MAX_UNPRUNED && removed > blockCount / 2 ? prune() : 0;
    block.nextInSegment = blocks;
    blocks = block;
    blockCount++;
    if (!BlockHeader.isLarge(block.length)) {
      smallBytes += block.takenBytes();
    }
    liveBytes.addAndGet(block.takenBytes());
    return 1 - pruned;
  }

  /** Unlinks removed blocks. Their own links stay, for those who walk over them just now. */
  private int prune() {
    Block kept = null;
    int pruned = 0;
    for (Block block = blocks; block != null; block = block.nextInSegment) {
      if (block.isRemoved) {
        pruned++;
      } else {
        if (kept == null) {
          blocks = block;
        } else {
          kept.nextInSegment = block;
        }
        kept = block;
      }
    }
    if (kept == null) {
      blocks = null;
    } else {
      kept.nextInSegment = null;
    }
    blockCount -= pruned;
    removedCount.addAndGet(-pruned);
    return pruned;
  }

  /** Whether it takes no block any more. */
  boolean isRetired() {
    return pins.get() < 0;
  }

  /** The last added block, which links to the others; some are removed. */
  synchronized @Nullable Block blocks() {
    return blocks;
  }

  /** A block of it is no longer in the index. */
  void discount(Block block) {
    liveBytes.addAndGet(-block.takenBytes());
    removedCount.incrementAndGet();
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
   * Whether most of its bytes are of blocks that begin and end within pages, so that overwriting
   * them would have the kernel read the pages first.
   */
  synchronized boolean hasSmallBlocks() {
    return smallBytes > limit / 2;
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

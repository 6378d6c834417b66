package io.gigafs.cache.segment;

import io.gigafs.cache.CacheKey;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One use of a segment file, from its first block until it is reclaimed. Safe for use by several
 * threads.
 *
 * <p>States: active (blocks are appended), full (blocks reuse released locations), retired. A
 * retired segment accepts no pins and no blocks; when the last pin is gone its file may be reused,
 * as another Segment.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>The file's bytes change under a pin only where its holder has a location.
 *   <li>A location belongs to one block at a time, from its reservation until the block is released
 *       and unpinned.
 * </ol>
 */
final class Segment {
  /** Returned instead of a number of blocks. */
  static final int RETIRED = Integer.MIN_VALUE;

  private static final int MAX_UNPRUNED = 64;

  private final SegmentFile file;
  private final long sequence;
  private final int limit;
  private final AtomicInteger end;
  private final AtomicInteger pins = new AtomicInteger();

  /** Of blocks in the index. */
  private final AtomicInteger liveBytes = new AtomicInteger();

  /** The added blocks, including removed ones until they are pruned. */
  private @Nullable Block blocks;

  private int blockCount;

  /** The number of removed blocks in the list. */
  private final AtomicInteger removedCount = new AtomicInteger();

  /** Of added small blocks. */
  private int smallBytes;

  private volatile boolean hasFailed;

  /** A new use of a file, without blocks. */
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

  /** Reserves bytes for a block; returns their start, or -1 if there is no room. */
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

  /** Reserves everything before an offset for blocks that existed when the store was opened. */
  void keepUpTo(int bytes) {
    end.accumulateAndGet(bytes, Math::max);
  }

  /** Stops appending blocks. */
  void fill() {
    end.set(limit);
  }

  /** Prevents reuse of the file until {@link #unpin}; false if the segment is retired. */
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

  /** Ends a pin; true if the file may be reused from now on. */
  boolean unpin() {
    return pins.decrementAndGet() == RETIRED;
  }

  /** Stops further pins and blocks; true if the file may be reused from now on. */
  synchronized boolean retire() {
    return pins.updateAndGet(now -> now | RETIRED) == RETIRED;
  }

  /**
   * Adds a block that the index is about to contain.
   *
   * @return by how many blocks the list is longer, as removed ones may have been pruned; {@link
   *     #RETIRED} if the segment accepts none
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

  /** Unlinks removed blocks. Their own links stay, for concurrent iterations. */
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

  /** Whether it accepts no more blocks. */
  boolean isRetired() {
    return pins.get() < 0;
  }

  /** The last added block, which links to the others; some are removed. */
  synchronized @Nullable Block blocks() {
    return blocks;
  }

  /** Subtracts a block that is no longer in the index. */
  void discount(Block block) {
    liveBytes.addAndGet(-block.takenBytes());
    removedCount.incrementAndGet();
  }

  /** The bytes of blocks that deserve a second chance. */
  int hotBytes() {
    int bytes = 0;
    for (Block block = blocks(); block != null; block = block.nextInSegment) {
      if (!block.isRemoved && block.isHot()) {
        bytes += block.takenBytes();
      }
    }
    return bytes;
  }

  /** Whether none of its blocks is in the index. */
  boolean isDead() {
    return liveBytes.get() == 0;
  }

  /** Takes a hit from each block: the cost of a second chance for the whole segment. */
  void cool() {
    for (Block block = blocks(); block != null; block = block.nextInSegment) {
      block.forgetHit();
    }
  }

  /** How many blocks {@link #hotBytes} and {@link #cool} visit. */
  synchronized int blockCount() {
    return blockCount;
  }

  /**
   * Whether most of its bytes belong to blocks that begin and end within pages, so that the kernel
   * would have to read the pages before overwriting them.
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

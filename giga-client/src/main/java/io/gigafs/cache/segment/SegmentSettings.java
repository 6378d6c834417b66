package io.gigafs.cache.segment;

import io.gigafs.cache.CacheStore;
import java.nio.file.Path;

/**
 * The directory and size of a {@link SegmentStore}.
 *
 * @param directory used only for the store; created if missing
 * @param capacityBytes of all segment files together; the index log takes about 60 bytes per block
 *     in addition
 * @param segmentBytes of one segment file, the unit of eviction. Larger blocks are refused
 * @param indexBytes of heap for the index, at {@value #INDEX_BYTES_PER_BLOCK} bytes per block; if
 *     blocks are too small for it, the store has less than its capacity
 */
public record SegmentSettings(
    Path directory, long capacityBytes, long segmentBytes, long indexBytes) {
  /** The maximum heap per block in the index, except for long keys with a single block. */
  static final int INDEX_BYTES_PER_BLOCK = 128;

  /** The active segment, one for reinserted blocks, one being reclaimed, and a full one. */
  static final int MIN_SEGMENTS = 4;

  static final long DEFAULT_INDEX_BYTES = 256L << 20;

  private static final long DEFAULT_SEGMENT_BYTES = 64L << 20;
  private static final long MAX_SEGMENT_BYTES = 1L << 30;
  private static final int SMALL_STORE_SEGMENTS = 16;
  private static final int LARGE_STORE_SEGMENTS = 512;

  public SegmentSettings {
    if (segmentBytes < SegmentHeader.BYTES + BlockHeader.MAX_BYTES
        || segmentBytes > MAX_SEGMENT_BYTES) {
      throw new IllegalArgumentException(
          "a segment of the block cache has "
              + (SegmentHeader.BYTES + BlockHeader.MAX_BYTES)
              + " to "
              + MAX_SEGMENT_BYTES
              + " bytes, not "
              + segmentBytes);
    }
    if (capacityBytes < MIN_SEGMENTS * segmentBytes) {
      throw new IllegalArgumentException(
          "the block cache needs at least "
              + MIN_SEGMENTS * segmentBytes
              + " bytes ("
              + MIN_SEGMENTS
              + " segments), not "
              + capacityBytes);
    }
    if (indexBytes < INDEX_BYTES_PER_BLOCK) {
      throw new IllegalArgumentException("the index of the block cache has no room for a block");
    }
  }

  /**
   * Settings with a suitable segment size: 64 MiB; in small stores a 16th of the capacity, but
   * enough for the largest block; in large ones so much that there are at most 512 files.
   */
  public static SegmentSettings of(Path directory, long capacityBytes) {
    long largestBlock = (long) CacheStore.MAX_BLOCK_BYTES + SegmentHeader.MAX_BYTES;
    long small = Math.max(largestBlock, capacityBytes / SMALL_STORE_SEGMENTS);
    long large = Math.max(DEFAULT_SEGMENT_BYTES, capacityBytes / LARGE_STORE_SEGMENTS);
    return new SegmentSettings(
        directory,
        capacityBytes,
        Math.min(Math.min(small, large), MAX_SEGMENT_BYTES),
        DEFAULT_INDEX_BYTES);
  }

  /** The maximum size of a block with its header. */
  long maxBlockBytes() {
    return segmentBytes - SegmentHeader.blocksFrom((int) segmentBytes);
  }

  long maxBlocks() {
    return indexBytes / INDEX_BYTES_PER_BLOCK;
  }
}

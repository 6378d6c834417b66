package io.gigafs.cache.segment;

import io.gigafs.cache.PinnedBlocks.PinnedBlock;
import java.nio.channels.FileChannel;

/** A pinned block and its segment. */
final class PinnedPlace implements PinnedBlock {
  private final SegmentPool pool;
  private final Block block;
  private final FileChannel channel;
  private boolean isClosed;

  PinnedPlace(SegmentPool pool, Block block, FileChannel channel) {
    this.pool = pool;
    this.block = block;
    this.channel = channel;
  }

  @Override
  public FileChannel channel() {
    return channel;
  }

  @Override
  public long position() {
    return block.dataOffset();
  }

  @Override
  public int length() {
    return block.length;
  }

  @Override
  public int crc() {
    return block.crc;
  }

  @Override
  public void close() {
    if (!isClosed) {
      isClosed = true;
      pool.unpin(block);
    }
  }
}

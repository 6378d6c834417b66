package io.gigafs.server.group;

import io.gigafs.cache.PinnedBlock;
import io.netty.channel.DefaultFileRegion;

/** A block's bytes, sent by the system from the store's file. Unpins the block when released. */
final class PinnedRegion extends DefaultFileRegion {
  private final PinnedBlock block;

  PinnedRegion(PinnedBlock block) {
    super(block.channel(), block.position(), block.length());
    this.block = block;
  }

  /** Others use the file too, so it is not closed. */
  @Override
  protected void deallocate() {
    block.close();
  }
}

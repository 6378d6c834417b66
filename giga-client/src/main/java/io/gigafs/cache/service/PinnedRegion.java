package io.gigafs.cache.service;

import io.gigafs.cache.PinnedBlock;
import io.netty.channel.DefaultFileRegion;

/** A pinned block on its way to the network. The file stays open when it is released. */
final class PinnedRegion extends DefaultFileRegion {
  private final PinnedBlock block;

  PinnedRegion(PinnedBlock block) {
    super(block.channel(), block.position(), block.length());
    this.block = block;
  }

  @Override
  protected void deallocate() {
    block.close();
  }
}

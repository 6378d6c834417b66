package io.gigafs.cli.bench;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/** The bytes of a large file, block by block: noise, each block with its number in front. */
final class Blocks {
  static final int BLOCK_BYTES = 1 << 20;

  private static final byte[] NOISE = new byte[BLOCK_BYTES];

  static {
    new SplittableRandom(1).nextBytes(NOISE);
  }

  private final ByteBuffer block = ByteBuffer.allocateDirect(BLOCK_BYTES).put(NOISE);
  private final ByteBuffer read = ByteBuffer.allocateDirect(BLOCK_BYTES);

  /** The block at an offset, of a file of so many bytes. */
  ByteBuffer at(long offset, long size) {
    return block.clear().putLong(0, offset).limit((int) Math.min(BLOCK_BYTES, size - offset));
  }

  /** An empty buffer for a block. */
  ByteBuffer empty() {
    return read.clear();
  }

  /** Whether what was read is the block of an offset. */
  boolean isRight(long offset, long size) {
    return read.flip().equals(at(offset, size));
  }
}

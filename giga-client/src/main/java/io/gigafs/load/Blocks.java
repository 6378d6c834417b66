package io.gigafs.load;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/** The blocks of a large file: random bytes, each block beginning with its number. */
final class Blocks {
  static final int BLOCK_BYTES = 1 << 20;

  private static final byte[] NOISE = new byte[BLOCK_BYTES];

  static {
    new SplittableRandom(1).nextBytes(NOISE);
  }

  private final ByteBuffer block = ByteBuffer.allocateDirect(BLOCK_BYTES).put(NOISE);
  private final ByteBuffer read = ByteBuffer.allocateDirect(BLOCK_BYTES);

  /** The block at an offset, of a file of this size. */
  ByteBuffer at(long offset, long size) {
    return block.clear().putLong(0, offset).limit((int) Math.min(BLOCK_BYTES, size - offset));
  }

  /** An empty buffer for a block. */
  ByteBuffer empty() {
    return read.clear();
  }

  /** Whether the bytes that were read are the block at an offset. */
  boolean isRight(long offset, long size) {
    return read.flip().equals(at(offset, size));
  }
}

package io.gigafs.cache.service;

import io.gigafs.cache.CacheKey;
import io.gigafs.cache.CacheStore;
import io.gigafs.cache.PinnedBlocks.PinnedBlock;
import io.gigafs.cache.value.ValueBlocks;
import io.gigafs.cache.value.ValueBlocks.ValueId;
import io.gigafs.cache.value.ValueHead;
import io.gigafs.protocol.DataBuffers;
import io.gigafs.protocol.Payload;
import io.gigafs.protocol.cache.CachedBlock;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Reads blocks for the network. A block that the store can pin is sent from its file, or copied
 * once if it is short. Any other block is copied once, and its checksum computed. Safe for use by
 * several threads.
 */
final class CacheReads {
  /** A pinned block of this many bytes or more is sent from its file. */
  private static final int MIN_REGION_BYTES = 256 << 10;

  /** The size of the first read if the store does not know a block's length. */
  private static final int FIRST_READ_BYTES = 16 << 10;

  private final ValueBlocks blocks;

  CacheReads(ValueBlocks blocks) {
    this.blocks = blocks;
  }

  /**
   * A head block.
   *
   * @param head its decoded head; null if this version does not know the format
   * @param isCut whether the block was longer than requested, and only its head is here
   */
  record HeadBlock(CachedBlock block, @Nullable ValueHead head, boolean isCut) {}

  /** Reads bytes of a block, as {@link CacheStore#get}. */
  @FunctionalInterface
  private interface Source {
    int read(ByteBuffer into) throws IOException;
  }

  /** The head block of a value; null if there is no value. */
  @Nullable HeadBlock head(CacheKey key, int maxBytes) throws IOException {
    ByteBuffer head = ByteBuffer.allocate(ValueHead.BYTES);
    if (blocks.pins()) {
      PinnedBlock pinned = blocks.pinHead(key);
      return pinned == null ? null : pinnedHead(pinned, maxBytes, head);
    }
    ByteBuf bytes = read(maxBytes, into -> blocks.readHead(key, 0, into));
    if (bytes == null) {
      return null;
    }
    boolean isCut = bytes.readableBytes() > maxBytes;
    if (isCut) {
      bytes.writerIndex(Math.min(ValueHead.BYTES, maxBytes));
    }
    int headBytes = Math.min(ValueHead.BYTES, bytes.readableBytes());
    bytes.getBytes(0, head.limit(headBytes));
    return new HeadBlock(copied(bytes), ValueHead.read(head.flip()), isCut);
  }

  private static HeadBlock pinnedHead(PinnedBlock pinned, int maxBytes, ByteBuffer head)
      throws IOException {
    boolean isCut = pinned.length() > maxBytes;
    if (isCut) {
      ByteBuf bytes = copy(pinned, Math.min(ValueHead.BYTES, maxBytes));
      bytes.getBytes(0, head.limit(bytes.readableBytes()));
      return new HeadBlock(copied(bytes), ValueHead.read(head.flip()), true);
    }
    if (pinned.length() < MIN_REGION_BYTES) {
      int crc = pinned.crc();
      ByteBuf bytes = copy(pinned, pinned.length());
      bytes.getBytes(0, head.limit(Math.min(ValueHead.BYTES, bytes.readableBytes())));
      CachedBlock block = new CachedBlock(true, crc, Payload.of(bytes));
      return new HeadBlock(block, ValueHead.read(head.flip()), false);
    }
    boolean isDone = false;
    try {
      fill(pinned, head);
      isDone = true;
    } finally {
      if (!isDone) {
        pinned.close();
      }
    }
    return new HeadBlock(region(pinned), ValueHead.read(head.flip()), false);
  }

  /** A block of a value; missing if it is gone. */
  CachedBlock block(ValueId id, int index, int maxBytes) throws IOException {
    if (blocks.pins()) {
      PinnedBlock pinned = blocks.pinBlock(id, index);
      if (pinned == null) {
        return CachedBlock.missing();
      }
      if (pinned.length() > maxBytes) {
        pinned.close();
        throw new IOException("block " + index + " of " + id.key() + " is longer than was asked");
      }
      if (pinned.length() >= MIN_REGION_BYTES) {
        return region(pinned);
      }
      int crc = pinned.crc();
      return new CachedBlock(true, crc, Payload.of(copy(pinned, pinned.length())));
    }
    ByteBuf bytes = read(maxBytes, into -> blocks.readBlock(id, index, 0, into));
    if (bytes == null) {
      return CachedBlock.missing();
    }
    if (bytes.readableBytes() > maxBytes) {
      bytes.release();
      throw new IOException("block " + index + " of " + id.key() + " is longer than was asked");
    }
    return copied(bytes);
  }

  private static CachedBlock region(PinnedBlock pinned) {
    return new CachedBlock(
        true,
        pinned.crc(),
        Payload.ofFile(pinned.channel(), pinned.position(), pinned.length(), pinned::close));
  }

  /** Copies the beginning of a block, and unpins it. */
  private static ByteBuf copy(PinnedBlock pinned, int count) throws IOException {
    ByteBuf bytes = null;
    try (pinned) {
      bytes = DataBuffers.INSTANCE.directBuffer(Math.max(1, count), Math.max(1, count));
      fill(pinned, bytes.internalNioBuffer(0, count));
      ByteBuf done = bytes.writerIndex(count);
      bytes = null;
      return done;
    } finally {
      if (bytes != null) {
        bytes.release();
      }
    }
  }

  private static void fill(PinnedBlock pinned, ByteBuffer into) throws IOException {
    long at = pinned.position();
    while (into.hasRemaining()) {
      int count = pinned.channel().read(into, at);
      if (count < 0) {
        throw new IOException("a file of the cache ends before one of its blocks");
      }
      at += count;
    }
  }

  /** The block, or one byte more than requested if it is longer. */
  private static @Nullable ByteBuf read(int maxBytes, Source source) throws IOException {
    int capacity = Math.min(maxBytes + 1, FIRST_READ_BYTES);
    ByteBuf bytes = readUpTo(capacity, source);
    if (bytes != null && bytes.readableBytes() == capacity && capacity <= maxBytes) {
      bytes.release();
      bytes = readUpTo(maxBytes + 1, source);
    }
    return bytes;
  }

  private static @Nullable ByteBuf readUpTo(int capacity, Source source) throws IOException {
    ByteBuf bytes = DataBuffers.INSTANCE.directBuffer(capacity, capacity);
    boolean isFound = false;
    try {
      int count = source.read(bytes.internalNioBuffer(0, capacity));
      if (count != CacheStore.MISS) {
        bytes.writerIndex(count);
        isFound = true;
        return bytes;
      }
      return null;
    } finally {
      if (!isFound) {
        bytes.release();
      }
    }
  }

  private static CachedBlock copied(ByteBuf bytes) {
    int crc = ValueHead.crc(bytes.nioBuffer());
    return new CachedBlock(true, crc, Payload.of(bytes));
  }
}

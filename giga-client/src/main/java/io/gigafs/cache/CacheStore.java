package io.gigafs.cache;

import io.gigafs.protocol.DataBuffers;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import java.util.zip.CRC32C;

/**
 * The store of a cache's blocks. Safe for use by several threads; calls may block for as long as a
 * disk or a server does.
 *
 * <p>A store returns the bytes that were put under a key, or nothing: never other bytes, never a
 * part of them, whatever crashed in between. It verifies their checksum before it returns them for
 * the first time in a process.
 *
 * <p>A block is not guaranteed to stay after a put: a store may evict any block at any time, and
 * may refuse one. A store that fails throws, and its user continues without it.
 */
public interface CacheStore extends AutoCloseable {
  /** The maximum length of a block. */
  int MAX_BLOCK_BYTES = 4 << 20;

  /** The maximum length of a block in this store, which refuses longer ones. */
  default int maxBlockBytes() {
    return MAX_BLOCK_BYTES;
  }

  /**
   * Adds a block, or replaces the one with this key. Readers see the old block or the new one.
   *
   * @param bytes 0 to {@link #MAX_BLOCK_BYTES} bytes, from the position to the limit; neither
   *     changes, and the buffer may be reused when the call returns
   * @param crc CRC32C of the bytes, from their source
   * @return whether the block was stored; false if the store has no room for it, and then the key
   *     has no block
   * @throws IOException if the store failed; the key then has no block
   */
  boolean put(BlockKey key, ByteBuffer bytes, int crc) throws IOException;

  /**
   * Adds a block as {@link #put(BlockKey, ByteBuffer, int)} does, and computes the checksum while
   * writing.
   *
   * @param parts of its bytes, in order
   * @param sum the checksum of the block, if it was stored
   */
  default boolean put(BlockKey key, ByteBuffer[] parts, CRC32C sum) throws IOException {
    int length = 0;
    sum.reset();
    for (ByteBuffer part : parts) {
      length = Math.addExact(length, part.remaining());
      sum.update(part.duplicate());
    }
    ByteBuf block = DataBuffers.INSTANCE.directBuffer(length, length);
    try {
      for (ByteBuffer part : parts) {
        block.writeBytes(part.duplicate());
      }
      return put(key, block.internalNioBuffer(0, length), (int) sum.getValue());
    } finally {
      block.release();
    }
  }

  /**
   * Copies bytes of a block.
   *
   * @param from offset in the block, 0 or more
   * @param into takes bytes until it is full or the block ends
   * @return how many bytes were copied, 0 behind the block's end; {@link #MISS} if the store has no
   *     such block, or its bytes are damaged
   * @throws IOException if the store failed; the buffer's contents are undefined then
   */
  int get(BlockKey key, int from, ByteBuffer into) throws IOException;

  /**
   * Copies the first bytes of a block, all from the same version of it.
   *
   * @param into take bytes in order until all are full or the block ends
   * @return as from {@link #get(BlockKey, int, ByteBuffer)}
   */
  default int get(BlockKey key, ByteBuffer[] into) throws IOException {
    long room = 0;
    for (ByteBuffer part : into) {
      room += part.remaining();
    }
    int length = (int) Math.min(room, maxBlockBytes());
    ByteBuf block = DataBuffers.INSTANCE.directBuffer(length, length);
    try {
      ByteBuffer bytes = block.nioBuffer(0, length);
      int count = get(key, 0, bytes);
      bytes.flip();
      for (ByteBuffer part : into) {
        int copied = Math.min(part.remaining(), bytes.remaining());
        part.put(bytes.slice(bytes.position(), copied));
        bytes.position(bytes.position() + copied);
      }
      return count;
    } finally {
      block.release();
    }
  }

  /** No block has the key. */
  int MISS = -1;

  /** Whether the store has a block; may be true for a damaged one. */
  boolean contains(BlockKey key) throws IOException;

  /** Removes a block, if it is there. */
  void remove(BlockKey key) throws IOException;

  /**
   * Changes the generation of a block, because a writer learns the generation of its data only at
   * its end. Does nothing if the block does not exist.
   */
  void setGeneration(BlockKey key, long generation) throws IOException;

  /**
   * Visits the blocks of the store in no order, without reading their bytes. Blocks added or
   * removed meanwhile may be missed or visited. A store whose server cannot list its keys visits
   * nothing.
   */
  void scan(Consumer<StoredBlock> visitor) throws IOException;

  /** The contents of the store, and its counters since it was opened. */
  StoreUsage usage() throws IOException;

  /**
   * Saves what the store keeps only in memory. After it returns, the end of the process loses no
   * block that was put before.
   */
  void save() throws IOException;

  /** Saves, and frees memory and files. Persistent blocks stay. */
  @Override
  void close() throws IOException;

  /** A block in a store. */
  record StoredBlock(BlockKey key, int length) {}

  /**
   * The contents of a store, and its counters since it was opened.
   *
   * @param blocks in the store
   * @param bytes of these blocks
   * @param capacityBytes the maximum bytes of blocks; 0 if its server decides
   * @param memoryBytes memory of this process, the page cache not included
   * @param diskBytes of its files
   * @param evictions blocks that were evicted
   * @param damaged blocks with a wrong checksum, or that could not be read; each was removed
   */
  record StoreUsage(
      long blocks,
      long bytes,
      long capacityBytes,
      long memoryBytes,
      long diskBytes,
      long evictions,
      long damaged) {}
}

package io.gigafs.cache;

import io.gigafs.protocol.DataBuffers;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import java.util.zip.CRC32C;

/**
 * Where a cache keeps its blocks. Safe for use by several threads; calls may block for as long as a
 * disk or a server does.
 *
 * <p>A store returns the bytes that were put under a key, or nothing: never others, never part of
 * them, whatever crashed in between. It compares them with their checksum before it returns them
 * for the first time in a process.
 *
 * <p>Not promised: that a block is there after it was put. A store may evict any block at any time,
 * and may refuse one. A store that fails throws, and its user goes on without it.
 */
public interface CacheStore extends AutoCloseable {
  /** How many bytes a block has at most. */
  int MAX_BLOCK_BYTES = 4 << 20;

  /** How many bytes a block of this store has at most; it refuses a longer one. */
  default int maxBlockBytes() {
    return MAX_BLOCK_BYTES;
  }

  /**
   * Adds a block, or replaces the one with this key. Readers see the old block or the new one.
   *
   * @param bytes 0 to {@link #MAX_BLOCK_BYTES} bytes, from the position to the limit; neither
   *     changes, and the buffer may be used again when the call returns
   * @param crc CRC32C of the bytes, from where they came from
   * @return whether the store took it; false where it has no room for it, and then the key has no
   *     block
   * @throws IOException if the store failed; the key then has no block
   */
  boolean put(BlockKey key, ByteBuffer bytes, int crc) throws IOException;

  /**
   * Adds a block as {@link #put(BlockKey, ByteBuffer, int)} does, of bytes that have no checksum
   * yet: they are summed up on their way.
   *
   * @param parts of its bytes, one behind the other
   * @param sum of the bytes of the block, if it was taken
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
   * @throws IOException if the store failed; what is in the buffer then is undefined
   */
  int get(BlockKey key, int from, ByteBuffer into) throws IOException;

  /**
   * Copies the first bytes of a block, all of the same one.
   *
   * @param into take bytes one behind the other until all are full or the block ends
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

  /** Whether the store has a block; may be true of one whose bytes turn out to be damaged. */
  boolean contains(BlockKey key) throws IOException;

  /** Removes a block, if it is there. */
  void remove(BlockKey key) throws IOException;

  /**
   * Gives a block another generation, as a writer learns the generation of what it wrote only at
   * its end. Does nothing if the block is not there.
   */
  void setGeneration(BlockKey key, long generation) throws IOException;

  /**
   * Visits the blocks that the store has, without reading their bytes, in no order. Blocks that
   * come or go meanwhile may be missing or visited. A store whose server cannot list its keys
   * visits nothing.
   */
  void scan(Consumer<StoredBlock> visitor) throws IOException;

  /** What the store has, and has done since it was opened. */
  StoreUsage usage() throws IOException;

  /**
   * Saves what the store keeps in memory only. After it returns, the end of the process costs no
   * block that was put before.
   */
  void save() throws IOException;

  /** Saves, and frees memory and files; what can outlive the process does. */
  @Override
  void close() throws IOException;

  /** A block that a store has. */
  record StoredBlock(BlockKey key, int length) {}
}

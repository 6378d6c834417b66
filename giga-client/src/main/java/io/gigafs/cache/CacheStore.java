package io.gigafs.cache;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

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
   * Copies bytes of a block.
   *
   * @param from offset in the block, 0 or more
   * @param into takes bytes until it is full or the block ends
   * @return how many bytes were copied, 0 behind the block's end; {@link #MISS} if the store has no
   *     such block, or its bytes are damaged
   * @throws IOException if the store failed; what is in the buffer then is undefined
   */
  int get(BlockKey key, int from, ByteBuffer into) throws IOException;

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

package io.gigafs.cache.memory;

import io.gigafs.cache.BlockKey;
import io.gigafs.cache.CacheStore;
import io.gigafs.cache.CacheStore.StoreUsage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Blocks in the heap, lost on close. Evicts the least recently used block. Safe for use by several
 * threads; serialized by a lock.
 *
 * <p>Invariant: the bytes of all blocks, plus {@value #OVERHEAD_BYTES} for each, do not exceed the
 * capacity.
 */
public final class MemoryCacheStore implements CacheStore {
  /** The overhead of a block: about the size of its entry and key. */
  static final int OVERHEAD_BYTES = 200;

  private static final float LOAD_FACTOR = 0.75f;
  private static final int INITIAL_CAPACITY = 16;

  private final long capacityBytes;
  private final Map<BlockKey, byte[]> blocks =
      new LinkedHashMap<>(INITIAL_CAPACITY, LOAD_FACTOR, true);
  private long bytes;
  private long evictions;
  private boolean isClosed;

  /** An empty store. */
  public MemoryCacheStore(long capacityBytes) {
    if (capacityBytes < 1) {
      throw new IllegalArgumentException("the capacity is at least 1 byte, not " + capacityBytes);
    }
    this.capacityBytes = capacityBytes;
  }

  @Override
  public synchronized boolean put(BlockKey key, ByteBuffer from, int crc) throws IOException {
    if (from.remaining() > MAX_BLOCK_BYTES) {
      throw new IllegalArgumentException(
          "a block has at most " + MAX_BLOCK_BYTES + " bytes, not " + from.remaining());
    }
    checkOpen();
    removeBlock(key);
    byte[] copy = new byte[from.remaining()];
    from.get(from.position(), copy);
    CRC32C sum = new CRC32C();
    sum.update(copy, 0, copy.length);
    if ((int) sum.getValue() != crc) {
      throw new IOException("the bytes of " + key + " do not have their checksum; not stored");
    }
    if (copy.length + (long) OVERHEAD_BYTES > capacityBytes) {
      return false;
    }
    blocks.put(key, copy);
    bytes += copy.length;
    evict();
    return true;
  }

  private void evict() {
    Iterator<byte[]> oldest = blocks.values().iterator();
    while (takenBytes() > capacityBytes) {
      bytes -= oldest.next().length;
      oldest.remove();
      evictions++;
    }
  }

  private long takenBytes() {
    return bytes + blocks.size() * (long) OVERHEAD_BYTES;
  }

  @Override
  public synchronized int get(BlockKey key, int from, ByteBuffer into) throws IOException {
    checkOpen();
    byte @Nullable [] block = blocks.get(key);
    if (block == null) {
      return MISS;
    }
    int count = Math.min(into.remaining(), Math.max(0, block.length - from));
    if (count > 0) {
      into.put(block, from, count);
    }
    return count;
  }

  @Override
  public synchronized boolean contains(BlockKey key) throws IOException {
    checkOpen();
    return blocks.containsKey(key);
  }

  @Override
  public synchronized void remove(BlockKey key) throws IOException {
    checkOpen();
    removeBlock(key);
  }

  private void removeBlock(BlockKey key) {
    byte @Nullable [] removed = blocks.remove(key);
    if (removed != null) {
      bytes -= removed.length;
    }
  }

  @Override
  public synchronized void setGeneration(BlockKey key, long generation) throws IOException {
    checkOpen();
    byte @Nullable [] block = blocks.get(key);
    if (block == null || key.generation() == generation) {
      return;
    }
    BlockKey renamed = new BlockKey(key.key(), generation, key.index());
    removeBlock(renamed);
    blocks.remove(key);
    blocks.put(renamed, block);
  }

  @Override
  public void scan(Consumer<StoredBlock> visitor) throws IOException {
    List<StoredBlock> found = new ArrayList<>();
    synchronized (this) {
      checkOpen();
      blocks.forEach((key, block) -> found.add(new StoredBlock(key, block.length)));
    }
    found.forEach(visitor);
  }

  @Override
  public synchronized StoreUsage usage() throws IOException {
    checkOpen();
    return new StoreUsage(blocks.size(), bytes, capacityBytes, takenBytes(), 0, evictions, 0);
  }

  /** Does nothing: no block outlives the process. */
  @Override
  public synchronized void save() throws IOException {
    checkOpen();
  }

  @Override
  public synchronized void close() {
    isClosed = true;
    blocks.clear();
    bytes = 0;
  }

  private void checkOpen() throws IOException {
    if (isClosed) {
      throw new IOException("the cache in memory is closed");
    }
  }
}

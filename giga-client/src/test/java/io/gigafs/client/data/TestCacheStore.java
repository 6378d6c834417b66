package io.gigafs.client.data;

import io.gigafs.cache.BlockKey;
import io.gigafs.cache.CacheStore;
import io.gigafs.cache.CacheStore.StoreUsage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.zip.CRC32C;

/** A store in memory that evicts, rejects and fails at random, by a seed. */
public final class TestCacheStore implements CacheStore {
  private final Random random;
  private final int maxBlocks;

  /** The share of calls that fail, per mille. Guarded by this. */
  private int failingPerMille;

  /** Guarded by this. */
  private final Map<BlockKey, byte[]> blocks = new LinkedHashMap<>();

  /** Guarded by this. */
  private long evictions;

  /**
   * A store of a limited number of blocks.
   *
   * @param failingPerMille the share of calls that fail, per mille
   */
  public TestCacheStore(long seed, int maxBlocks, int failingPerMille) {
    this.random = new Random(seed);
    this.maxBlocks = maxBlocks;
    this.failingPerMille = failingPerMille;
  }

  /** Sets the share of calls that fail from now on, per mille. */
  public synchronized void fail(int perMille) {
    failingPerMille = perMille;
  }

  private void mayFail() throws IOException {
    if (random.nextInt(1000) < failingPerMille) {
      throw new IOException("a planted failure");
    }
  }

  /** The number of blocks in the store. */
  public synchronized int size() {
    return blocks.size();
  }

  @Override
  public synchronized boolean put(BlockKey key, ByteBuffer bytes, int crc) throws IOException {
    blocks.remove(key);
    mayFail();
    byte[] copy = new byte[bytes.remaining()];
    bytes.duplicate().get(copy);
    CRC32C found = new CRC32C();
    found.update(copy);
    if ((int) found.getValue() != crc) {
      throw new AssertionError("the checksum of " + key + " is not that of its bytes");
    }
    blocks.put(key, copy);
    if (blocks.size() > maxBlocks) {
      Iterator<BlockKey> eldest = blocks.keySet().iterator();
      eldest.next();
      eldest.remove();
      evictions++;
    }
    return true;
  }

  @Override
  public synchronized int get(BlockKey key, int from, ByteBuffer into) throws IOException {
    if (random.nextInt(1000) < failingPerMille && into.hasRemaining()) {
      into.put((byte) 0x55);
      throw new IOException("a planted failure");
    }
    byte[] block = blocks.get(key);
    if (block == null) {
      return MISS;
    }
    int length = Math.max(0, Math.min(into.remaining(), block.length - from));
    if (length > 0) {
      into.put(block, from, length);
    }
    return length;
  }

  @Override
  public synchronized boolean contains(BlockKey key) throws IOException {
    mayFail();
    return blocks.containsKey(key);
  }

  @Override
  public synchronized void remove(BlockKey key) throws IOException {
    mayFail();
    blocks.remove(key);
  }

  @Override
  public synchronized void setGeneration(BlockKey key, long generation) throws IOException {
    mayFail();
    byte[] block = blocks.remove(key);
    if (block != null) {
      blocks.put(new BlockKey(key.key(), generation, key.index()), block);
    }
  }

  @Override
  public synchronized void scan(Consumer<StoredBlock> visitor) {
    blocks.forEach((key, bytes) -> visitor.accept(new StoredBlock(key, bytes.length)));
  }

  @Override
  public synchronized StoreUsage usage() {
    long bytes = blocks.values().stream().mapToLong(block -> block.length).sum();
    return new StoreUsage(blocks.size(), bytes, 0, bytes, 0, evictions, 0);
  }

  @Override
  public void save() {
    // All blocks are in memory.
  }

  @Override
  public void close() {
    // No resources to release.
  }
}

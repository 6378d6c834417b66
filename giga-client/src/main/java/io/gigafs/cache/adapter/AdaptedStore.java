package io.gigafs.cache.adapter;

import io.gigafs.cache.BlockKey;
import io.gigafs.cache.CacheKey;
import io.gigafs.cache.CacheStore;
import io.gigafs.cache.CacheStore.StoreUsage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Blocks in a third-party store. Safe for use by several threads.
 *
 * <p>Bytes come from outside of this process each time, so their checksum is verified each time.
 */
final class AdaptedStore implements CacheStore {
  private final ForeignStore store;
  private final int maxBlockBytes;
  private final LongAdder damaged = new LongAdder();
  private final AtomicBoolean closed = new AtomicBoolean();

  AdaptedStore(ForeignStore store) {
    this.store = store;
    this.maxBlockBytes = Math.min(MAX_BLOCK_BYTES, store.maxValueBytes() - BlockValue.MAX_OVERHEAD);
  }

  @Override
  public int maxBlockBytes() {
    return maxBlockBytes;
  }

  @Override
  public boolean put(BlockKey key, ByteBuffer bytes, int crc) throws IOException {
    if (bytes.remaining() > MAX_BLOCK_BYTES) {
      throw new IllegalArgumentException(
          "a block has at most " + MAX_BLOCK_BYTES + " bytes, not " + bytes.remaining());
    }
    checkOpen();
    if (bytes.remaining() > maxBlockBytes) {
      store.remove(BlockName.of(key));
      return false;
    }
    String name = BlockName.of(key);
    try {
      if (store.put(name, BlockValue.of(key.key(), bytes, crc))) {
        return true;
      }
    } catch (IOException e) {
      removeAfter(e, name);
      throw e;
    }
    store.remove(name);
    return false;
  }

  /**
   * Removes a block after a failed put, whose result is unknown: the next get must not find the
   * previous block.
   */
  private void removeAfter(IOException failure, String name) {
    try {
      store.remove(name);
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  @Override
  public int get(BlockKey key, int from, ByteBuffer into) throws IOException {
    checkOpen();
    String name = BlockName.of(key);
    byte[] value = store.get(name);
    if (value == null) {
      return MISS;
    }
    ByteBuffer bytes = BlockValue.bytes(key.key(), value);
    if (bytes == null) {
      damaged.increment();
      store.remove(name);
      return MISS;
    }
    int count = Math.min(Math.max(0, bytes.remaining() - from), into.remaining());
    into.put(bytes.slice(bytes.position() + (count == 0 ? 0 : from), count));
    return count;
  }

  @Override
  public boolean contains(BlockKey key) throws IOException {
    checkOpen();
    return store.contains(BlockName.of(key));
  }

  @Override
  public void remove(BlockKey key) throws IOException {
    checkOpen();
    store.remove(BlockName.of(key));
  }

  @Override
  public void setGeneration(BlockKey key, long generation) throws IOException {
    checkOpen();
    if (generation != key.generation()) {
      store.rename(
          BlockName.of(key), BlockName.of(new BlockKey(key.key(), generation, key.index())));
    }
  }

  @Override
  public void scan(Consumer<StoredBlock> visitor) throws IOException {
    checkOpen();
    store.scan(
        (name, length) -> {
          CacheKey digested = BlockName.hasDigest(name) ? digestedKey(name) : null;
          BlockKey key = BlockName.parse(name, digested);
          if (key != null) {
            visitor.accept(new StoredBlock(key, BlockValue.blockLength(length, digested)));
          }
        });
  }

  private @Nullable CacheKey digestedKey(String name) throws IOException {
    byte[] value = store.get(name);
    return value == null ? null : BlockValue.key(value);
  }

  @Override
  public StoreUsage usage() throws IOException {
    checkOpen();
    ForeignStore.Size size = store.size();
    return new StoreUsage(
        size.values(),
        size.bytes(),
        size.capacityBytes(),
        size.memoryBytes(),
        size.diskBytes(),
        size.evictions(),
        damaged.sum());
  }

  @Override
  public void save() throws IOException {
    checkOpen();
    store.save();
  }

  /** Leaves the server's contents, which outlive this process. */
  @Override
  public void close() throws IOException {
    if (!closed.getAndSet(true)) {
      store.close();
    }
  }

  private void checkOpen() throws IOException {
    if (closed.get()) {
      throw new IOException("the cache store is closed");
    }
  }
}

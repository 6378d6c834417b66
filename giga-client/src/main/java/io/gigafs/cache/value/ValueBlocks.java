package io.gigafs.cache.value;

import io.gigafs.cache.BlockKey;
import io.gigafs.cache.CacheKey;
import io.gigafs.cache.CacheStore;
import io.gigafs.cache.PinnedBlocks;
import io.gigafs.cache.PinnedBlocks.PinnedBlock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The blocks of values in a store: commits values, and removes blocks that no value needs. Safe for
 * use by several threads.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>The head block defines a value. It is one block and so is replaced atomically. It is
 *       written after all of the value's blocks, under a generation that no other put has.
 *   <li>A head block is written and removed under the lock of its key; nothing else changes the
 *       key's generation. Then the blocks of the old generation are removed, at once or, if readers
 *       have the value open, with the last reader.
 *   <li>{@link #sweep} removes blocks of a generation that is neither a key's, nor being written,
 *       nor being read: a killed process leaves such blocks.
 * </ol>
 */
public final class ValueBlocks implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ValueBlocks.class);
  private static final int LOCKS = 256;
  private static final long HEAD_GENERATION = 0;

  /** How many successive values of a key are tried when a block is missing. */
  static final int MAX_ATTEMPTS = 16;

  private final CacheStore store;
  private final @Nullable PinnedBlocks pinned;
  private final Object[] locks = new Object[LOCKS];

  /** Open values, with the number of opens. Changed under the key's lock. */
  private final Map<ValueId, Reading> readings = new ConcurrentHashMap<>();

  /** Values that are being written. */
  private final Set<ValueId> writing = ConcurrentHashMap.newKeySet();

  /**
   * Keys whose value may have blocks, with the sweep during which one was last written. Complete
   * after the first sweep.
   */
  private final Map<CacheKey, Integer> keysWithBlocks = new ConcurrentHashMap<>();

  private volatile int sweeps;
  private volatile boolean isSwept;

  /** Guarded by itself. */
  private final List<Thread> sweepers = new ArrayList<>();

  /** A value of one generation. */
  public record ValueId(CacheKey key, long generation) {
    BlockKey block(int index) {
      return new BlockKey(key, generation, index);
    }
  }

  /** Guarded by the key's lock. */
  private static final class Reading {
    private int readers;

    /** How many blocks the last reader has to remove; 0 while the value is current. */
    private int replacedBlocks;
  }

  /** Values over a store, which is closed with this. */
  public ValueBlocks(CacheStore store) {
    this.store = store;
    this.pinned = store instanceof PinnedBlocks pins ? pins : null;
    for (int i = 0; i < LOCKS; i++) {
      locks[i] = new Object();
    }
  }

  /** The underlying store. */
  public CacheStore store() {
    return store;
  }

  private Object lock(CacheKey key) {
    int hash = key.hashCode();
    return locks[(hash ^ hash >>> 16) & (LOCKS - 1)];
  }

  private static BlockKey headKey(CacheKey key) {
    return new BlockKey(key, HEAD_GENERATION, BlockKey.HEAD);
  }

  /**
   * Copies bytes of the head block of a value.
   *
   * @return how many, {@link CacheStore#MISS} if there is no value
   */
  public int readHead(CacheKey key, int from, ByteBuffer into) throws IOException {
    return store.get(headKey(key), from, into);
  }

  /**
   * Copies the first bytes of the head block of a value, all from the same version.
   *
   * @return how many, {@link CacheStore#MISS} if there is no value
   */
  public int readHead(CacheKey key, ByteBuffer[] into) throws IOException {
    return store.get(headKey(key), into);
  }

  /** Pins the head block of a value; null if there is none, or the store cannot pin. */
  public @Nullable PinnedBlock pinHead(CacheKey key) throws IOException {
    return pinned == null ? null : pinned.pin(headKey(key));
  }

  /** Whether the store can pin blocks. */
  public boolean pins() {
    return pinned != null;
  }

  /** The head of a value, without what follows it; null if there is no value. */
  public @Nullable ValueHead head(CacheKey key) throws IOException {
    ByteBuffer head = ByteBuffer.allocate(ValueHead.BYTES);
    return readHead(key, 0, head) == CacheStore.MISS ? null : ValueHead.read(head.flip());
  }

  /**
   * Opens a value that has blocks: they stay until it is {@link #release released} as often, even
   * if the value is replaced, unless the store evicts them.
   *
   * @return whether the value is the key's current one
   */
  public boolean open(ValueId id) throws IOException {
    synchronized (lock(id.key())) {
      ValueHead head = head(id.key());
      if (head == null || head.generation() != id.generation()) {
        return false;
      }
      readings.computeIfAbsent(id, unused -> new Reading()).readers++;
      return true;
    }
  }

  /** Ends an {@link #open}. */
  public void release(ValueId id) throws IOException {
    int replacedBlocks = 0;
    synchronized (lock(id.key())) {
      Reading reading = readings.get(id);
      if (reading != null && --reading.readers == 0) {
        readings.remove(id);
        replacedBlocks = reading.replacedBlocks;
      }
    }
    removeBlocks(id, replacedBlocks);
  }

  /**
   * Copies bytes of a block of a value.
   *
   * @return how many, {@link CacheStore#MISS} if it is gone, and with it the value
   */
  public int readBlock(ValueId id, int index, int from, ByteBuffer into) throws IOException {
    int count = store.get(id.block(index), from, into);
    if (count == CacheStore.MISS) {
      removeIncomplete(id);
    }
    return count;
  }

  /** Pins a block; null if it is gone, and with it the value, or if the store cannot pin. */
  public @Nullable PinnedBlock pinBlock(ValueId id, int index) throws IOException {
    if (pinned == null) {
      return null;
    }
    PinnedBlock block = pinned.pin(id.block(index));
    if (block == null) {
      removeIncomplete(id);
    }
    return block;
  }

  private void removeIncomplete(ValueId id) throws IOException {
    ValueHead head;
    synchronized (lock(id.key())) {
      head = head(id.key());
      if (head == null || head.generation() != id.generation()) {
        return;
      }
      store.remove(headKey(id.key()));
      if (isRead(id, head.blocks())) {
        return;
      }
    }
    removeBlocks(id, head.blocks());
  }

  /** Starts to write the blocks of a value. */
  public void begin(ValueId id) {
    keysWithBlocks.put(id.key(), sweeps);
    writing.add(id);
  }

  /**
   * Writes a block of a started value; it is not part of a value yet.
   *
   * @return false if there is no room
   */
  public boolean writeBlock(ValueId id, int index, ByteBuffer bytes, int crc) throws IOException {
    return store.put(id.block(index), bytes, crc);
  }

  /**
   * Writes a block of a started value, and computes its checksum.
   *
   * @param sum of the bytes, if there is room
   * @return false if there is no room
   */
  public boolean writeBlock(ValueId id, int index, ByteBuffer bytes, CRC32C sum)
      throws IOException {
    return store.put(id.block(index), new ByteBuffer[] {bytes}, sum);
  }

  /** Removes the first blocks of a started value. */
  public void abort(ValueId id, int blocks) throws IOException {
    removeBlocks(id, blocks);
    writing.remove(id);
  }

  /**
   * Writes a head block, which makes the value the key's current one.
   *
   * @param head the decoded head
   * @param block the head and what follows it
   * @param crc CRC32C of the block
   * @return false if there is no room; then the value's blocks are removed
   */
  public boolean writeHead(CacheKey key, ValueHead head, ByteBuffer block, int crc)
      throws IOException {
    return writeHead(key, head, () -> store.put(headKey(key), block, crc));
  }

  /**
   * Writes a head block as {@link #writeHead(CacheKey, ValueHead, ByteBuffer, int)} does.
   *
   * @param parts of the block, in order
   */
  public boolean writeHead(CacheKey key, ValueHead head, ByteBuffer... parts) throws IOException {
    return writeHead(key, head, () -> store.put(headKey(key), parts, new CRC32C()));
  }

  /** Puts a head block into the store. */
  @FunctionalInterface
  private interface HeadWrite {
    boolean run() throws IOException;
  }

  private boolean writeHead(CacheKey key, ValueHead head, HeadWrite write) throws IOException {
    ValueId id = new ValueId(key, head.generation());
    boolean isDone = false;
    try {
      isDone = replaceHead(key, write);
    } finally {
      if (!head.isInline()) {
        if (!isDone) {
          removeBlocks(id, head.blocks());
        }
        writing.remove(id);
      }
    }
    return isDone;
  }

  private boolean replaceHead(CacheKey key, HeadWrite write) throws IOException {
    ValueId oldId;
    ValueHead old;
    boolean isDone;
    synchronized (lock(key)) {
      // Most values have no blocks, so the old head need not be read.
      old = isSwept && !keysWithBlocks.containsKey(key) ? null : head(key);
      isDone = write.run();
      if (old == null || old.isInline()) {
        return isDone;
      }
      // The old head is gone even if there was no room for the new one.
      oldId = new ValueId(key, old.generation());
      if (isRead(oldId, old.blocks())) {
        return isDone;
      }
    }
    removeBlocks(oldId, old.blocks());
    return isDone;
  }

  /** Whether a replaced value has readers, the last of which removes its blocks. */
  private boolean isRead(ValueId id, int blocks) {
    Reading reading = readings.get(id);
    if (reading != null) {
      reading.replacedBlocks = blocks;
    }
    return reading != null;
  }

  /** Removes a value; returns whether there was one. */
  public boolean remove(CacheKey key) throws IOException {
    ValueHead old;
    synchronized (lock(key)) {
      boolean isThere = store.contains(headKey(key));
      old = isThere ? head(key) : null;
      store.remove(headKey(key));
      if (old == null
          || old.isInline()
          || isRead(new ValueId(key, old.generation()), old.blocks())) {
        return old != null;
      }
    }
    removeBlocks(new ValueId(key, old.generation()), old.blocks());
    return true;
  }

  private void removeBlocks(ValueId id, int blocks) throws IOException {
    for (int i = 0; i < blocks; i++) {
      store.remove(id.block(i));
    }
  }

  /**
   * Removes blocks that belong to no value. Values may be read and written meanwhile.
   *
   * @return how many were removed
   */
  synchronized int sweep() throws IOException {
    int sweep = sweeps + 1;
    sweeps = sweep;
    Map<ValueId, Set<Integer>> found = new HashMap<>();
    store.scan(
        block -> {
          BlockKey key = block.key();
          if (key.index() != BlockKey.HEAD) {
            found
                .computeIfAbsent(
                    new ValueId(key.key(), key.generation()), unused -> new HashSet<>())
                .add(key.index());
            keysWithBlocks.put(key.key(), sweep);
          }
        });
    keysWithBlocks.values().removeIf(last -> last < sweep);
    isSwept = true;
    int removed = 0;
    for (Map.Entry<ValueId, Set<Integer>> each : found.entrySet()) {
      if (isUnused(each.getKey())) {
        for (int index : each.getValue()) {
          store.remove(each.getKey().block(index));
          removed++;
        }
      }
    }
    return removed;
  }

  /** Runs a {@link #sweep} in the background; logs failures. */
  public void startSweep() {
    Thread thread = new Thread(this::sweepAndLog, "giga-cache-sweep");
    thread.setDaemon(true);
    synchronized (sweepers) {
      sweepers.add(thread);
    }
    thread.start();
  }

  private void sweepAndLog() {
    try {
      int removed = sweep();
      if (removed > 0) {
        LOG.info("Removed {} blocks of incomplete values", removed);
      }
    } catch (IOException e) {
      LOG.warn("A sweep failed; unused blocks stay until they are evicted", e);
    }
  }

  private boolean isUnused(ValueId id) throws IOException {
    synchronized (lock(id.key())) {
      // In this order: a value that is committed now was being written before.
      boolean isUsed = writing.contains(id) || readings.containsKey(id);
      ValueHead head = isUsed ? null : head(id.key());
      return !isUsed && (head == null || head.generation() != id.generation());
    }
  }

  /** Closes the store, once no sweep runs. */
  @Override
  public void close() throws IOException {
    List<Thread> running;
    synchronized (sweepers) {
      running = List.copyOf(sweepers);
    }
    for (Thread sweeper : running) {
      try {
        sweeper.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    store.close();
  }
}

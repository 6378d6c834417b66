package io.gigafs.client.data;

import io.gigafs.cache.BlockKey;
import io.gigafs.cache.CacheKey;
import io.gigafs.cache.CacheStore;
import io.gigafs.cache.CacheStore.StoreUsage;
import io.gigafs.cache.ObjectKeys;
import io.gigafs.protocol.DataBuffers;
import io.gigafs.rpc.Clock;
import io.gigafs.rpc.MemoryBudget;
import io.gigafs.rpc.RateLimitedLog;
import io.gigafs.volume.DataLocation;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The cache of the data of a client's files on volumes: blocks of their objects, which a {@link
 * CacheStore} keeps. Safe for use by several threads.
 *
 * <p>No method fails. An exception of the store is counted and logged and is treated as a miss.
 * After {@link #MAX_FAILURES} consecutive failures the store is not used for a while.
 *
 * <p>{@link CachedFile} decides which block may be used for which read.
 */
public final class DataCache {
  /** The block size. The last block of an object may be shorter. */
  public static final int BLOCK_BYTES = 1 << 20;

  /** Memory for blocks on their way from volumes to the store. */
  static final long FILL_BYTES = 48L << 20;

  /**
   * The part of it for read-ahead. It leaves memory for blocks that programs wait for while the
   * store is slow; read-ahead stops first.
   */
  private static final long READ_AHEAD_BYTES = FILL_BYTES / 2;

  /** Memory for blocks that programs are writing. */
  static final long WRITE_BYTES = 24L << 20;

  static final int MISS = CacheStore.MISS;

  private static final Logger LOG = LoggerFactory.getLogger(DataCache.class);
  private static final StoreUsage NOTHING = new StoreUsage(0, 0, 0, 0, 0, 0, 0);
  private static final int MAX_FAILURES = 8;
  private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final CacheStore store;
  private final BlockSource source;
  private final UUID cluster;
  private final Executor executor;
  private final Clock clock;
  private final Random random;
  private final int blockBytes;
  private final MemoryBudget fillMemory;
  private final MemoryBudget writeMemory;

  private final Runnable release;
  private volatile boolean closed;

  private final RateLimitedLog warnings;
  private final AtomicInteger failuresInRow = new AtomicInteger();
  private volatile long pausedUntilNanos;
  private volatile boolean paused;

  final LongAdder hits = new LongAdder();
  final LongAdder misses = new LongAdder();
  final LongAdder bypassed = new LongAdder();
  final LongAdder cacheBytes = new LongAdder();
  final LongAdder volumeBytes = new LongAdder();
  final LongAdder fills = new LongAdder();
  final LongAdder groupFills = new LongAdder();
  final LongAdder groupBytes = new LongAdder();
  final LongAdder writtenBlocks = new LongAdder();
  final LongAdder readAhead = new LongAdder();
  final LongAdder skipped = new LongAdder();
  private final LongAdder failures = new LongAdder();

  /**
   * A cache in a store. Its owner waits for calls in flight before it closes the cache.
   *
   * @param source where to look for blocks that the cache lacks
   * @param cluster the cluster of the objects
   * @param executor puts blocks; may block for as long as the store does
   * @param random names blocks whose generation is not known yet
   * @param blockBytes {@link #BLOCK_BYTES}, or less in tests
   * @param release releases the store once this is closed
   */
  public DataCache(
      CacheStore store,
      BlockSource source,
      UUID cluster,
      Executor executor,
      Clock clock,
      Random random,
      int blockBytes,
      Runnable release) {
    this.release = release;
    this.store = store;
    this.source = source;
    this.cluster = cluster;
    this.executor = executor;
    this.clock = clock;
    this.warnings = new RateLimitedLog(LOG, clock, 1);
    this.random = random;
    this.blockBytes = blockBytes;
    this.fillMemory = new MemoryBudget(FILL_BYTES);
    this.writeMemory = new MemoryBudget(WRITE_BYTES);
  }

  /** A cache that is backed by volumes only. */
  public DataCache(
      CacheStore store,
      UUID cluster,
      Executor executor,
      Clock clock,
      Random random,
      int blockBytes,
      Runnable release) {
    this(store, BlockSource.NONE, cluster, executor, clock, random, blockBytes, release);
  }

  /** Where to look for missing blocks before their volumes are read. */
  BlockSource source() {
    return source;
  }

  int blockBytes() {
    return blockBytes;
  }

  Clock clock() {
    return clock;
  }

  /** The key of an object. */
  CacheKey keyOf(DataLocation location) {
    return ObjectKeys.of(cluster, location.volume(), location.path(), blockBytes);
  }

  /** A generation that no file has, for blocks whose own is not known yet. */
  long temporaryGeneration() {
    synchronized (random) {
      return Long.MIN_VALUE | random.nextLong();
    }
  }

  /**
   * Copies bytes of a block.
   *
   * @param wanted how many at most
   * @return how many; fewer if the block ends; {@link #MISS} if the block is not cached
   */
  int get(BlockKey key, int from, int wanted, ByteBuffer into) {
    if (isPaused()) {
      return MISS;
    }
    int start = into.position();
    int limit = into.limit();
    int got = MISS;
    try {
      into.limit(start + wanted);
      got = store.get(key, from, into);
      succeeded();
    } catch (IOException | RuntimeException e) {
      failed("read", e);
    } finally {
      into.limit(limit);
      into.position(got == MISS ? start : start + got);
    }
    return got;
  }

  boolean contains(BlockKey key) {
    if (isPaused()) {
      return false;
    }
    try {
      return store.contains(key);
    } catch (IOException | RuntimeException e) {
      failed("look up", e);
      return false;
    }
  }

  /** Puts a block. Blocks the caller. */
  boolean put(BlockKey key, ByteBuffer bytes) {
    if (isPaused()) {
      skipped.increment();
      return false;
    }
    CRC32C crc = new CRC32C();
    crc.update(bytes.duplicate());
    try {
      boolean isTaken = store.put(key, bytes, (int) crc.getValue());
      succeeded();
      if (!isTaken) {
        skipped.increment();
      }
      return isTaken;
    } catch (IOException | RuntimeException e) {
      failed("write", e);
      return false;
    }
  }

  void remove(BlockKey key) {
    if (isPaused()) {
      return;
    }
    try {
      store.remove(key);
    } catch (IOException | RuntimeException e) {
      failed("remove", e);
    }
  }

  void setGeneration(BlockKey key, long generation) {
    if (isPaused()) {
      return;
    }
    try {
      store.setGeneration(key, generation);
    } catch (IOException | RuntimeException e) {
      failed("rename", e);
    }
  }

  /**
   * Drops all blocks of this cluster's files and returns how many bytes they had. May block for
   * long.
   */
  public long drop() {
    List<CacheStore.StoredBlock> found = new ArrayList<>();
    if (isPaused()) {
      return 0;
    }
    try {
      store.scan(
          block -> {
            if (ObjectKeys.isOf(block.key().key(), cluster, blockBytes)) {
              found.add(block);
            }
          });
    } catch (IOException | RuntimeException e) {
      failed("list", e);
    }
    long bytes = 0;
    for (CacheStore.StoredBlock block : found) {
      remove(block.key());
      bytes += block.length();
    }
    return bytes;
  }

  /**
   * Runs work on the store in the background.
   *
   * @return completes when the work has run, or never will
   */
  CompletableFuture<Void> inBackground(Runnable work) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    Runnable counted =
        () -> {
          try {
            work.run();
          } finally {
            done.complete(null);
          }
        };
    try {
      executor.execute(counted);
    } catch (RejectedExecutionException e) {
      LOG.debug("The client is closed; its data cache accepts no more blocks", e);
      counted.run();
    }
    return done;
  }

  /** Memory for a block on its way to the store; null if none is free. */
  MemoryBudget.@Nullable Claim claimFill() {
    return fillMemory.tryClaim(blockBytes);
  }

  /** Memory for a block that is read ahead; null if none is free. */
  MemoryBudget.@Nullable Claim claimReadAhead() {
    return fillMemory.usedBytes() + blockBytes > READ_AHEAD_BYTES ? null : claimFill();
  }

  /** Memory for a block that a program writes; null if none is free. */
  MemoryBudget.@Nullable Claim claimWrite() {
    return writeMemory.tryClaim(blockBytes);
  }

  /** How many bytes of memory hold blocks that are not in the store. */
  long heldBytes() {
    return fillMemory.usedBytes() + writeMemory.usedBytes();
  }

  /** A buffer for a block, to be released by the caller. Requires a claim. */
  ByteBuf buffer() {
    return DataBuffers.INSTANCE.directBuffer(blockBytes, blockBytes);
  }

  /** Whether the store is paused after failures. */
  private boolean isPaused() {
    if (closed) {
      return true;
    }
    if (!paused) {
      return false;
    }
    if (clock.nanos() - pausedUntilNanos < 0) {
      return true;
    }
    paused = false;
    return false;
  }

  private void succeeded() {
    if (failuresInRow.get() != 0) {
      failuresInRow.set(0);
    }
  }

  private void failed(String verb, Exception failure) {
    failures.increment();
    long now = clock.nanos();
    if (failuresInRow.incrementAndGet() >= MAX_FAILURES) {
      failuresInRow.set(0);
      pausedUntilNanos = now + PAUSE_NANOS;
      paused = true;
    }
    warnings.warn(
        "the data cache failed to "
            + verb
            + " a block ("
            + failures.sum()
            + " failures so far), reads go to the volumes; check the disk of the cache directory,"
            + " or the cache's server: "
            + failure);
    LOG.debug("Stack trace of the data cache's failure", failure);
  }

  /** Statistics of the cache and its store. */
  public DataCacheStatistics statistics() {
    StoreUsage usage = usage();
    return new DataCacheStatistics(
        hits.sum(),
        misses.sum(),
        bypassed.sum(),
        cacheBytes.sum(),
        volumeBytes.sum(),
        fills.sum(),
        groupFills.sum(),
        groupBytes.sum(),
        writtenBlocks.sum(),
        readAhead.sum(),
        skipped.sum(),
        failures.sum(),
        usage.evictions(),
        usage.damaged(),
        usage.bytes(),
        usage.capacityBytes());
  }

  private StoreUsage usage() {
    try {
      return closed ? NOTHING : store.usage();
    } catch (IOException | RuntimeException e) {
      failed("count", e);
      return NOTHING;
    }
  }

  /** Ends the use of the store: no further call begins. Calls in flight may still run. */
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    release.run();
  }
}

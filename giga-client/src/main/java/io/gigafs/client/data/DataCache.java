package io.gigafs.client.data;

import io.gigafs.cache.BlockKey;
import io.gigafs.cache.CacheKey;
import io.gigafs.cache.CacheStore;
import io.gigafs.cache.ObjectKeys;
import io.gigafs.cache.StoreUsage;
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
 * The cache of the data of a client's files on volumes: their objects, cut into blocks that a
 * {@link CacheStore} keeps. Safe for use by several threads.
 *
 * <p>No method fails: what the store throws is counted and logged, a block then is not there, and
 * after {@link #MAX_FAILURES} failures in a row the store is left alone for a while.
 *
 * <p>Which block may be used for which read is for {@link CachedFile} to say.
 */
public final class DataCache {
  /** How long a block is; the last one of an object is shorter. */
  public static final int BLOCK_BYTES = 1 << 20;

  /** Memory of blocks on their way from volumes to the store. */
  public static final long FILL_BYTES = 48L << 20;

  /**
   * How much of it reading ahead takes, so that blocks which programs wait for are cached while the
   * store is slow: it is then no longer read ahead.
   */
  private static final long READ_AHEAD_BYTES = FILL_BYTES / 2;

  /** Memory of blocks that programs are writing. */
  public static final long WRITE_BYTES = 24L << 20;

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
   * A cache in a store, whose owner waits for calls that are under way before it closes it.
   *
   * @param source where blocks may be that it does not have
   * @param cluster whose objects these are
   * @param executor puts blocks; may block for as long as the store does
   * @param random where names of blocks come from whose generation is not known yet
   * @param blockBytes {@link #BLOCK_BYTES}, or less in tests
   * @param release what becomes of the store once this is closed
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

  /** A cache in front of volumes alone. */
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

  /** Where blocks may be that it does not have, but for their volumes. */
  BlockSource source() {
    return source;
  }

  int blockBytes() {
    return blockBytes;
  }

  Clock clock() {
    return clock;
  }

  /** The name of an object. */
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
   * @return how many; fewer if the block ends; {@link #MISS} if it is not there
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

  /** Puts a block; blocks the caller. */
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
   * Drops all blocks of this cluster's files, and may block for long; gives how many bytes they
   * had.
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
   * @return done when it is, or never will be
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
      LOG.debug("the client is closed, nothing is put into its cache", e);
      counted.run();
    }
    return done;
  }

  /** Memory for a block on its way to the store; null if there is none now. */
  MemoryBudget.@Nullable Claim claimFill() {
    return fillMemory.tryClaim(blockBytes);
  }

  /** Memory for a block that is read ahead; null if there is none now. */
  MemoryBudget.@Nullable Claim claimReadAhead() {
    return fillMemory.usedBytes() + blockBytes > READ_AHEAD_BYTES ? null : claimFill();
  }

  /** Memory for a block that a program writes; null if there is none now. */
  MemoryBudget.@Nullable Claim claimWrite() {
    return writeMemory.tryClaim(blockBytes);
  }

  /** How many bytes of memory hold blocks that are not in the store. */
  public long heldBytes() {
    return fillMemory.usedBytes() + writeMemory.usedBytes();
  }

  /** Memory for a block, to be released; not to be asked for without a claim. */
  ByteBuf buffer() {
    return DataBuffers.INSTANCE.directBuffer(blockBytes, blockBytes);
  }

  /** Whether the store is left alone. */
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
    LOG.debug("how the data cache failed", failure);
  }

  /** What it has done, and what its store has. */
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

  /** Ends the use of the store: no further call begins. Those that are under way may still last. */
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    release.run();
  }
}

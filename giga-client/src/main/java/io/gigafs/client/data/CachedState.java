package io.gigafs.client.data;

import io.gigafs.cache.BlockKey;
import io.gigafs.rpc.Clock;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * A state of a file on a volume that the client knows, and of which the cache may have blocks. Safe
 * for use by several threads.
 *
 * <p>Invariant: at the time of the last request to a server, nobody but this client had written to
 * the object since the file's ctime was {@link #generation}.
 */
final class CachedState {
  /** How long the state is taken for the file's state, as for the bytes of small files. */
  static final long FRESH_NANOS = CachedBytes.FRESH_NANOS;

  /** How long the size from a server is relied on as an upper bound. */
  private static final long SIZED_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  static final long UNKNOWN_SIZE = -1;

  private static final int MISSES = 1 << 10;

  private final WrittenBlocks written;
  private final long generation;
  private final long foreignChange;
  private final int fullBlocks;

  /** The blocks that are being read from the object or put into the cache. */
  private final Map<Integer, BlockFill> fills = new ConcurrentHashMap<>();

  /** The last blocks that were partly read and not from the cache, each plus 1. */
  private final AtomicIntegerArray missed = new AtomicIntegerArray(MISSES);

  /** The ctime, including the changes that this client has reported. */
  private volatile long changedNanos;

  private volatile long askedNanos;
  private volatile long size;
  private volatile boolean used;

  /**
   * A state from a server's answer.
   *
   * @param written what this client wrote to the object
   * @param changedNanos the file's ctime
   * @param size of the file, {@link #UNKNOWN_SIZE} if uncertain
   * @param foreignChange of the file: an access that opened the object under another number reads
   *     old bytes
   * @param askedNanos when the request was sent
   */
  CachedState(
      WrittenBlocks written,
      long changedNanos,
      long size,
      int blockBytes,
      long foreignChange,
      long askedNanos) {
    this.written = written;
    this.generation = changedNanos;
    this.changedNanos = changedNanos;
    this.size = size;
    this.fullBlocks = (int) Math.min(Integer.MAX_VALUE, Math.max(0, size) / blockBytes);
    this.foreignChange = foreignChange;
    this.askedNanos = askedNanos;
  }

  WrittenBlocks written() {
    return written;
  }

  /** The generation under which the cache keeps its blocks. */
  long generation() {
    return generation;
  }

  BlockKey key(int block) {
    return new BlockKey(written.key(), generation, block);
  }

  long foreignChange() {
    return foreignChange;
  }

  long changedNanos() {
    return changedNanos;
  }

  /** This client changed the file, and a server has the report. */
  void changed(long newChangedNanos, long asked) {
    changedNanos = newChangedNanos;
    confirmed(asked);
  }

  /** A server answered a request of the given time with the same state. */
  void confirmed(long asked) {
    if (asked - askedNanos > 0) {
      askedNanos = asked;
    }
  }

  long age(long nowNanos) {
    return nowNanos - askedNanos;
  }

  /** This client is about to write up to the given offset. */
  void writing(long end) {
    if (size != UNKNOWN_SIZE && end > size) {
      size = UNKNOWN_SIZE;
    }
  }

  /** The file's length, or {@link #UNKNOWN_SIZE}; the file may be longer than a server said. */
  long size() {
    return size;
  }

  /** Whether the file certainly ends at or before an offset. */
  boolean endsAt(long offset, Clock clock) {
    long known = size;
    return known != UNKNOWN_SIZE && offset >= known && age(clock.nanos()) < SIZED_NANOS;
  }

  Map<Integer, BlockFill> fills() {
    return fills;
  }

  /** Completes when the cache has stored the blocks that are in flight now, or never will. */
  CompletableFuture<Void> settled() {
    return CompletableFuture.allOf(
        fills.values().stream().map(BlockFill::settled).toArray(CompletableFuture<?>[]::new));
  }

  /**
   * Records that a part of a block was read from the object. Returns whether that happened before.
   */
  boolean missedBefore(int block) {
    int slot = block & (MISSES - 1);
    if (missed.get(slot) == block + 1) {
      return true;
    }
    missed.set(slot, block + 1);
    return false;
  }

  /** The cache has, or may have, blocks of this state. */
  void use() {
    if (!used) {
      used = true;
    }
  }

  /** The full blocks that the cache may have. */
  WrittenBlocks.Kept kept() {
    return new WrittenBlocks.Kept(generation, used ? fullBlocks : 0);
  }
}

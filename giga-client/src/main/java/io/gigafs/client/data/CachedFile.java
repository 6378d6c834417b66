package io.gigafs.client.data;

import io.gigafs.concurrent.Futures;
import io.gigafs.protocol.file.DataResult;
import io.gigafs.volume.DataLocation;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Decides for which state of an open file the client's cache may be used. Changed in the file's
 * {@link SerialExecutor}, except where a method says otherwise; read by all threads.
 *
 * <p>Why no read violates close-to-open consistency:
 *
 * <ol>
 *   <li>A file's ctime distinguishes all of its states once it is settled. A writer unsettles it
 *       before it writes, and each settling assigns a later ctime. So a block read from the object
 *       under a ctime, while a server said that no other session may write, belongs to that state
 *       or to a later one. No later answer carries this ctime again.
 *   <li>{@link #state} is set only from a server's answer. An answer is ignored if it is older than
 *       another known answer, or older than what this client wrote and could not report.
 *   <li>What this client writes is marked before it is written ({@link WrittenBlocks}). Marked
 *       blocks are read from the object until the last writing handle is closed and the answer to
 *       the close says that nobody else wrote.
 *   <li>A state is valid for one second. Within that time it is revalidated at a server.
 * </ol>
 */
final class CachedFile {
  private static final long REVALIDATION_NANOS = CachedState.FRESH_NANOS / 2;
  private static final long MAX_REVALIDATION_NANOS = TimeUnit.SECONDS.toNanos(8);

  private final SharedFile file;
  private final DataCache cache;

  /** By object. A file gets another object when it is drained, or emptied and filled again. */
  private final Map<DataLocation, WrittenBlocks> written = new ConcurrentHashMap<>();

  private volatile @Nullable CachedState state;

  /** The latest known ctime. */
  private long latestNanos = Long.MIN_VALUE;

  /** States up to this ctime are stale because this client has written since. */
  private long expiredNanos = Long.MIN_VALUE;

  /** The earliest time of the next revalidation. */
  private final AtomicLong nextRevalidationNanos;

  /** The interval between revalidations; lengthens while nothing of the file may be cached. */
  private volatile long revalidationNanos = REVALIDATION_NANOS;

  CachedFile(SharedFile file, DataCache cache) {
    this.file = file;
    this.cache = cache;
    this.nextRevalidationNanos = new AtomicLong(cache.clock().nanos());
  }

  DataCache cache() {
    return cache;
  }

  /** The blocks that this client wrote to an object. Called by any thread. */
  WrittenBlocks writtenTo(DataLocation location) {
    return written.computeIfAbsent(
        location, each -> new WrittenBlocks(cache, cache.keyOf(location)));
  }

  /**
   * The file's current state as known to this client; null if the cache must not be used. Starts a
   * revalidation in the background if the state expires soon. Called by any thread.
   */
  @Nullable CachedState current(HandleData by) {
    long now = cache.clock().nanos();
    CachedState known = state;
    if (known == null) {
      revalidate(by, now);
      return null;
    }
    long age = known.age(now);
    if (age < REVALIDATION_NANOS) {
      return known;
    }
    revalidate(by, now);
    return age < CachedState.FRESH_NANOS ? known : null;
  }

  /** Whether a state is current, without any request. Called by any thread. */
  boolean isCurrent(CachedState known) {
    return state == known;
  }

  private void revalidate(HandleData by, long now) {
    long next = nextRevalidationNanos.get();
    if (now - next >= 0 && nextRevalidationNanos.compareAndSet(next, now + revalidationNanos)) {
      revalidationNanos = Math.min(MAX_REVALIDATION_NANOS, 2 * revalidationNanos);
      file.revalidate(by);
    }
  }

  /**
   * A server answered with the file's state.
   *
   * @param size of the file, {@link CachedState#UNKNOWN_SIZE} if it may differ
   * @param byOthers whether others may write without a change of the ctime
   */
  void update(
      DataLocation location, long changedNanos, long size, boolean byOthers, long askedNanos) {
    if (changedNanos < latestNanos || changedNanos <= expiredNanos) {
      invalidate();
      return;
    }
    latestNanos = changedNanos;
    if (byOthers) {
      invalidate();
      return;
    }
    WrittenBlocks blocks = writtenTo(location);
    CachedState known = state;
    if (known != null && known.written() == blocks && known.changedNanos() == changedNanos) {
      known.confirmed(askedNanos);
    } else {
      set(blocks, changedNanos, blocks.isEmpty() ? size : CachedState.UNKNOWN_SIZE, askedNanos);
    }
    revalidationNanos = REVALIDATION_NANOS;
  }

  private void set(WrittenBlocks blocks, long changedNanos, long size, long askedNanos) {
    state =
        new CachedState(
            blocks, changedNanos, size, cache.blockBytes(), file.foreignChange(), askedNanos);
  }

  /** This client changed the file, and others may have changed it, too. */
  void changed(DataResult result, long askedNanos) {
    CachedState known = state;
    long now = result.attributes().changedNanos();
    boolean isOwn =
        known != null
            && !result.byOthers()
            && known.changedNanos() == result.changedBeforeNanos()
            && now >= latestNanos;
    latestNanos = Math.max(latestNanos, now);
    if (known != null && isOwn) {
      known.changed(now, askedNanos);
    } else {
      invalidate();
    }
  }

  /**
   * The last writing handle was closed, and none of its writes is in flight.
   *
   * @param isChained whether nobody else changed the file before
   * @param size as reported to the server
   */
  void settled(
      DataLocation location, DataResult result, boolean isChained, long size, long askedNanos) {
    CachedState known = state;
    WrittenBlocks blocks = writtenTo(location);
    long now = result.attributes().changedNanos();
    boolean isKnown = isChained && !result.byOthers() && now >= latestNanos;
    latestNanos = Math.max(latestNanos, now);
    state = null;
    if (!isKnown) {
      blocks.end();
      return;
    }
    boolean isSame =
        known != null
            && known.written() == blocks
            && known.changedNanos() == result.changedBeforeNanos();
    blocks.settled(now, size, isSame && known != null ? known.kept() : null);
    set(blocks, now, size, askedNanos);
    revalidationNanos = REVALIDATION_NANOS;
  }

  /** This client is about to write up to the given offset. Called by any thread. */
  void writing(long end) {
    CachedState known = state;
    if (known != null) {
      known.writing(end);
    }
  }

  /** Completes when the cache has stored the blocks that are on their way to it now. Any thread. */
  CompletableFuture<Void> settled() {
    CachedState known = state;
    return known == null ? Futures.DONE : known.settled();
  }

  /**
   * How many bytes of the file's state are cached. Called by any thread; may block.
   *
   * @param size of the file
   * @param drops whether to drop them
   */
  long cachedBytes(long size, boolean drops) {
    CachedState known = state;
    if (known == null) {
      return 0;
    }
    int blockBytes = cache.blockBytes();
    long bytes = 0;
    for (int block = 0; (long) block * blockBytes < size; block++) {
      if (!known.written().has(block) && cache.contains(known.key(block))) {
        bytes += Math.min(blockBytes, size - (long) block * blockBytes);
        if (drops) {
          cache.remove(known.key(block));
        }
      }
    }
    return bytes;
  }

  /** Stops use of the cache until a server answers with the file's state. */
  void invalidate() {
    state = null;
  }

  /** This client changed the file's size by something other than a write. */
  void resized() {
    invalidate();
    written.values().forEach(WrittenBlocks::resized);
  }

  /** Marks states up to a ctime as stale. */
  void expire(long changedNanos) {
    expiredNanos = Math.max(expiredNanos, changedNanos);
    latestNanos = Math.max(latestNanos, changedNanos);
  }

  /** The last handle of the file was closed. */
  void end() {
    invalidate();
    if (isUnsettled()) {
      expiredNanos = Math.max(expiredNanos, latestNanos);
    }
    written.values().forEach(WrittenBlocks::end);
    written.clear();
  }

  /** Whether there are written bytes that are not known to belong to a settled file. */
  boolean isUnsettled() {
    return written.values().stream().anyMatch(blocks -> !blocks.isEmpty());
  }

  long latestNanos() {
    return latestNanos;
  }
}

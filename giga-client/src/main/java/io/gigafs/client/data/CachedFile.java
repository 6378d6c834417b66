package io.gigafs.client.data;

import io.gigafs.protocol.DataResult;
import io.gigafs.volume.DataLocation;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * For which state of an open file the client's cache may be used. Changed in the file's {@link
 * SerialExecutor}, but where a method says otherwise; read by all threads.
 *
 * <p>Why no read is older than close-to-open allows:
 *
 * <ol>
 *   <li>A file's ctime distinguishes all of its states, as far as it is settled; a writer unsettles
 *       it before it writes, and each settling gives it a later ctime. So a block that was read
 *       from the object under a ctime while a server said that no other session may write is of
 *       that state, or of a later one, and no later answer has this ctime again.
 *   <li>{@link #state} is set only by an answer that says so, and not by one that is older than
 *       another that is known, or than what this client wrote and could not report.
 *   <li>What this client writes is marked before it is written ({@link WrittenBlocks}), and marked
 *       blocks are read from the object, until the last of its writers was closed and the answer
 *       said that nobody else wrote.
 *   <li>A state is valid for a second; within that time it is revalidated at a server.
 * </ol>
 */
final class CachedFile {
  private static final long REVALIDATION_NANOS = CachedState.FRESH_NANOS / 2;
  private static final long MAX_REVALIDATION_NANOS = TimeUnit.SECONDS.toNanos(8);

  private final SharedFile file;
  private final DataCache cache;

  /** By object: a file has another one after it was drained, or emptied and filled again. */
  private final Map<DataLocation, WrittenBlocks> written = new ConcurrentHashMap<>();

  private volatile @Nullable CachedState state;

  /** The latest ctime that is known. */
  private long latestNanos = Long.MIN_VALUE;

  /** States up to this ctime are stale: this client has written since. */
  private long expiredNanos = Long.MIN_VALUE;

  /** When the state may be revalidated again. */
  private final AtomicLong nextRevalidationNanos;

  /** The pause between revalidations; grows while nothing of the file may be cached. */
  private volatile long revalidationNanos = REVALIDATION_NANOS;

  CachedFile(SharedFile file, DataCache cache) {
    this.file = file;
    this.cache = cache;
    this.nextRevalidationNanos = new AtomicLong(cache.clock().nanos());
  }

  DataCache cache() {
    return cache;
  }

  /** What this client wrote to an object; called by anyone. */
  WrittenBlocks writtenTo(DataLocation location) {
    return written.computeIfAbsent(
        location, each -> new WrittenBlocks(cache, cache.keyOf(location)));
  }

  /**
   * The state that the file has, as far as this client knows by now; null if the cache is not to be
   * used. Revalidates it in the background if it is not valid for much longer. Called by any
   * thread.
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

  /** The same, without asking anybody; called by anyone. */
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
   * @param size of the file, {@link CachedState#UNKNOWN_SIZE} if it may have another one
   * @param byOthers whether others may write without the ctime telling
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

  /** This client has changed the file, and others may have too. */
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
   * The last handle that writes was closed, and nothing that it wrote is under way.
   *
   * @param isChained whether nobody else changed the file before
   * @param size as was reported
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

  /** This client is about to write up to there; called by anyone. */
  void writing(long end) {
    CachedState known = state;
    if (known != null) {
      known.writing(end);
    }
  }

  /** Completes when the cache has taken the blocks that are on their way to it now. Any thread. */
  CompletableFuture<Void> settled() {
    CachedState known = state;
    return known == null ? Futures.DONE : known.settled();
  }

  /**
   * How many bytes of the file's state the cache has; called by anyone, and may block.
   *
   * @param size of the file
   * @param drops whether they are dropped
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

  /** The cache is not used before a server has answered with the file's state. */
  void invalidate() {
    state = null;
  }

  /** The file's size was changed by other means than a write, by this client. */
  void resized() {
    invalidate();
    written.values().forEach(WrittenBlocks::resized);
  }

  /** States up to a ctime are stale. */
  void expire(long changedNanos) {
    expiredNanos = Math.max(expiredNanos, changedNanos);
    latestNanos = Math.max(latestNanos, changedNanos);
  }

  /** Nobody has the file open any more. */
  void end() {
    invalidate();
    if (isUnsettled()) {
      expiredNanos = Math.max(expiredNanos, latestNanos);
    }
    written.values().forEach(WrittenBlocks::end);
    written.clear();
  }

  /** Whether bytes were written that are not known to be of a settled file. */
  boolean isUnsettled() {
    return written.values().stream().anyMatch(blocks -> !blocks.isEmpty());
  }

  long latestNanos() {
    return latestNanos;
  }
}

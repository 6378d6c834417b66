package io.gigafs.client.data;

import io.gigafs.concurrent.CallDeadline;
import io.gigafs.concurrent.Futures;
import io.gigafs.rpc.MemoryBudget;
import io.gigafs.volume.DataLocation;
import io.gigafs.volume.ObjectStatus;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A handle's access to an object through the client's cache. Safe for use by several threads. Hits
 * are copied in the caller's thread. Misses are read through another access and then put into the
 * cache. Writes go to that access, and their bytes to the cache.
 *
 * <p>A miss reads a whole block where that is likely to pay: for the first read, if the block
 * follows the one that the handle read last, if part of it was read before, if at least half of it
 * is wanted, or if it is hardly longer than the wanted range. Otherwise only the wanted range is
 * read, because a program with small random reads would wait for a whole block each time.
 */
final class CachedObject implements ObjectAccess {
  /** How many blocks to read ahead of a handle that reads sequentially. */
  private static final int MAX_AHEAD = 8;

  private final CachedFile file;
  private final HandleData by;
  private final ObjectAccess object;
  private final DataLocation location;
  private final DataCache cache;
  private final WrittenBlocks written;
  private final int blockBytes;

  /** The file's number of foreign changes when this access opened the object. */
  private final long foreignChange;

  /** The block that was read last. */
  private volatile int lastBlock = -1;

  /** How many consecutive blocks were read. */
  private volatile int streak;

  /** The read-ahead decision has been made for blocks below this one. */
  private volatile int aheadEnd;

  /** The number of whole-block reads in flight, plus 1 until the object is closed. */
  private final AtomicInteger users = new AtomicInteger(1);

  private final AtomicBoolean closing = new AtomicBoolean();

  CachedObject(
      CachedFile file,
      HandleData by,
      ObjectAccess object,
      DataLocation location,
      WrittenBlocks written,
      long foreignChange) {
    this.file = file;
    this.by = by;
    this.object = object;
    this.location = location;
    this.cache = file.cache();
    this.written = written;
    this.blockBytes = cache.blockBytes();
    this.foreignChange = foreignChange;
  }

  @Override
  public CompletableFuture<Integer> read(long offset, ByteBuffer into) {
    CachedState state = file.current(by);
    boolean isUsable =
        state != null
            && state.written() == written
            && (offset + into.remaining()) / blockBytes < Integer.MAX_VALUE - MAX_AHEAD;
    if (!isUsable || state == null) {
      cache.bypassed.increment();
      return fromObject(offset, into);
    }
    return read(state, offset, into, 0);
  }

  private CompletableFuture<Integer> fromObject(long offset, ByteBuffer into) {
    CompletableFuture<Integer> read = noting(object.read(offset, into));
    if (read.isDone() && !read.isCompletedExceptionally()) {
      cache.volumeBytes.add(read.join());
      return read;
    }
    return read.thenApply(
        got -> {
          cache.volumeBytes.add(got);
          return got;
        });
  }

  /** Reads block by block; needs no future as long as the cache has the blocks. */
  private CompletableFuture<Integer> read(
      CachedState state, long offset, ByteBuffer into, int before) {
    int done = before;
    while (into.hasRemaining()) {
      long at = offset + done;
      if (state.endsAt(at, cache.clock())) {
        break;
      }
      int block = (int) (at / blockBytes);
      int from = (int) (at % blockBytes);
      int wanted = Math.min(into.remaining(), blockBytes - from);
      int got = fromCache(state, block, from, wanted, into);
      if (got >= 0) {
        noteRead(state, block);
      } else {
        CompletableFuture<Integer> missed = fromElsewhere(state, block, from, wanted, into);
        if (!missed.isDone() || missed.isCompletedExceptionally()) {
          int sofar = done;
          return Futures.inCall(missed)
              .thenCompose(more -> proceed(state, offset, into, sofar, more, wanted));
        }
        got = missed.join();
      }
      done += got;
      if (got < wanted) {
        return atEnd(state, offset, into, done);
      }
    }
    return CompletableFuture.completedFuture(done);
  }

  private CompletableFuture<Integer> proceed(
      CachedState state, long offset, ByteBuffer into, int before, int got, int wanted) {
    int done = before + got;
    return got < wanted ? atEnd(state, offset, into, done) : read(state, offset, into, done);
  }

  /**
   * A block ends before the wanted range does: the file ends there, or others have written to it.
   */
  private CompletableFuture<Integer> atEnd(
      CachedState state, long offset, ByteBuffer into, int done) {
    if (state.endsAt(offset + done, cache.clock())) {
      return CompletableFuture.completedFuture(done);
    }
    CompletableFuture<Integer> more = fromObject(offset + done, into);
    return more.isDone() && !more.isCompletedExceptionally()
        ? CompletableFuture.completedFuture(done + more.join())
        : more.thenApply(got -> done + got);
  }

  private int fromCache(CachedState state, int block, int from, int wanted, ByteBuffer into) {
    if (written.has(block)) {
      return DataCache.MISS;
    }
    int start = into.position();
    int got = cache.get(state.key(block), from, wanted, into);
    if (got == DataCache.MISS) {
      return got;
    }
    if (!file.isCurrent(state)) {
      into.position(start);
      return DataCache.MISS;
    }
    cache.hits.increment();
    cache.cacheBytes.add(got);
    state.use();
    return got;
  }

  /** Reads a piece that the cache lacks. */
  private CompletableFuture<Integer> fromElsewhere(
      CachedState state, int block, int from, int wanted, ByteBuffer into) {
    if (written.has(block) || foreignChange != state.foreignChange() || !file.isCurrent(state)) {
      cache.misses.increment();
      noteRead(state, block);
      return pieceOf(block, from, wanted, into);
    }
    BlockFill underWay = state.fills().get(block);
    if (underWay != null && underWay.join()) {
      cache.misses.increment();
      noteRead(state, block);
      return from(state, underWay, block, from, wanted, into);
    }
    // A fill that was in flight at the cache lookup may have ended since.
    int got =
        cache.contains(state.key(block))
            ? fromCache(state, block, from, wanted, into)
            : DataCache.MISS;
    if (got != DataCache.MISS) {
      noteRead(state, block);
      return CompletableFuture.completedFuture(got);
    }
    cache.misses.increment();
    if (!isWholeWanted(state, block, from, wanted)) {
      noteRead(state, block);
      return pieceOf(block, from, wanted, into);
    }
    BlockFill fill = beginWanted(state, block);
    noteRead(state, block);
    if (fill == null) {
      return pieceOf(block, from, wanted, into);
    }
    if (!fill.join()) {
      throw new IllegalStateException("the fill's maker uses it");
    }
    fill(state, block, fill);
    return from(state, fill, block, from, wanted, into);
  }

  private boolean isWholeWanted(CachedState state, int block, int from, int wanted) {
    long size = state.size();
    long start = (long) block * blockBytes;
    long length = size < start ? blockBytes : Math.min(blockBytes, size - start);
    int last = lastBlock;
    return block == 0
        || 2L * wanted >= length
        || (last >= 0 && block == last + 1)
        || (last == block && (from == 0 || streak > 0))
        || state.missedBefore(block);
  }

  /** Reads only the wanted range, from the object. */
  private CompletableFuture<Integer> pieceOf(int block, int from, int wanted, ByteBuffer into) {
    int limit = into.limit();
    into.limit(into.position() + wanted);
    CompletableFuture<Integer> read;
    boolean isDone = false;
    try {
      read = fromObject((long) block * blockBytes + from, into);
      isDone = read.isDone();
    } finally {
      if (isDone) {
        into.limit(limit);
      }
    }
    return isDone ? read : read.whenComplete((got, failure) -> into.limit(limit));
  }

  /** Reads from a fill that this call has joined, and leaves the fill. */
  private CompletableFuture<Integer> from(
      CachedState state, BlockFill fill, int block, int from, int wanted, ByteBuffer into) {
    if (fill.ended().isDone()) {
      return taken(state, fill, block, from, wanted, into);
    }
    return Futures.inCall(fill.ended())
        .thenCompose(ended -> taken(state, fill, block, from, wanted, into));
  }

  /** Discards bytes that were read before a write of this client to the same block. */
  private CompletableFuture<Integer> taken(
      CachedState state, BlockFill fill, int block, int from, int wanted, ByteBuffer into) {
    try {
      if (fill.isRead() && !written.has(block) && file.isCurrent(state)) {
        return CompletableFuture.completedFuture(fill.copy(from, wanted, into));
      }
    } finally {
      fill.leave();
    }
    return pieceOf(block, from, wanted, into);
  }

  /** Begins a fill for a waiting reader. Without memory the block is not cached. */
  private @Nullable BlockFill beginWanted(CachedState state, int block) {
    MemoryBudget.Claim claim = cache.claimFill();
    if (claim == null) {
      cache.skipped.increment();
      return null;
    }
    return begin(state, block, claim);
  }

  /** Registers a fill; null if the block has one, or the object is being closed. */
  private @Nullable BlockFill begin(CachedState state, int block, MemoryBudget.Claim claim) {
    if (!use()) {
      claim.close();
      return null;
    }
    BlockFill fill = new BlockFill(cache.buffer(), claim);
    if (state.fills().putIfAbsent(block, fill) != null) {
      fill.leave();
      leave();
      return null;
    }
    return fill;
  }

  /**
   * Reads a block, from the cache group if possible, and puts it into the cache. Readers continue
   * as soon as the block is read.
   */
  private void fill(CachedState state, int block, BlockFill fill) {
    CompletableFuture<Integer> fromGroup =
        cache
            .source()
            .read(
                new BlockSource.Block(
                    by.calls(), by.caller(), location, state.generation(), blockBytes, block),
                fill.memory());
    if (fromGroup.isDone()) {
      filledByGroup(state, block, fill, fromGroup.join(), Runnable::run);
      return;
    }
    CallDeadline call = CallDeadline.current();
    fromGroup.thenAccept(
        got -> filledByGroup(state, block, fill, got, work -> elsewhere(() -> call.run(work))));
  }

  /**
   * Uses the block if the cache group had it, or else reads it from the object.
   *
   * @param threads may block on the volume
   */
  private void filledByGroup(
      CachedState state, int block, BlockFill fill, int got, Executor threads) {
    if (got == BlockSource.MISS) {
      threads.execute(() -> fillFromObject(state, block, fill));
      return;
    }
    leave();
    cache.groupFills.increment();
    cache.groupBytes.add(got);
    filled(state, block, fill, got);
  }

  private void fillFromObject(CachedState state, int block, BlockFill fill) {
    object
        .read((long) block * blockBytes, fill.memory())
        .whenComplete(
            (got, failure) -> {
              leave();
              if (failure != null || got == null) {
                state.fills().remove(block, fill);
                fill.failed();
                fill.settle();
                return;
              }
              cache.volumeBytes.add(got);
              filled(state, block, fill, got);
            });
  }

  private void filled(CachedState state, int block, BlockFill fill, int got) {
    cache.fills.increment();
    state.use();
    fill.read(got);
    cache.inBackground(() -> put(state, block, fill));
  }

  private void put(CachedState state, int block, BlockFill fill) {
    try {
      if (file.isCurrent(state) && !written.has(block)) {
        cache.put(state.key(block), fill.view());
      }
    } finally {
      state.fills().remove(block, fill);
      fill.settle();
    }
  }

  /** Records where the handle reads, and reads ahead if it reads sequentially. */
  private void noteRead(CachedState state, int block) {
    int last = lastBlock;
    if (block == last || block == last - 1) {
      return;
    }
    lastBlock = block;
    if (last < 0 || block != last + 1) {
      streak = 0;
      aheadEnd = block + 1;
      return;
    }
    int blocks = streak + 1;
    streak = blocks;
    if (foreignChange == state.foreignChange()) {
      readAhead(state, block + 1, block + 1 + Math.min(MAX_AHEAD, 1 << Math.min(blocks, 4)));
    }
  }

  private void readAhead(CachedState state, int first, int end) {
    long size = state.size();
    int block = Math.max(first, aheadEnd);
    for (; block < end; block++) {
      boolean isBehindEnd = size != CachedState.UNKNOWN_SIZE && (long) block * blockBytes >= size;
      if (isBehindEnd) {
        break;
      }
      if (written.has(block)
          || state.fills().containsKey(block)
          || cache.contains(state.key(block))) {
        continue;
      }
      MemoryBudget.Claim claim = cache.claimReadAhead();
      BlockFill fill = claim == null ? null : begin(state, block, claim);
      if (fill == null) {
        break;
      }
      cache.readAhead.increment();
      fillElsewhere(state, block, fill);
    }
    aheadEnd = block;
  }

  private void fillElsewhere(CachedState state, int block, BlockFill fill) {
    elsewhere(() -> CallDeadline.NONE.run(() -> fill(state, block, fill)));
  }

  /** Runs work that may block on the volume in a background thread. */
  private void elsewhere(Runnable work) {
    try {
      by.io().execute(work);
    } catch (RejectedExecutionException e) {
      work.run();
    }
  }

  @Override
  public CompletableFuture<Void> write(long offset, ByteBuffer from) {
    written.writing(by, offset, from);
    file.writing(offset + from.remaining());
    return noting(object.write(offset, from));
  }

  @Override
  public CompletableFuture<Void> flush() {
    return noting(object.flush());
  }

  @Override
  public CompletableFuture<Void> publish() {
    return noting(object.publish());
  }

  @Override
  public void placed() {
    object.placed();
  }

  @Override
  public CompletableFuture<Void> sync() {
    return noting(object.sync());
  }

  @Override
  public CompletableFuture<ObjectStatus> status() {
    return noting(object.status());
  }

  @Override
  public CompletableFuture<Long> seek(long offset, boolean toHole) {
    return noting(object.seek(offset, toHole));
  }

  /** Any call may fail because of an earlier write. */
  private <T> CompletableFuture<T> noting(CompletableFuture<T> call) {
    if (call.isDone() && !call.isCompletedExceptionally()) {
      return call;
    }
    return call.whenComplete(
        (done, failure) -> {
          if (failure != null) {
            written.failed();
          }
        });
  }

  @Override
  public void invalidate() {
    object.invalidate();
  }

  /** Whole-block reads end first. The caller waits only for earlier writes. */
  @Override
  public CompletableFuture<Void> close() {
    if (!closing.compareAndSet(false, true)) {
      return Futures.DONE;
    }
    if (users.decrementAndGet() == 0) {
      return noting(object.close());
    }
    return flush();
  }

  /** Prevents the object's close; false if it is being closed. */
  private boolean use() {
    if (closing.get()) {
      return false;
    }
    int now = users.get();
    while (now > 0) {
      if (users.compareAndSet(now, now + 1)) {
        return true;
      }
      now = users.get();
    }
    return false;
  }

  private void leave() {
    if (users.decrementAndGet() == 0) {
      object.close().whenComplete((closed, failure) -> {});
    }
  }
}

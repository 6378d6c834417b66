package io.gigafs.client.data;

import io.gigafs.concurrent.Futures;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.data.DataChunk;
import io.gigafs.rpc.Clock;
import io.gigafs.rpc.MemoryBudget;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads an object for a handle. If the handle reads sequentially, requests more than is wanted now,
 * as memory permits. Safe for use by several threads.
 */
final class ReadAhead {
  /** Chunks end where the offset is a multiple of this. */
  private static final int CHUNK_BYTES = DataChunk.MAX_BYTES;

  /**
   * Enough to fill a fast network, and little enough that the processor still has in its cache what
   * it copies next.
   */
  private static final int MAX_CHUNKS = 8;

  private static final int MAX_DAMAGED = 3;

  /** Older chunks are read again because others may have written since. */
  private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final HandleDataCalls calls;
  private final RelayMemory memory;
  private final Clock clock;

  /** By offset, without overlaps. Guarded by this. */
  private final TreeMap<Long, Ahead> chunks = new TreeMap<>();

  private volatile boolean isAhead;

  /** Where the last read ended; a read that begins there is sequential. Guarded by this. */
  private long lastEnd;

  /** How many chunks to request; guarded by this. */
  private int window = 1;

  /** Unneeded memory; guarded by this, and freed without the lock. */
  private final List<MemoryBudget.Claim> unneeded = new ArrayList<>();

  ReadAhead(HandleDataCalls calls, RelayMemory memory, Clock clock) {
    this.calls = calls;
    this.memory = memory;
    this.clock = clock;
  }

  /** Reads until the buffer is full or the object ends; returns how many bytes. */
  CompletableFuture<Integer> read(long offset, ByteBuffer into) {
    return read(offset, into, 0);
  }

  private CompletableFuture<Integer> read(long offset, ByteBuffer into, int done) {
    if (!into.hasRemaining()) {
      return CompletableFuture.completedFuture(done);
    }
    int length = (int) Math.min(into.remaining(), CHUNK_BYTES - offset % CHUNK_BYTES);
    return piece(offset, length, into)
        .thenCompose(
            got ->
                got < length
                    ? CompletableFuture.completedFuture(done + got)
                    : read(offset + got, into, done + got));
  }

  /** Reads a piece that lies within a chunk. */
  private CompletableFuture<Integer> piece(long offset, int length, ByteBuffer into) {
    List<Ahead> wanted = new ArrayList<>();
    Ahead ahead;
    synchronized (this) {
      plan(offset, into.remaining(), wanted);
      ahead = chunkWith(offset, length);
    }
    giveBack();
    wanted.forEach(this::fetch);
    if (ahead == null) {
      return fetch(offset, length, into, 1);
    }
    Ahead chosen = ahead;
    return Futures.inCall(chosen.arrived)
        .thenCompose(
            chunk -> {
              int got = take(chosen, offset, length, into);
              giveBack();
              return got < 0
                  ? fetch(offset, length, into, 1)
                  : CompletableFuture.completedFuture(got);
            });
  }

  /** Decides what else to request; called under the lock. */
  private void plan(long offset, int wantedBytes, List<Ahead> wanted) {
    boolean goesOn = offset == lastEnd;
    if (!goesOn) {
      window = 1;
    } else if (offset % CHUNK_BYTES == 0) {
      window = Math.min(MAX_CHUNKS, 2 * window);
    }
    lastEnd = offset + Math.min(wantedBytes, CHUNK_BYTES - offset % CHUNK_BYTES);
    long until = offset + wantedBytes + (goesOn ? (long) window * CHUNK_BYTES : 0);
    if (!goesOn && wantedBytes < CHUNK_BYTES) {
      return;
    }
    until = Math.min(until, offset + (long) MAX_CHUNKS * CHUNK_BYTES);
    for (long next = offset; next < until; next = (next / CHUNK_BYTES + 1) * CHUNK_BYTES) {
      Map.Entry<Long, Ahead> known = chunks.floorEntry(next);
      boolean isKnown = known != null && known.getValue().end() > next;
      if (!isKnown && !add(next, wanted)) {
        return;
      }
    }
  }

  private boolean add(long offset, List<Ahead> wanted) {
    int length = (int) (CHUNK_BYTES - offset % CHUNK_BYTES);
    Long after = chunks.higherKey(offset);
    if (after != null && after < offset + length) {
      return true; // the end of the chunk is there
    }
    MemoryBudget.Claim claim = memory.budget().tryClaim(length);
    if (claim == null) {
      return false;
    }
    Ahead ahead = new Ahead(offset, length, claim);
    chunks.put(offset, ahead);
    isAhead = true;
    wanted.add(ahead);
    return true;
  }

  /** The chunk that contains a whole piece; called under the lock. */
  private @Nullable Ahead chunkWith(long offset, int length) {
    Map.Entry<Long, Ahead> known = chunks.floorEntry(offset);
    if (known == null) {
      return null;
    }
    Ahead ahead = known.getValue();
    if (ahead.end() < offset + length) {
      return null;
    }
    if (ahead.isOld(clock.nanos())) {
      drop(ahead);
      return null;
    }
    return ahead;
  }

  private void fetch(Ahead ahead) {
    calls
        .readObject(ahead.offset, ahead.length)
        .whenComplete(
            (chunk, failure) -> {
              synchronized (this) {
                ahead.isAnswered = true;
                boolean isUseful = chunk != null && chunk.payload().crc() == chunk.crc();
                if (chunk != null && (ahead.dropped || !isUseful)) {
                  chunk.payload().release();
                }
                if (ahead.dropped) {
                  unneeded.add(ahead.claim);
                } else if (!isUseful) {
                  drop(ahead);
                } else {
                  ahead.chunk = chunk;
                  ahead.arrivedNanos = clock.nanos();
                }
              }
              giveBack();
              ahead.arrived.complete(null);
            });
  }

  /** Copies a piece from a chunk; -1 if the chunk cannot be used. */
  private synchronized int take(Ahead ahead, long offset, int length, ByteBuffer into) {
    DataChunk chunk = ahead.chunk;
    if (ahead.dropped || chunk == null || ahead.isOld(clock.nanos())) {
      return -1;
    }
    int from = (int) (offset - ahead.offset);
    int got = Math.max(0, Math.min(length, chunk.payload().length() - from));
    copy(chunk, from, got, into);
    if (got < length || offset + got == ahead.end()) {
      // The object ends here, so later bytes need a new request; or the chunk was read completely.
      drop(ahead);
    }
    return got;
  }

  private static void copy(DataChunk chunk, int from, int length, ByteBuffer into) {
    int skip = from;
    int left = length;
    for (ByteBuffer buffer : chunk.payload().buffers()) {
      int skipped = Math.min(skip, buffer.remaining());
      int taken = Math.min(left, buffer.remaining() - skipped);
      buffer.position(buffer.position() + skipped).limit(buffer.position() + taken);
      into.put(buffer);
      skip -= skipped;
      left -= taken;
    }
  }

  /** Reads a piece that was not requested before. */
  private CompletableFuture<Integer> fetch(long offset, int length, ByteBuffer into, int tries) {
    CompletableFuture<Void> granted = new CompletableFuture<>();
    MemoryBudget.Claim claim = memory.claim(length, () -> granted.complete(null));
    if (claim.isGranted()) {
      granted.complete(null);
    } else {
      memory.relieve();
    }
    return Futures.inCall(granted)
        .thenCompose(ready -> calls.readObject(offset, length))
        .thenCompose(chunk -> taken(chunk, offset, length, into, tries))
        .whenComplete((got, failure) -> claim.close());
  }

  private CompletableFuture<Integer> taken(
      DataChunk chunk, long offset, int length, ByteBuffer into, int tries) {
    try {
      if (chunk.payload().crc() == chunk.crc()) {
        int got = Math.min(length, chunk.payload().length());
        copy(chunk, 0, got, into);
        return CompletableFuture.completedFuture(got);
      }
    } finally {
      chunk.payload().release();
    }
    return tries < MAX_DAMAGED
        ? fetch(offset, length, into, tries + 1)
        : CompletableFuture.failedFuture(
            ErrorCode.EIO.exception(
                "bytes came damaged "
                    + MAX_DAMAGED
                    + " times, from offset "
                    + offset
                    + ": check the network between this client and the server"));
  }

  /** Discards read-ahead data. */
  void clear() {
    if (!isAhead) {
      return;
    }
    synchronized (this) {
      List.copyOf(chunks.values()).forEach(this::drop);
      window = 1;
    }
    giveBack();
  }

  /** Frees memory. Runs the callbacks of waiting claims. */
  private void giveBack() {
    List<MemoryBudget.Claim> claims;
    synchronized (this) {
      if (unneeded.isEmpty()) {
        return;
      }
      claims = List.copyOf(unneeded);
      unneeded.clear();
    }
    claims.forEach(MemoryBudget.Claim::close);
  }

  /** Discards a chunk; called under the lock. */
  private void drop(Ahead ahead) {
    if (ahead.dropped) {
      return;
    }
    ahead.dropped = true;
    chunks.remove(ahead.offset, ahead);
    isAhead = !chunks.isEmpty();
    DataChunk chunk = ahead.chunk;
    ahead.chunk = null;
    if (chunk != null) {
      chunk.payload().release();
    }
    if (chunk != null || ahead.isAnswered) {
      unneeded.add(ahead.claim);
    }
  }

  /** A requested chunk. */
  private static final class Ahead {
    private final long offset;
    private final int length;
    private final MemoryBudget.Claim claim;

    /** Completes when the answer or a failure has arrived. */
    private final CompletableFuture<Void> arrived = new CompletableFuture<>();

    /**
     * The bytes from their arrival until they are dropped; guarded by the owner, as is the rest.
     */
    private @Nullable DataChunk chunk;

    private long arrivedNanos;

    /** Whether the answer has arrived. Until then the request still uses the memory. */
    private boolean isAnswered;

    private boolean dropped;

    Ahead(long offset, int length, MemoryBudget.Claim claim) {
      this.offset = offset;
      this.length = length;
      this.claim = claim;
    }

    long end() {
      return offset + length;
    }

    boolean isOld(long nowNanos) {
      return chunk != null && nowNanos - arrivedNanos > FRESH_NANOS;
    }
  }
}

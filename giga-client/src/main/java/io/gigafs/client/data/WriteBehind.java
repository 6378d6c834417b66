package io.gigafs.client.data;

import io.gigafs.concurrent.CallDeadline;
import io.gigafs.concurrent.Futures;
import io.gigafs.protocol.DataBuffers;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Payload;
import io.gigafs.protocol.data.DataChunk;
import io.gigafs.rpc.MemoryBudget;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Gathers a handle's writes into chunks and sends them, several at a time. Safe for use by several
 * threads.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>Chunks that overlap are sent one after the other, in the order of the writes, because each
 *       may be retried.
 *   <li>A chunk's memory is claimed until the chunk is written, or never will be. Only a write
 *       whose caller may not continue yet holds memory beyond the granted claims.
 *   <li>A failure is reported once, by the next call.
 * </ol>
 */
final class WriteBehind {
  /** Chunks end where the offset is a multiple of this. */
  private static final int CHUNK_BYTES = DataChunk.MAX_BYTES;

  /** The initial buffer size of a chunk, unless its first bytes need more. */
  private static final int SMALL_BYTES = 64 * 1024;

  /** How many bytes of one handle may be in flight before its caller is blocked. */
  private static final long MAX_UNDER_WAY_BYTES = 8L * CHUNK_BYTES;

  private final HandleDataCalls calls;
  private final RelayMemory memory;

  /** The chunk that a contiguous write is added to. Guarded by this. */
  private @Nullable Chunk gathered;

  private volatile boolean isGathering;

  /** Guarded by this. */
  private final List<Chunk> underWay = new ArrayList<>();

  /** Blocked callers. Guarded by this. */
  private final Queue<CompletableFuture<Void>> heldBack = new ArrayDeque<>();

  /** Guarded by this. */
  private long underWayBytes;

  /** Why an earlier write is lost; guarded by this. */
  private @Nullable GigaException lost;

  WriteBehind(HandleDataCalls calls, RelayMemory memory) {
    this.calls = calls;
    this.memory = memory;
  }

  /** Whether the volume has all writes. */
  synchronized boolean isEmpty() {
    return gathered == null && underWay.isEmpty() && lost == null;
  }

  /** Takes the whole buffer; completes when the next write may start. */
  CompletableFuture<Void> write(long offset, ByteBuffer from) {
    List<Chunk> full = new ArrayList<>();
    List<CompletableFuture<Void>> room = new ArrayList<>();
    synchronized (this) {
      if (lost != null) {
        return CompletableFuture.failedFuture(takeLost());
      }
      long next = offset;
      while (from.hasRemaining()) {
        Chunk chunk = chunkAt(next, from.remaining(), full);
        next += chunk.add(from);
        if (!chunk.room.isDone()) {
          room.add(chunk.room);
        }
        if (chunk.isFull() || !chunk.room.isDone()) {
          seal(full);
        }
      }
      if (underWayBytes > MAX_UNDER_WAY_BYTES) {
        CompletableFuture<Void> held = new CompletableFuture<>();
        heldBack.add(held);
        room.add(held);
      }
    }
    full.forEach(this::send);
    if (room.isEmpty()) {
      return Futures.DONE;
    }
    memory.relieve();
    return Futures.inCall(Futures.allOf(room));
  }

  /** The chunk for the byte at an offset; called under the lock. */
  private Chunk chunkAt(long offset, int length, List<Chunk> full) {
    Chunk chunk = gathered;
    if (chunk == null || chunk.end() != offset) {
      seal(full);
      chunk = new Chunk(offset, length);
      gathered = chunk;
      isGathering = true;
    }
    return chunk;
  }

  /** Seals the chunk that is being gathered; called under the lock. */
  private void seal(List<Chunk> full) {
    Chunk chunk = gathered;
    if (chunk == null) {
      return;
    }
    gathered = null;
    isGathering = false;
    for (Chunk other : underWay) {
      if (other.offset < chunk.end() && chunk.offset < other.end()) {
        chunk.before.add(other.written);
      }
    }
    underWay.add(chunk);
    underWayBytes += chunk.length();
    full.add(chunk);
  }

  private void send(Chunk chunk) {
    Payload payload = Payload.of(chunk.bytes);
    int crc = payload.crc();
    Futures.allOf(chunk.before)
        .thenCompose(
            ready ->
                // The writer continues meanwhile. A chunk's own time limit starts when it is sent.
                CallDeadline.NONE.within(() -> calls.writeObject(chunk.offset, crc, payload)))
        .whenComplete((done, failure) -> ended(chunk, failure));
  }

  private void ended(Chunk chunk, @Nullable Throwable failure) {
    List<CompletableFuture<Void>> proceed = new ArrayList<>();
    synchronized (this) {
      underWay.remove(chunk);
      underWayBytes -= chunk.writtenBytes;
      if (failure != null && lost == null) {
        lost = lossOf(Futures.cause(failure));
      }
      while (underWayBytes <= MAX_UNDER_WAY_BYTES && !heldBack.isEmpty()) {
        proceed.add(heldBack.remove());
      }
    }
    chunk.closeClaims();
    chunk.room.complete(null);
    chunk.written.complete(null);
    proceed.forEach(held -> held.complete(null));
  }

  /** A new lookup of the location does not help: accepted bytes are lost. */
  private static GigaException lossOf(Throwable cause) {
    GigaException loss =
        cause instanceof GigaException known && known.code() != ErrorCode.ENODATA
            ? known.code().exception(String.valueOf(known.getMessage()))
            : ErrorCode.EIO.exception("bytes that were written before are lost: " + cause);
    loss.initCause(cause);
    return loss;
  }

  private GigaException takeLost() {
    GigaException failure = lost;
    lost = null;
    return failure == null ? ErrorCode.EIO.exception("") : failure;
  }

  /** Sends what is gathered, without waiting. */
  void send() {
    if (!isGathering) {
      return;
    }
    List<Chunk> full = new ArrayList<>();
    synchronized (this) {
      seal(full);
    }
    full.forEach(this::send);
  }

  /** Completes when the volume has all earlier writes. */
  CompletableFuture<Void> flush() {
    send();
    List<CompletableFuture<Void>> before = new ArrayList<>();
    synchronized (this) {
      underWay.forEach(chunk -> before.add(chunk.written));
    }
    return Futures.inCall(Futures.allOf(before)).thenCompose(done -> reportLoss());
  }

  private synchronized CompletableFuture<Void> reportLoss() {
    return lost == null ? Futures.DONE : CompletableFuture.failedFuture(takeLost());
  }

  /** A contiguous range of the file. Guarded by the owner until it is sent. */
  private final class Chunk {
    private final long offset;

    /** Reallocated at most once; its capacity is claimed. */
    private ByteBuf bytes;

    /** The capacity of the chunk. */
    private int mostBytes;

    private final List<MemoryBudget.Claim> claims = new ArrayList<>();

    /** Chunks that have to be written first. */
    private final List<CompletableFuture<Void>> before = new ArrayList<>();

    /** Completes when its memory is granted, or no longer needed. */
    private CompletableFuture<Void> room = Futures.DONE;

    /** Completes when the chunk is written, or never will be. */
    private final CompletableFuture<Void> written = new CompletableFuture<>();

    private int writtenBytes;

    /** A chunk for a number of bytes, and for more that may follow if memory permits. */
    Chunk(long offset, int length) {
      this.offset = offset;
      int untilEnd = (int) (CHUNK_BYTES - offset % CHUNK_BYTES);
      int wished = Math.min(untilEnd, length <= SMALL_BYTES ? SMALL_BYTES : untilEnd);
      MemoryBudget.Claim claim = memory.budget().tryClaim(wished);
      mostBytes = claim == null ? Math.min(length, untilEnd) : untilEnd;
      bytes = buffer(claim == null ? mostBytes : wished);
      if (claim == null) {
        CompletableFuture<Void> granted = new CompletableFuture<>();
        room = granted;
        claim = memory.claim(mostBytes, () -> granted.complete(null));
        if (claim.isGranted()) {
          granted.complete(null);
        }
      }
      claims.add(claim);
    }

    /** Adds as much as fits. */
    int add(ByteBuffer from) {
      int length = Math.min(from.remaining(), mostBytes - writtenBytes);
      if (writtenBytes + length > bytes.capacity()) {
        grow();
        length = Math.min(length, mostBytes - writtenBytes);
      }
      ByteBuffer part = from.duplicate();
      part.limit(part.position() + length);
      bytes.writeBytes(part);
      from.position(from.position() + length);
      writtenBytes += length;
      return length;
    }

    /** Extends the buffer to the full chunk, or limits the chunk to its current capacity. */
    private void grow() {
      MemoryBudget.Claim claim = memory.budget().tryClaim(mostBytes - bytes.capacity());
      if (claim == null) {
        mostBytes = bytes.capacity();
      } else {
        claims.add(claim);
        ByteBuf small = bytes;
        bytes = buffer(mostBytes).writeBytes(small);
        small.release();
      }
    }

    private static ByteBuf buffer(int length) {
      return DataBuffers.INSTANCE.directBuffer(length, length);
    }

    boolean isFull() {
      return writtenBytes == mostBytes;
    }

    int length() {
      return writtenBytes;
    }

    long end() {
      return offset + writtenBytes;
    }

    void closeClaims() {
      claims.forEach(MemoryBudget.Claim::close);
    }
  }
}

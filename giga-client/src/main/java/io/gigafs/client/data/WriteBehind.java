package io.gigafs.client.data;

import io.gigafs.protocol.DataBuffers;
import io.gigafs.protocol.DataChunk;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Payload;
import io.gigafs.rpc.CallDeadline;
import io.gigafs.rpc.Failures;
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
 * Gathers what a handle writes into chunks and sends these, several at a time. Safe for use by
 * several threads.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>chunks of the same bytes are under way one after the other, in the order of the writes:
 *       each may be sent several times;
 *   <li>a chunk's memory is claimed until it was written, or never will be; more than is granted is
 *       held only by a write whose caller has not been told to go on;
 *   <li>a failure is told once, by the next call.
 * </ol>
 */
final class WriteBehind {
  /** Chunks end where the offset is a multiple of this. */
  private static final int CHUNK_BYTES = DataChunk.MAX_BYTES;

  /** A chunk begins with a buffer of this size, unless its first bytes need more. */
  private static final int SMALL_BYTES = 64 * 1024;

  /** So much of one handle may be under way before its caller is held back. */
  private static final long MAX_UNDER_WAY_BYTES = 8L * CHUNK_BYTES;

  private final FileCalls calls;
  private final RelayMemory memory;

  /** The chunk to which the next bytes are added if they follow it. Guarded by this. */
  private @Nullable Chunk gathered;

  private volatile boolean isGathering;

  /** Guarded by this. */
  private final List<Chunk> underWay = new ArrayList<>();

  /** Callers that are held back. Guarded by this. */
  private final Queue<CompletableFuture<Void>> heldBack = new ArrayDeque<>();

  /** Guarded by this. */
  private long underWayBytes;

  /** Why something that was written before is lost; guarded by this. */
  private @Nullable GigaException lost;

  WriteBehind(FileCalls calls, RelayMemory memory) {
    this.calls = calls;
    this.memory = memory;
  }

  /** Whether all that was written is with the volume. */
  synchronized boolean isEmpty() {
    return gathered == null && underWay.isEmpty() && lost == null;
  }

  /** Takes all of the buffer; done when the next write may come. */
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
    return Futures.inCall(CompletableFuture.allOf(room.toArray(CompletableFuture<?>[]::new)));
  }

  /** The chunk that takes the byte at an offset; under the lock. */
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

  /** Ends the chunk that is gathered; under the lock. */
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
    CompletableFuture.allOf(chunk.before.toArray(CompletableFuture<?>[]::new))
        .thenCompose(
            ready ->
                // The writer goes on meanwhile: a chunk has its own time from when it is sent.
                CallDeadline.NONE.within(() -> calls.writeObject(chunk.offset, crc, payload)))
        .whenComplete((done, failure) -> ended(chunk, failure));
  }

  private void ended(Chunk chunk, @Nullable Throwable failure) {
    List<CompletableFuture<Void>> goOn = new ArrayList<>();
    synchronized (this) {
      underWay.remove(chunk);
      underWayBytes -= chunk.writtenBytes;
      if (failure != null && lost == null) {
        lost = told(Failures.cause(failure));
      }
      while (underWayBytes <= MAX_UNDER_WAY_BYTES && !heldBack.isEmpty()) {
        goOn.add(heldBack.remove());
      }
    }
    chunk.closeClaims();
    chunk.room.complete(null);
    chunk.written.complete(null);
    goOn.forEach(held -> held.complete(null));
  }

  /** A place that is looked for anew does not help: bytes that were taken before are gone. */
  private static GigaException told(Throwable cause) {
    GigaException told =
        cause instanceof GigaException known && known.code() != ErrorCode.ENODATA
            ? known.code().exception(String.valueOf(known.getMessage()))
            : ErrorCode.EIO.exception("bytes that were written before are lost: " + cause);
    told.initCause(cause);
    return told;
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

  /** Done when all that was written before is with the volume. */
  CompletableFuture<Void> flush() {
    send();
    List<CompletableFuture<Void>> before = new ArrayList<>();
    synchronized (this) {
      underWay.forEach(chunk -> before.add(chunk.written));
    }
    return Futures.inCall(CompletableFuture.allOf(before.toArray(CompletableFuture<?>[]::new)))
        .thenCompose(done -> told());
  }

  private synchronized CompletableFuture<Void> told() {
    return lost == null ? Futures.DONE : CompletableFuture.failedFuture(takeLost());
  }

  /** Bytes of one piece of the file. Guarded by the owner until it is sent. */
  private final class Chunk {
    private final long offset;

    /** Grows once at most; with the capacity that is claimed. */
    private ByteBuf bytes;

    /** How many bytes it takes. */
    private int mostBytes;

    private final List<MemoryBudget.Claim> claims = new ArrayList<>();

    /** What has to be written first. */
    private final List<CompletableFuture<Void>> before = new ArrayList<>();

    /** Completes when its memory is granted, or it needs none any more. */
    private CompletableFuture<Void> room = Futures.DONE;

    /** Completes when it was written, or never will be. */
    private final CompletableFuture<Void> written = new CompletableFuture<>();

    private int writtenBytes;

    /** For bytes of a length, and more that may follow if there is memory for them. */
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

    /** Adds as much as there is room for. */
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

    /** Makes room up to the end, or takes no more than there is room for. */
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

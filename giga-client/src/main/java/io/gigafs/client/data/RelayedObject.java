package io.gigafs.client.data;

import io.gigafs.rpc.Clock;
import io.gigafs.volume.ObjectStatus;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;

/**
 * An object that the client reads and writes through servers. Writes are sent in chunks, several at
 * a time; sequential reads are requested ahead. Safe for use by several threads.
 */
final class RelayedObject implements ObjectAccess, RelayMemory.Keeper {
  private final HandleDataCalls calls;
  private final RelayMemory memory;
  private final WriteBehind writes;
  private final ReadAhead reads;

  RelayedObject(HandleDataCalls calls, RelayMemory memory, Clock clock) {
    this.calls = calls;
    this.memory = memory;
    this.writes = new WriteBehind(calls, memory);
    this.reads = new ReadAhead(calls, memory, clock);
  }

  @Override
  public CompletableFuture<Integer> read(long offset, ByteBuffer into) {
    return writes.isEmpty()
        ? reads.read(offset, into)
        : writes.flush().thenCompose(flushed -> reads.read(offset, into));
  }

  @Override
  public CompletableFuture<Void> write(long offset, ByteBuffer from) {
    reads.clear();
    return writes.write(offset, from);
  }

  @Override
  public CompletableFuture<Void> flush() {
    return writes.flush();
  }

  @Override
  public CompletableFuture<Void> sync() {
    return writes.flush().thenCompose(flushed -> calls.syncObject());
  }

  @Override
  public CompletableFuture<ObjectStatus> status() {
    return writes
        .flush()
        .thenCompose(flushed -> calls.stat())
        .thenApply(file -> new ObjectStatus(file.size(), file.modifiedNanos(), file.holes()));
  }

  /** Servers do not report holes: everything is data. */
  @Override
  public CompletableFuture<Long> seek(long offset, boolean toHole) {
    return status()
        .thenApply(
            status -> offset >= status.size() ? Long.valueOf(-1) : toHole ? status.size() : offset);
  }

  @Override
  public void invalidate() {
    reads.clear();
  }

  @Override
  public void giveUp() {
    reads.clear();
    writes.send();
  }

  @Override
  public CompletableFuture<Void> close() {
    memory.remove(this);
    reads.clear();
    return writes.flush();
  }
}

package io.gigafs.client.data;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.Payload;
import io.gigafs.protocol.cache.CachePermitRequest.CachePermitResult;
import io.gigafs.protocol.data.DataChunk;
import io.gigafs.protocol.file.DataReport;
import io.gigafs.protocol.file.DataResult;
import io.gigafs.protocol.file.DataWrite;
import io.gigafs.protocol.file.PlaceRequest.PlaceResult;
import io.gigafs.rpc.Clock;
import io.gigafs.volume.DataLocation;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An object in memory behind a server that executes requests in random order when the test calls
 * it.
 */
final class RelayedServer implements HandleDataCalls, Clock {
  private final Random random;
  private final List<Runnable> underWay = new ArrayList<>();
  private byte[] contents = {};
  private long nanos;
  private int readsUnderWay;

  /** The error of all further requests; null if they succeed. */
  @Nullable ErrorCode fails;

  /** The number of further answers that arrive damaged. */
  int damaged;

  int writes;
  int reads;
  long readBytes;
  int mostReadsUnderWay;
  int syncedSize = -1;

  RelayedServer(Random random) {
    this.random = random;
  }

  @Override
  public OpenedName openedName() {
    return new OpenedName(InodeId.ROOT, Name.of("f"));
  }

  @Override
  public boolean isAlive() {
    return true;
  }

  @Override
  public long nanos() {
    return nanos;
  }

  @Override
  public long wallNanos() {
    return nanos;
  }

  boolean isBusy() {
    return !underWay.isEmpty();
  }

  int size() {
    return contents.length;
  }

  byte[] contents() {
    return contents.clone();
  }

  void setSize(int size) {
    contents = Arrays.copyOf(contents, size);
  }

  /** Executes all pending requests, and those that they cause. */
  void run() {
    while (!underWay.isEmpty()) {
      step();
    }
  }

  /** Executes one pending request. */
  void step() {
    nanos += 1_000_000;
    underWay.remove(random.nextInt(underWay.size())).run();
  }

  private <T> CompletableFuture<T> later(Supplier<T> work) {
    CompletableFuture<T> result = new CompletableFuture<>();
    underWay.add(
        () -> {
          if (fails == null) {
            result.complete(work.get());
          } else {
            result.completeExceptionally(fails.exception("by order of the test"));
          }
        });
    return result;
  }

  @Override
  public CompletableFuture<DataChunk> readObject(long offset, int length) {
    reads++;
    readBytes += length;
    readsUnderWay++;
    mostReadsUnderWay = Math.max(mostReadsUnderWay, readsUnderWay);
    return later(
        () -> {
          readsUnderWay--;
          int from = (int) Math.min(offset, contents.length);
          int to = (int) Math.min(offset + length, contents.length);
          Payload payload = Payload.of(Arrays.copyOfRange(contents, from, to));
          return new DataChunk(payload, payload.crc() + (damaged-- > 0 ? 1 : 0));
        });
  }

  @Override
  public CompletableFuture<Void> writeObject(long offset, int crc, Payload payload) {
    writes++;
    CompletableFuture<Void> written =
        later(
            () -> {
              if (payload.crc() != crc) {
                throw new AssertionError("the bytes at " + offset + " are not what they were");
              }
              if (offset + payload.length() > contents.length) {
                setSize((int) offset + payload.length());
              }
              ByteBuffer into = ByteBuffer.wrap(contents).position((int) offset);
              for (ByteBuffer buffer : payload.buffers()) {
                into.put(buffer);
              }
              return null;
            });
    return written.whenComplete((done, failure) -> payload.release());
  }

  @Override
  public CompletableFuture<Void> syncObject() {
    return later(
        () -> {
          syncedSize = contents.length;
          return null;
        });
  }

  @Override
  public CompletableFuture<FileAttributes> stat() {
    return later(
        () ->
            new FileAttributes(
                InodeId.ROOT, FileType.REGULAR, 0644, 0, 0, contents.length, 1, 1, 2, 3, 0));
  }

  @Override
  public HandleDataCalls onPlaced() {
    throw new AssertionError();
  }

  @Override
  public CompletableFuture<CachePermitResult> permit() {
    return CompletableFuture.completedFuture(new CachePermitResult(null, 1_000));
  }

  @Override
  public CompletableFuture<DataResult> read() {
    throw new AssertionError();
  }

  @Override
  public CompletableFuture<DataResult> write(List<DataWrite> newWrites, boolean sync) {
    throw new AssertionError();
  }

  @Override
  public CompletableFuture<DataResult> close(
      List<DataWrite> newWrites, @Nullable DataReport report, boolean read, boolean sync) {
    throw new AssertionError();
  }

  @Override
  public CompletableFuture<DataResult> release(boolean read) {
    throw new AssertionError();
  }

  @Override
  public CompletableFuture<PlaceResult> place() {
    throw new AssertionError();
  }

  @Override
  public CompletableFuture<DataResult> spill(
      DataLocation location, long size, int copied, int crc, DataReport report) {
    throw new AssertionError();
  }

  @Override
  public CompletableFuture<DataResult> report(DataReport report, boolean sync) {
    throw new AssertionError();
  }

  @Override
  public CompletableFuture<Long> grant(long written, long end) {
    throw new AssertionError();
  }

  @Override
  public CompletableFuture<Long> reserve(long length) {
    throw new AssertionError();
  }
}

package io.gigafs.client.file;

import io.gigafs.client.data.HandleDataCalls;
import io.gigafs.client.lease.LeaseContext;
import io.gigafs.client.request.ClientOperation;
import io.gigafs.concurrent.Futures;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Payload;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.Result.Empty;
import io.gigafs.protocol.cache.CachePermitRequest;
import io.gigafs.protocol.cache.CachePermitRequest.CachePermitResult;
import io.gigafs.protocol.data.DataChunk;
import io.gigafs.protocol.data.ReadObjectRequest;
import io.gigafs.protocol.data.SyncObjectRequest;
import io.gigafs.protocol.data.WriteObjectRequest;
import io.gigafs.protocol.file.CloseRequest;
import io.gigafs.protocol.file.DataReport;
import io.gigafs.protocol.file.DataResult;
import io.gigafs.protocol.file.DataWrite;
import io.gigafs.protocol.file.HandleStatRequest;
import io.gigafs.protocol.file.PlaceRequest;
import io.gigafs.protocol.file.PlaceRequest.PlaceResult;
import io.gigafs.protocol.file.ReadRequest;
import io.gigafs.protocol.file.ReportRequest;
import io.gigafs.protocol.file.ReserveRequest;
import io.gigafs.protocol.file.ReserveRequest.ReserveResult;
import io.gigafs.protocol.file.SpillRequest;
import io.gigafs.protocol.file.WriteRequest;
import io.gigafs.protocol.quota.GrantRequest;
import io.gigafs.protocol.quota.GrantRequest.GrantResult;
import io.gigafs.volume.DataLocation;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A handle's requests about its file's bytes. Safe for use by several threads. */
final class HandleCalls implements HandleDataCalls {
  private final LeaseContext context;
  private final Handle handle;
  private final boolean notesAccess;
  private final boolean placed;

  /**
   * The requests of a handle.
   *
   * @param notesAccess whether its reads update the access time
   */
  HandleCalls(LeaseContext context, Handle handle, boolean notesAccess) {
    this(context, handle, notesAccess, false);
  }

  private HandleCalls(LeaseContext context, Handle handle, boolean notesAccess, boolean placed) {
    this.context = context;
    this.handle = handle;
    this.notesAccess = notesAccess;
    this.placed = placed;
  }

  @Override
  public HandleDataCalls onPlaced() {
    return new HandleCalls(context, handle, notesAccess, true);
  }

  @Override
  public OpenedName openedName() {
    return new OpenedName(handle.directory(), handle.name());
  }

  @Override
  public boolean isAlive() {
    return handle.session().isAlive(context.clock().nanos());
  }

  @Override
  public CompletableFuture<DataResult> read() {
    return asking(
        "read",
        (directory, partition, name, sequence) ->
            new ReadRequest(directory, partition, handle.caller(), name, handle.id()),
        result -> {
          context.attributeCache().met(result.attributes());
          return result;
        });
  }

  @Override
  public CompletableFuture<CachePermitResult> permit() {
    return asking(
        "read",
        (directory, partition, name, sequence) ->
            new CachePermitRequest(directory, partition, handle.caller(), name, handle.id()),
        Function.<CachePermitResult>identity());
  }

  @Override
  public CompletableFuture<DataResult> write(List<DataWrite> writes, boolean sync) {
    return changing(
        "write",
        (directory, partition, name, sequence) ->
            new WriteRequest(
                directory, partition, handle.caller(), sequence, name, handle.id(), writes, sync),
        Function.<DataResult>identity());
  }

  @Override
  public CompletableFuture<DataResult> close(
      List<DataWrite> writes, @Nullable DataReport report, boolean read, boolean sync) {
    return changing("close", closing(writes, report, read, sync), Function.<DataResult>identity());
  }

  @Override
  public CompletableFuture<DataResult> release(boolean read) {
    if (read && notesAccess) {
      // Not deferred, so that the next lookup sees the access time.
      return close(List.of(), null, true, false);
    }
    CompletableFuture<Void> flushed = handle.closeUnflushed();
    if (flushed != null) {
      return flushed.thenApply(done -> handle.untouched());
    }
    ClientOperation<DataResult> operation = admit("close");
    new HandleCall<>(
            context, operation, handle, closing(List.of(), null, false, false), Function.identity())
        .changeDeferred();
    return operation.future();
  }

  private HandleCall.Requests<DataResult> closing(
      List<DataWrite> writes, @Nullable DataReport report, boolean read, boolean sync) {
    return (directory, partition, name, sequence) ->
        new CloseRequest(
            directory,
            partition,
            handle.caller(),
            sequence,
            name,
            handle.id(),
            writes,
            report,
            read && notesAccess,
            sync);
  }

  @Override
  public CompletableFuture<PlaceResult> place() {
    return changing(
        "place",
        (directory, partition, name, sequence) ->
            new PlaceRequest(directory, partition, handle.caller(), sequence, name, handle.id()),
        Function.<PlaceResult>identity());
  }

  @Override
  public CompletableFuture<DataResult> spill(
      DataLocation location, long size, int copied, int crc, DataReport report) {
    return changing(
        "move to a volume",
        (directory, partition, name, sequence) ->
            new SpillRequest(
                directory,
                partition,
                handle.caller(),
                sequence,
                name,
                handle.id(),
                location,
                size,
                copied,
                crc,
                report),
        Function.<DataResult>identity());
  }

  @Override
  public CompletableFuture<DataResult> report(DataReport report, boolean sync) {
    return changing(
        "report",
        (directory, partition, name, sequence) ->
            new ReportRequest(
                directory, partition, handle.caller(), sequence, name, handle.id(), report, sync),
        Function.<DataResult>identity());
  }

  @Override
  public CompletableFuture<Long> reserve(long length) {
    return changing(
        "append",
        (directory, partition, name, sequence) ->
            new ReserveRequest(
                directory, partition, handle.caller(), sequence, name, handle.id(), length),
        ReserveResult::offset);
  }

  @Override
  public CompletableFuture<Long> grant(long written, long end) {
    return changing(
        "write",
        (directory, partition, name, sequence) ->
            new GrantRequest(
                directory, partition, handle.caller(), sequence, name, handle.id(), written, end),
        GrantResult::end);
  }

  @Override
  public CompletableFuture<FileAttributes> stat() {
    return asking(
        "stat",
        (directory, partition, name, sequence) ->
            new HandleStatRequest(directory, partition, handle.caller(), name, handle.id()),
        result -> {
          context.attributeCache().met(result.attributes());
          return result.attributes();
        });
  }

  @Override
  public CompletableFuture<DataChunk> readObject(long offset, int length) {
    return asking(
        "read",
        (directory, partition, name, sequence) ->
            new ReadObjectRequest(
                directory, partition, handle.caller(), name, handle.id(), offset, length),
        Function.<DataChunk>identity());
  }

  @Override
  public CompletableFuture<Void> writeObject(long offset, int crc, Payload bytes) {
    int length = bytes.length();
    return writeShare(offset, crc, bytes)
        .exceptionallyCompose(
            failure ->
                placed || !isOverQuota(failure)
                    ? CompletableFuture.failedFuture(failure)
                    // A quota was set since the handle's last grant said that none counts: it needs
                    // a new grant.
                    : grant(0, offset + length)
                        .thenCompose(granted -> writeShare(offset, crc, bytes)))
        .whenComplete((done, failure) -> bytes.release());
  }

  private static boolean isOverQuota(Throwable failure) {
    return Futures.cause(failure) instanceof GigaException known
        && known.code() == ErrorCode.EDQUOT;
  }

  private CompletableFuture<Void> writeShare(long offset, int crc, Payload bytes) {
    return changing(
        "write",
        (directory, partition, name, sequence) ->
            new WriteObjectRequest(
                directory,
                partition,
                handle.caller(),
                sequence,
                name,
                handle.id(),
                placed,
                offset,
                crc,
                bytes.share()),
        (Empty done) -> null);
  }

  @Override
  public CompletableFuture<Void> syncObject() {
    return asking(
        "sync",
        (directory, partition, name, sequence) ->
            new SyncObjectRequest(directory, partition, handle.caller(), name, handle.id(), placed),
        (Empty done) -> null);
  }

  private <R extends Result, T> CompletableFuture<T> asking(
      String verb, HandleCall.Requests<R> requests, Function<R, @Nullable T> outcome) {
    ClientOperation<T> operation = admit(verb);
    new HandleCall<>(context, operation, handle, requests, outcome).read();
    return operation.future();
  }

  private <R extends Result, T> CompletableFuture<T> changing(
      String verb, HandleCall.Requests<R> requests, Function<R, @Nullable T> outcome) {
    ClientOperation<T> operation = admit(verb);
    new HandleCall<>(context, operation, handle, requests, outcome).change();
    return operation.future();
  }

  private <T> ClientOperation<T> admit(String verb) {
    return ClientOperation.admit(context, verb, handle.target(), handle.caller());
  }
}

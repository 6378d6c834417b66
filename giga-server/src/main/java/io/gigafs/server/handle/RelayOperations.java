package io.gigafs.server.handle;

import io.gigafs.protocol.DataChunk;
import io.gigafs.protocol.Empty;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.HandleRequest;
import io.gigafs.protocol.ReadObjectRequest;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.SyncObjectRequest;
import io.gigafs.protocol.WriteObjectRequest;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.content.StoredFiles;
import io.gigafs.server.lane.CommitBatch;
import io.gigafs.server.lane.Operation;
import io.gigafs.server.lane.Operation.Decision;
import io.gigafs.server.lane.PartitionState;
import io.gigafs.server.relay.Relay;
import io.gigafs.tablefs.Attributes;
import io.gigafs.volume.DataLocation;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes of objects by way of the server. The lane looks the handle and the object up;
 * all else happens elsewhere.
 */
public record RelayOperations(
    Operation<ReadObjectRequest, DataChunk> read,
    Operation<WriteObjectRequest, Empty> write,
    Operation<SyncObjectRequest, Empty> sync) {

  /**
   * How far a client may fill an object that is no file's yet, below a quota: it copies there what
   * servers kept of the file, and what it has not brought.
   */
  private static final long MAX_PLACED_BYTES = 16L << 20;

  static RelayOperations of(Relay relay) {
    return new RelayOperations(
        new Reading<>(
            (request, exchange, partition, commitBatch) ->
                relay(
                    request,
                    exchange,
                    partition,
                    commitBatch,
                    (place, file) -> place.handle().reads() ? null : ErrorCode.EBADF,
                    false,
                    (place, location) -> relay.read(location, request, exchange))),
        new Reading<>(
            (request, exchange, partition, commitBatch) ->
                relay(
                    request,
                    exchange,
                    partition,
                    commitBatch,
                    HandlePlace::refuseWriting,
                    request.placed(),
                    (place, location) -> {
                      if (isCounted(request, place, partition, commitBatch)) {
                        relay.write(location, request, exchange);
                      } else {
                        commitBatch.failed(
                            exchange,
                            ErrorCode.EDQUOT,
                            "the handle was not granted to write there");
                      }
                    })),
        new Reading<>(
            (request, exchange, partition, commitBatch) ->
                relay(
                    request,
                    exchange,
                    partition,
                    commitBatch,
                    (place, file) -> null, // fsync(2) takes any handle
                    request.placed(),
                    (place, location) -> relay.sync(location, request, exchange))));
  }

  /**
   * Whether no quota counts the file's bytes, or it counts all up to where a write ends: what any
   * handle was granted is in the size of the entry. The client's word is not taken for that.
   */
  private static boolean isCounted(
      WriteObjectRequest request,
      HandlePlace place,
      PartitionState partition,
      CommitBatch commitBatch) {
    if (partition.usage().share() == null) {
      return true;
    }
    long counted = place.attributes(partition, commitBatch).size();
    long most = request.placed() ? Math.max(counted, MAX_PLACED_BYTES) : counted;
    return request.offset() <= most - request.payload().length();
  }

  /** Has done with the object of a handle's file what is asked for, off the lane. */
  @FunctionalInterface
  private interface Action {
    void on(HandlePlace place, DataLocation location);
  }

  /** Why a handle may not be used for what is asked for, or null if it may. */
  @FunctionalInterface
  private interface Refusal {
    @Nullable ErrorCode of(HandlePlace place, Attributes file);
  }

  private static <R extends Result, Q extends HandleRequest<R>> Decision relay(
      Q request,
      Exchange<R> exchange,
      PartitionState partition,
      CommitBatch commitBatch,
      Refusal refusal,
      boolean placed,
      Action action) {
    return HandlePlace.toRead(
        request,
        exchange,
        partition,
        commitBatch,
        place -> {
          Attributes file = place.attributes(partition, commitBatch);
          @Nullable ErrorCode refused = refusal.of(place, file);
          if (refused != null) {
            commitBatch.failed(exchange, refused, "");
            return Decision.TAKEN;
          }
          @Nullable DataLocation location =
              placed ? place.handle().placed() : objectOf(place, file, partition, commitBatch);
          if (location == null) {
            commitBatch.failed(exchange, ErrorCode.ENODATA, "the file's bytes are not on a volume");
          } else {
            action.on(place, location);
          }
          return Decision.TAKEN;
        });
  }

  private static @Nullable DataLocation objectOf(
      HandlePlace place, Attributes file, PartitionState partition, CommitBatch commitBatch) {
    return StoredFiles.isStored(file)
        ? StoredFiles.row(commitBatch.batch(), partition.keyOf(place.name())).location()
        : null;
  }
}

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
import io.gigafs.server.hold.OpenHandle;
import io.gigafs.server.lane.Operation;
import io.gigafs.server.lane.Operation.Decision;
import io.gigafs.server.lane.PartitionState;
import io.gigafs.server.lane.Turn;
import io.gigafs.server.relay.Relay;
import io.gigafs.tablefs.Attributes;
import io.gigafs.volume.DataLocation;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes of objects by way of the server. The lane looks the handle and the object up;
 * all else happens elsewhere.
 */
public record RelayOperations(
    Operation<ReadObjectRequest, DataChunk> read,
    Operation<WriteObjectRequest, Empty> write,
    Operation<SyncObjectRequest, Empty> sync) {

  static RelayOperations of(Relay relay) {
    return new RelayOperations(
        new Reading<>(
            (request, exchange, partition, turn) ->
                relay(request, exchange, partition, turn, OpenHandle::reads, false, relay::read)),
        new Reading<>(
            (request, exchange, partition, turn) ->
                relay(
                    request,
                    exchange,
                    partition,
                    turn,
                    OpenHandle::writes,
                    request.placed(),
                    relay::write)),
        new Reading<>(
            (request, exchange, partition, turn) ->
                relay(
                    request,
                    exchange,
                    partition,
                    turn,
                    any -> true, // fsync(2) takes any handle
                    request.placed(),
                    relay::sync)));
  }

  /** Does with the object of a handle's file what is asked for, off the lane. */
  @FunctionalInterface
  private interface Action<Q, R extends Result> {
    void on(DataLocation location, Q request, Exchange<R> exchange);
  }

  private static <R extends Result, Q extends HandleRequest<R>> Decision relay(
      Q request,
      Exchange<R> exchange,
      PartitionState partition,
      Turn turn,
      Predicate<OpenHandle> may,
      boolean placed,
      Action<Q, R> action) {
    return HandlePlace.toRead(
        request,
        exchange,
        partition,
        turn,
        place -> {
          if (!may.test(place.handle())) {
            turn.failed(exchange, ErrorCode.EBADF, "");
            return Decision.TAKEN;
          }
          @Nullable DataLocation location =
              placed ? place.handle().placed() : objectOf(place, partition, turn);
          if (location == null) {
            turn.failed(exchange, ErrorCode.ENODATA, "the file's bytes are not on a volume");
          } else {
            action.on(location, request, exchange);
          }
          return Decision.TAKEN;
        });
  }

  private static @Nullable DataLocation objectOf(
      HandlePlace place, PartitionState partition, Turn turn) {
    Attributes file = place.attributes(partition, turn);
    return StoredFiles.isStored(file)
        ? StoredFiles.row(turn.batch(), partition.keyOf(place.name())).location()
        : null;
  }
}

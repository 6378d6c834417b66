package io.gigafs.server.file;

import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Request.HandleRequest;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.Result.Empty;
import io.gigafs.protocol.data.DataChunk;
import io.gigafs.protocol.data.ReadObjectRequest;
import io.gigafs.protocol.data.SyncObjectRequest;
import io.gigafs.protocol.data.WriteObjectRequest;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.data.RelayService;
import io.gigafs.server.data.StoredFiles;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionOperation.Decision;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.tablefs.Attributes;
import io.gigafs.volume.DataLocation;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes of objects through the server. The lane looks up the handle and the object; the
 * I/O runs off the lane.
 */
final class RelayOperations {
  /**
   * How far a client may fill an object that does not belong to the file yet, below a quota: it
   * copies there the inline bytes and writes that it has not sent.
   */
  private static final long MAX_PLACED_BYTES = 16L << 20;

  private final RelayService relay;

  RelayOperations(RelayService relay) {
    this.relay = relay;
  }

  Decision read(
      ReadObjectRequest request,
      Exchange<DataChunk> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    return relay(
        request,
        exchange,
        partition,
        commitBatch,
        (place, file) -> place.handle().reads() ? null : ErrorCode.EBADF,
        false,
        (place, location) -> relay.read(location, request, exchange));
  }

  Decision write(
      WriteObjectRequest request,
      Exchange<Empty> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    return relay(
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
                exchange, ErrorCode.EDQUOT, "the handle has no grant to write there");
          }
        });
  }

  Decision sync(
      SyncObjectRequest request,
      Exchange<Empty> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    return relay(
        request,
        exchange,
        partition,
        commitBatch,
        (place, file) -> null, // fsync(2) takes any handle
        request.placed(),
        (place, location) -> relay.sync(location, request, exchange));
  }

  /**
   * Whether no quota applies, or the quota counts all bytes up to the end of the write. The entry's
   * size includes all grants of handles; the client's claim is not trusted.
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

  /** Performs the request on the object of a handle's file, off the lane. */
  @FunctionalInterface
  private interface Action {
    void on(HandlePlace place, DataLocation location);
  }

  /** The error if a handle may not be used for the request, or null if it may. */
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

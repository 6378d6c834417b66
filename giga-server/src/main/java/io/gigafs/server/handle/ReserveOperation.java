package io.gigafs.server.handle;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.ReserveRequest;
import io.gigafs.protocol.ReserveResult;
import io.gigafs.protocol.Usage;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.access.AttributeRules;
import io.gigafs.server.content.StoredFiles;
import io.gigafs.server.lane.Operation;
import io.gigafs.server.lane.PartitionState;
import io.gigafs.server.lane.Turn;
import io.gigafs.server.placement.ObjectContext;
import io.gigafs.server.placement.VolumeErrors;
import io.gigafs.server.quota.Quotas;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.volume.DataLocation;
import io.gigafs.volume.ObjectStatus;
import io.gigafs.volume.VolumeException;
import org.jspecify.annotations.Nullable;

/**
 * Sets bytes at the end of a file on a volume aside for one handle to append, so that several
 * clients never append to the same place.
 *
 * <p>The end is that of the object, or of what was set aside before if that is farther ({@link
 * StoredFiles#leastSize}). What is set aside and never written is a hole, if something is written
 * behind it.
 */
final class ReserveOperation implements Operation<ReserveRequest, ReserveResult> {
  private static final int COME_AGAIN_MILLIS = 1;

  private final HandleContext context;
  private final ObjectContext objects;

  ReserveOperation(HandleContext context) {
    this.context = context;
    this.objects = context.objects();
  }

  /** What the volume has said. */
  private record Probe(
      DataLocation location, @Nullable ObjectStatus status, @Nullable VolumeException failure) {}

  @Override
  public Decision decide(
      ReserveRequest request,
      Exchange<ReserveResult> exchange,
      PartitionState partition,
      Turn turn) {
    return decide(request, exchange, partition, turn, null);
  }

  private Decision decide(
      ReserveRequest request,
      Exchange<ReserveResult> exchange,
      PartitionState partition,
      Turn turn,
      @Nullable Probe probe) {
    return HandlePlace.toChange(
        request,
        exchange,
        partition,
        turn,
        place -> {
          Attributes file = place.attributes(partition, turn);
          @Nullable ErrorCode refused = refuse(request, place, file);
          if (refused != null) {
            turn.settle(partition, request, exchange, new Answer.Failed<>(refused, ""));
            return Decision.TAKEN;
          }
          EntryKey key = partition.keyOf(place.name());
          DataLocation location = StoredFiles.row(turn.batch(), key).location();
          if (probe == null || !probe.location().equals(location)) {
            turn.onFailure(() -> exchange.answer(new Answer.Retry<>(COME_AGAIN_MILLIS)));
            turn.afterCommit(() -> measure(request, exchange, location, partition.slot()));
            return Decision.TAKEN;
          }
          return reserve(request, exchange, partition, place, file, probe, turn);
        });
  }

  private static @Nullable ErrorCode refuse(
      ReserveRequest request, HandlePlace place, Attributes file) {
    @Nullable ErrorCode refused = place.refuseWriting(file);
    if (refused != null) {
      return refused;
    }
    return !StoredFiles.isStored(file) || request.length() < 0 ? ErrorCode.EINVAL : null;
  }

  private void measure(
      ReserveRequest request, Exchange<ReserveResult> exchange, DataLocation location, int slot) {
    objects
        .volumes()
        .call(location.volume(), volume -> volume.status(location.path()))
        .whenComplete(
            (status, failure) -> {
              Probe probe =
                  new Probe(location, status, failure == null ? null : VolumeErrors.of(failure));
              context
                  .lanes()
                  .submit(
                      slot,
                      (again, asker, partition, turn) ->
                          decide(again, asker, partition, turn, probe),
                      request,
                      exchange);
            });
  }

  private Decision reserve(
      ReserveRequest request,
      Exchange<ReserveResult> exchange,
      PartitionState partition,
      HandlePlace place,
      Attributes file,
      Probe probe,
      Turn turn) {
    ObjectStatus object = probe.status();
    @Nullable Answer<ReserveResult> answer;
    if (object == null) {
      VolumeException failure = probe.failure();
      answer =
          failure == null ? new Answer.Failed<>(ErrorCode.EIO, "") : VolumeErrors.answer(failure);
    } else {
      // Others may cut an exposed object, of which the entry does not know.
      EntryKey key = partition.keyOf(place.name());
      long known =
          file.has(Attributes.EXPOSED) ? 0 : StoredFiles.leastSize(turn.batch(), key, file);
      long offset = Math.max(object.size(), known);
      answer = reserve(request, exchange, partition, place, file, offset, turn);
    }
    if (answer == null) {
      return Decision.WAIT;
    }
    // What a client writes must not outlive that it counts.
    boolean isCounted = partition.usage().share() != null;
    turn.settle(
        partition, request, isCounted ? context.syncs().synced(exchange) : exchange, answer);
    return Decision.TAKEN;
  }

  private @Nullable Answer<ReserveResult> reserve(
      ReserveRequest request,
      Exchange<ReserveResult> exchange,
      PartitionState partition,
      HandlePlace place,
      Attributes file,
      long offset,
      Turn turn) {
    if (offset > AttributeRules.MAX_SIZE - request.length()) {
      return new Answer.Failed<>(ErrorCode.EFBIG, "");
    }
    long end = offset + request.length();
    Usage need = new Usage(0, Math.max(0, end - file.size()));
    return context
        .quotas()
        .decide(
            partition,
            turn,
            exchange,
            need,
            () -> {
              if (!partition.usage().tryPrepay(turn, need)) {
                return Quotas.overQuota();
              }
              place.file().sizeChanged();
              EntryKey key = partition.keyOf(place.name());
              Attributes reserved = StoredFiles.reach(turn.batch(), key, file, end);
              partition.entryChanged(turn, file, reserved);
              if (partition.usage().share() != null && place.handle().granted() < end) {
                Grants.note(partition, place, request.handle(), end, turn);
              }
              return new Answer.Done<>(new ReserveResult(offset));
            });
  }
}

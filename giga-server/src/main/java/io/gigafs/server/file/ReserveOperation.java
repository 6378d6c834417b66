package io.gigafs.server.file;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.file.ReserveRequest;
import io.gigafs.protocol.file.ReserveRequest.ReserveResult;
import io.gigafs.protocol.quota.QuotaUsage;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.access.AttributeRules;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.data.ServerVolumes;
import io.gigafs.server.data.StoredFiles;
import io.gigafs.server.data.VolumeErrors;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionOperation;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.quota.Quotas;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.volume.DataLocation;
import io.gigafs.volume.ObjectStatus;
import io.gigafs.volume.VolumeException;
import org.jspecify.annotations.Nullable;

/**
 * Reserves a range at the end of a file on a volume for an append of one handle, so that several
 * clients never append to the same range.
 *
 * <p>The end is that of the object, or that of earlier reservations if it is larger ({@link
 * StoredFiles#leastSize}). A range that is reserved and never written is a hole, if something is
 * written behind it.
 */
final class ReserveOperation implements PartitionOperation<ReserveRequest, ReserveResult> {
  private static final int RETRY_LATER_MILLIS = 1;

  private final ServerContext context;
  private final ServerVolumes volumes;
  private final Quotas quotas;

  ReserveOperation(ServerContext context, ServerVolumes volumes, Quotas quotas) {
    this.context = context;
    this.volumes = volumes;
    this.quotas = quotas;
  }

  /** The volume's answer. */
  private record Probe(
      DataLocation location, @Nullable ObjectStatus status, @Nullable VolumeException failure) {}

  @Override
  public Decision decide(
      ReserveRequest request,
      Exchange<ReserveResult> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    return decide(request, exchange, partition, commitBatch, null);
  }

  private Decision decide(
      ReserveRequest request,
      Exchange<ReserveResult> exchange,
      PartitionState partition,
      CommitBatch commitBatch,
      @Nullable Probe probe) {
    return HandlePlace.toChange(
        request,
        exchange,
        partition,
        commitBatch,
        place -> {
          Attributes file = place.attributes(partition, commitBatch);
          @Nullable ErrorCode refused = refuse(request, place, file);
          if (refused != null) {
            commitBatch.settle(partition, request, exchange, new Answer.Failed<>(refused, ""));
            return Decision.TAKEN;
          }
          EntryKey key = partition.keyOf(place.name());
          DataLocation location = StoredFiles.row(commitBatch.batch(), key).location();
          if (probe == null || !probe.location().equals(location)) {
            commitBatch.onFailure(() -> exchange.answer(new Answer.Retry<>(RETRY_LATER_MILLIS)));
            commitBatch.afterCommit(() -> measure(request, exchange, location, partition.slot()));
            return Decision.TAKEN;
          }
          return reserve(request, exchange, partition, place, file, probe, commitBatch);
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
    volumes
        .call(location.volume(), volume -> volume.status(location.path()))
        .whenComplete(
            (status, failure) -> {
              Probe probe =
                  new Probe(location, status, failure == null ? null : VolumeErrors.of(failure));
              context
                  .lanes()
                  .submit(
                      slot,
                      (again, asker, partition, commitBatch) ->
                          decide(again, asker, partition, commitBatch, probe),
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
      CommitBatch commitBatch) {
    ObjectStatus object = probe.status();
    @Nullable Answer<ReserveResult> answer;
    if (object == null) {
      VolumeException failure = probe.failure();
      answer =
          failure == null ? new Answer.Failed<>(ErrorCode.EIO, "") : VolumeErrors.answer(failure);
    } else {
      // Others may truncate an exposed object without the entry knowing.
      EntryKey key = partition.keyOf(place.name());
      long known =
          file.has(Attributes.EXPOSED) ? 0 : StoredFiles.leastSize(commitBatch.batch(), key, file);
      long offset = Math.max(object.size(), known);
      answer = reserve(request, exchange, partition, place, file, offset, commitBatch);
    }
    if (answer == null) {
      return Decision.WAIT;
    }
    // No written bytes may survive a crash without being counted.
    boolean isCounted = partition.usage().share() != null;
    commitBatch.settle(
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
      CommitBatch commitBatch) {
    if (offset > AttributeRules.MAX_SIZE - request.length()) {
      return new Answer.Failed<>(ErrorCode.EFBIG, "");
    }
    long end = offset + request.length();
    QuotaUsage need = new QuotaUsage(0, Math.max(0, end - file.size()));
    return quotas.decide(
        partition,
        commitBatch,
        exchange,
        need,
        () -> {
          if (!partition.usage().tryPrepay(commitBatch, need)) {
            return Quotas.overQuota();
          }
          place.file().sizeChanged();
          EntryKey key = partition.keyOf(place.name());
          Attributes reserved = StoredFiles.reach(commitBatch.batch(), key, file, end);
          partition.entryChanged(commitBatch, file, reserved);
          if (partition.usage().share() != null && place.handle().granted() < end) {
            Grants.note(partition, place, request.handle(), end, commitBatch);
          }
          return new Answer.Done<>(new ReserveResult(offset));
        });
  }
}

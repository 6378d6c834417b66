package io.gigafs.server.file;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.file.HandleSetAttributesRequest;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.quota.QuotaUsage;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.access.AttributeRules;
import io.gigafs.server.access.InodeFlags;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.data.InlineFiles;
import io.gigafs.server.data.ObjectProbe;
import io.gigafs.server.data.StoredChanges;
import io.gigafs.server.data.StoredFiles;
import io.gigafs.server.entry.EntryAcls;
import io.gigafs.server.entry.WireAttributes;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionOperation;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.quota.Quotas;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.FileType;
import org.jspecify.annotations.Nullable;

/** Changes attributes of an open file: fchmod(2), fchown(2), futimens(2), ftruncate(2). */
final class HandleSetAttributesOperation
    implements PartitionOperation<HandleSetAttributesRequest, EntryResult> {
  private final ServerContext context;
  private final Quotas quotas;
  private final StoredChanges stored;

  HandleSetAttributesOperation(ServerContext context, Quotas quotas, StoredChanges stored) {
    this.context = context;
    this.quotas = quotas;
    this.stored = stored;
  }

  @Override
  public Decision decide(
      HandleSetAttributesRequest request,
      Exchange<EntryResult> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    return decide(request, exchange, partition, commitBatch, null);
  }

  /**
   * Decides.
   *
   * @param probe the volume's answer about the file, null if it was not asked
   */
  private Decision decide(
      HandleSetAttributesRequest request,
      Exchange<EntryResult> exchange,
      PartitionState partition,
      CommitBatch commitBatch,
      @Nullable ObjectProbe probe) {
    return HandlePlace.toChange(
        request,
        exchange,
        partition,
        commitBatch,
        place -> {
          Attributes old = place.attributes(partition, commitBatch);
          @Nullable ErrorCode refused = refuse(request, partition, place, old, commitBatch);
          if (refused != null) {
            commitBatch.settle(partition, request, exchange, new Answer.Failed<>(refused, ""));
            return Decision.TAKEN;
          }
          if (request.change().size() != null
              && partition.isBeingMoved(old.inode(), request.handle().session(), commitBatch)) {
            return Decision.WAIT;
          }
          if (StoredFiles.isStored(old) && !request.change().isEmpty()) {
            if (request.change().size() != null) {
              // The client has given up its grants before it sent this request.
              Grants.revoke(partition, place, request.handle(), commitBatch);
            }
            return stored.decide(
                asked(request, exchange, partition, place, old), probe, commitBatch);
          }
          @Nullable Answer<EntryResult> answer =
              quotas.decide(
                  partition,
                  commitBatch,
                  exchange,
                  needOf(request.change(), old),
                  () -> change(request, partition, place, old, commitBatch));
          if (answer == null) {
            return Decision.WAIT;
          }
          commitBatch.settle(partition, request, exchange, answer);
          return Decision.TAKEN;
        });
  }

  private StoredChanges.Asked<EntryResult> asked(
      HandleSetAttributesRequest request,
      Exchange<EntryResult> exchange,
      PartitionState partition,
      HandlePlace place,
      Attributes old) {
    return new StoredChanges.Asked<>(
        request,
        exchange,
        partition,
        place.name(),
        old,
        request.change(),
        request.caller(),
        probe ->
            context
                .lanes()
                .submit(
                    partition.slot(),
                    (same, asker, where, commitBatch) ->
                        decide(same, asker, where, commitBatch, probe),
                    request,
                    exchange),
        WireAttributes::resultOf);
  }

  private static @Nullable ErrorCode refuse(
      HandleSetAttributesRequest request,
      PartitionState partition,
      HandlePlace place,
      Attributes old,
      CommitBatch commitBatch) {
    AttributeChange change = request.change();
    @Nullable ErrorCode refused =
        change.size() == null ? null : refuseSize(change.size(), place, old);
    if (refused == null && change.size() != null && InodeFlags.isProtected(old)) {
      refused = ErrorCode.EPERM;
    }
    if (refused != null) {
      return refused;
    }
    // The handle itself grants permission to write.
    return AttributeRules.refuse(
        old,
        EntryAcls.accessOf(commitBatch.batch(), partition.keyOf(place.name()), old),
        change.withoutSize(),
        request.caller());
  }

  private static @Nullable ErrorCode refuseSize(long size, HandlePlace place, Attributes old) {
    if (size < 0 || !place.handle().writes() || old.type() != FileType.REGULAR) {
      return ErrorCode.EINVAL;
    }
    return size > AttributeRules.MAX_SIZE ? ErrorCode.EFBIG : null;
  }

  private static Answer<EntryResult> change(
      HandleSetAttributesRequest request,
      PartitionState partition,
      HandlePlace place,
      Attributes old,
      CommitBatch commitBatch) {
    if (!partition.usage().tryPrepay(commitBatch, needOf(request.change(), old))) {
      return Quotas.overQuota();
    }
    EntryKey key = partition.keyOf(place.name());
    Attributes changed =
        AttributeRules.apply(old, request.change(), request.caller(), commitBatch.wallNanos());
    InlineFiles.truncate(commitBatch.batch(), key, old, changed.size());
    commitBatch.batch().putEntry(key, changed);
    partition.entryChanged(commitBatch, old, changed);
    return new Answer.Done<>(WireAttributes.resultOf(changed));
  }

  /** The quota usage that a change adds. */
  private static QuotaUsage needOf(AttributeChange change, Attributes old) {
    Long size = change.size();
    return size == null || old.type() != FileType.REGULAR
        ? QuotaUsage.NOTHING
        : new QuotaUsage(0, Math.max(0, size - old.size()));
  }
}

package io.gigafs.server.namespace;

import io.gigafs.access.Acl;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.RequestDigest;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.namespace.SetAttributesRequest;
import io.gigafs.protocol.quota.QuotaUsage;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.access.AttributeRules;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.data.InlineFiles;
import io.gigafs.server.data.ObjectProbe;
import io.gigafs.server.data.StoredChanges;
import io.gigafs.server.data.StoredFiles;
import io.gigafs.server.entry.Admission;
import io.gigafs.server.entry.EntryAcls;
import io.gigafs.server.entry.NamedFile;
import io.gigafs.server.entry.WireAttributes;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionOperation;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.quota.Quotas;
import io.gigafs.server.transaction.DirectoryChange;
import io.gigafs.server.transaction.DirectoryChangeIntent;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.EntryCounts;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.FileType;
import org.jspecify.annotations.Nullable;

/** Changes attributes of a name: a file's at once, a directory's by a {@link DirectoryChange}. */
final class SetAttributesOperation
    implements PartitionOperation<SetAttributesRequest, EntryResult> {
  private final ServerContext context;
  private final Quotas quotas;
  private final StoredChanges stored;

  SetAttributesOperation(ServerContext context, Quotas quotas, StoredChanges stored) {
    this.context = context;
    this.quotas = quotas;
    this.stored = stored;
  }

  @Override
  public Decision decide(
      SetAttributesRequest request,
      Exchange<EntryResult> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    return decide(request, exchange, partition, commitBatch, null);
  }

  /**
   * Decides the request.
   *
   * @param probe the attributes from the file's volume, null if not asked
   */
  private Decision decide(
      SetAttributesRequest request,
      Exchange<EntryResult> exchange,
      PartitionState partition,
      CommitBatch commitBatch,
      @Nullable ObjectProbe probe) {
    @Nullable Decision decided = Admission.toChange(request, exchange, partition, commitBatch);
    if (decided != null) {
      return decided;
    }
    if (request.change().size() != null && partition.isBeingMoved(request.name(), commitBatch)) {
      return Decision.WAIT;
    }
    Attributes old = commitBatch.batch().getEntry(partition.keyOf(request.name()));
    @Nullable ErrorCode refused =
        refuse(request, exchange.peer().clientId(), partition, old, commitBatch);
    if (refused != null || old == null) {
      commitBatch.settle(
          partition,
          request,
          exchange,
          new Answer.Failed<>(refused == null ? ErrorCode.ENOENT : refused, ""));
      return Decision.TAKEN;
    }
    Attributes changed =
        AttributeRules.apply(old, request.change(), request.caller(), commitBatch.wallNanos());
    if (request.change().isEmpty()) {
      commitBatch.settle(
          partition, request, exchange, new Answer.Done<>(WireAttributes.resultOf(changed)));
    } else if (StoredFiles.isStored(old)) {
      return stored.decide(asked(request, exchange, partition, old), probe, commitBatch);
    } else if (old.type() == FileType.DIRECTORY) {
      changeDirectory(request, exchange, partition, changed, commitBatch);
    } else {
      return changeFile(request, exchange, partition, old, changed, commitBatch);
    }
    return Decision.TAKEN;
  }

  private StoredChanges.Asked<EntryResult> asked(
      SetAttributesRequest request,
      Exchange<EntryResult> exchange,
      PartitionState partition,
      Attributes old) {
    return new StoredChanges.Asked<>(
        request,
        exchange,
        partition,
        request.name(),
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

  private Decision changeFile(
      SetAttributesRequest request,
      Exchange<EntryResult> exchange,
      PartitionState partition,
      Attributes old,
      Attributes changed,
      CommitBatch commitBatch) {
    long more = EntryCounts.bytesOf(changed) - EntryCounts.bytesOf(old);
    QuotaUsage need = new QuotaUsage(0, Math.max(0, more));
    Quotas.Verdict verdict = quotas.prepay(partition, commitBatch, exchange, need);
    if (verdict == Quotas.Verdict.WAIT) {
      return Decision.WAIT;
    }
    if (verdict == Quotas.Verdict.REFUSED) {
      commitBatch.settle(partition, request, exchange, Quotas.overQuota());
      return Decision.TAKEN;
    }
    EntryKey key = partition.keyOf(request.name());
    InlineFiles.truncate(commitBatch.batch(), key, old, changed.size());
    commitBatch.batch().putEntry(key, changed);
    partition.entryChanged(commitBatch, old, changed);
    commitBatch.settle(
        partition, request, exchange, new Answer.Done<>(WireAttributes.resultOf(changed)));
    return Decision.TAKEN;
  }

  private static @Nullable ErrorCode refuse(
      SetAttributesRequest request,
      long client,
      PartitionState partition,
      @Nullable Attributes old,
      CommitBatch commitBatch) {
    @Nullable ErrorCode refused = NamedFile.refuse(request, client, partition, old);
    if (refused != null || old == null) {
      return refused;
    }
    Acl acl = EntryAcls.accessOf(commitBatch.batch(), partition.keyOf(request.name()), old);
    return AttributeRules.refuse(old, acl, request.change(), request.caller());
  }

  private void changeDirectory(
      SetAttributesRequest request,
      Exchange<EntryResult> exchange,
      PartitionState partition,
      Attributes changed,
      CommitBatch commitBatch) {
    AttributeChange change = request.change();
    DirectoryChangeIntent intent =
        new DirectoryChangeIntent(
            partition.directory(),
            partition.index(),
            request.name(),
            changed,
            EntryAcls.of(commitBatch.batch(), partition.keyOf(request.name()), changed),
            null,
            change.accessed() != null,
            change.modified() != null,
            exchange.peer().clientId(),
            request.sequence(),
            RequestDigest.of(request));
    boolean recalls =
        change.mode() != null
            || change.uid() != null
            || change.gid() != null
            || change.flags() != null;
    DirectoryChange.begin(context, partition, intent, exchange, recalls, commitBatch);
  }
}

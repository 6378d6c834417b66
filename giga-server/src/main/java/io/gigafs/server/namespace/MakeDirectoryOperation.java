package io.gigafs.server.namespace;

import io.gigafs.access.Access;
import io.gigafs.access.DirectoryAcls;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.DirectoryFacts;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.namespace.MakeDirectoryRequest;
import io.gigafs.protocol.quota.QuotaUsage;
import io.gigafs.protocol.transaction.PrepareDirectoryRequest;
import io.gigafs.protocol.transaction.PrepareDirectoryRequest.PrepareDirectoryResult;
import io.gigafs.protocol.transaction.SettleDirectoryRequest;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.access.Inheritance;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.crash.CrashPoint;
import io.gigafs.server.entry.Admission;
import io.gigafs.server.entry.DirectoryEntries;
import io.gigafs.server.entry.DirectoryPermissions;
import io.gigafs.server.entry.EntryAcls;
import io.gigafs.server.entry.SplitTrigger;
import io.gigafs.server.entry.WireAttributes;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.IdAllocator;
import io.gigafs.server.partition.Lane;
import io.gigafs.server.partition.NewPartition;
import io.gigafs.server.partition.PartitionOperation;
import io.gigafs.server.partition.PartitionPhase;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.partition.PartitionUsage;
import io.gigafs.server.partition.StoreErrors;
import io.gigafs.server.quota.Quotas;
import io.gigafs.server.transaction.UnawaitedAnswers;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.Batch;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.FileType;
import io.gigafs.tablefs.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * Creates a directory: the header of partition zero, in a slot of its own, and its entry.
 *
 * <p>If this server owns that slot, both are written in one batch. Otherwise the slot's server
 * first prepares the partition. Then the entry is committed, which is the commit point: a prepared
 * partition without an entry is dropped. The name is locked meanwhile.
 */
final class MakeDirectoryOperation
    implements PartitionOperation<MakeDirectoryRequest, EntryResult> {
  /** Time limit for another server, after which the directory is placed on this one. */
  private static final long PREPARE_MILLIS = 2_000;

  private static final int RETRY_MILLIS = 100;
  private static final long SETTLE_MILLIS = 10_000;

  private final ServerContext context;
  private final Quotas quotas;
  private final IdAllocator ids;
  private final Placement placement;
  private final SplitTrigger splits;

  MakeDirectoryOperation(
      ServerContext context,
      Quotas quotas,
      IdAllocator ids,
      Placement placement,
      SplitTrigger splits) {
    this.context = context;
    this.quotas = quotas;
    this.ids = ids;
    this.placement = placement;
    this.splits = splits;
  }

  @Override
  public Decision decide(
      MakeDirectoryRequest request,
      Exchange<EntryResult> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    @Nullable Decision decided = Admission.toChange(request, exchange, partition, commitBatch);
    if (decided != null) {
      return decided;
    }
    @Nullable ErrorCode refused = refuse(request, partition, commitBatch);
    if (refused != null) {
      commitBatch.settle(partition, request, exchange, new Answer.Failed<>(refused, ""));
      return Decision.TAKEN;
    }
    ids.checkRoom();
    switch (quotas.prepay(partition, commitBatch, exchange, QuotaUsage.ENTRY)) {
      case GRANTED -> {}
      case WAIT -> {
        return Decision.WAIT;
      }
      case REFUSED -> {
        commitBatch.settle(partition, request, exchange, Quotas.overQuota());
        return Decision.TAKEN;
      }
    }
    int slot = placement.chooseSlot();
    Draft draft = draft(request, partition, commitBatch);
    if (context.view().state(slot).mayGrow()) {
      makeHere(slot, draft, request, exchange, partition, commitBatch);
    } else {
      prepareElsewhere(slot, draft, request, exchange, partition);
    }
    return Decision.TAKEN;
  }

  private static @Nullable ErrorCode refuse(
      MakeDirectoryRequest request, PartitionState partition, CommitBatch commitBatch) {
    if (!DirectoryPermissions.has(partition, request.caller(), Access.SEARCH)) {
      return ErrorCode.EACCES;
    }
    if (commitBatch.batch().getEntry(partition.keyOf(request.name(), commitBatch.keys())) != null) {
      return ErrorCode.EEXIST;
    }
    return DirectoryPermissions.refuseAdding(partition, request.caller());
  }

  private static Draft draft(
      MakeDirectoryRequest request, PartitionState partition, CommitBatch commitBatch) {
    long now = commitBatch.wallNanos();
    Inheritance given =
        Inheritance.ofDirectory(partition.owner(), request.mode(), request.caller());
    Attributes attributes =
        new Attributes(
            0,
            FileType.DIRECTORY,
            given.mode(),
            request.caller().uid(),
            given.gid(),
            0,
            2,
            now,
            now,
            now,
            0,
            0,
            now);
    return new Draft(attributes, given.acls());
  }

  private void makeHere(
      int slot,
      Draft draft,
      MakeDirectoryRequest request,
      Exchange<EntryResult> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    InodeId made = ids.next(slot);
    NewPartition.ofDirectory(
            made, draft.factsOf(partition), draft.timeNanos(), PartitionPhase.ACTIVE)
        .write(commitBatch.batch(), context.view().slots());
    commitEntry(made, draft, request, exchange, partition, commitBatch);
  }

  private void commitEntry(
      InodeId made,
      Draft draft,
      MakeDirectoryRequest request,
      Exchange<EntryResult> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    Attributes attributes =
        draft.put(made, partition.keyOf(request.name(), commitBatch.keys()), commitBatch.batch());
    partition.entryAdded(commitBatch, attributes);
    commitBatch.settle(
        partition, request, exchange, new Answer.Done<>(WireAttributes.resultOf(attributes)));
    splits.afterGrowth(partition, commitBatch);
  }

  private void prepareElsewhere(
      int slot,
      Draft draft,
      MakeDirectoryRequest request,
      Exchange<EntryResult> exchange,
      PartitionState partition) {
    long transaction = context.nextTransaction();
    partition.locks().lock(request.name(), transaction);
    PartitionUsage.Reservation reserved = partition.usage().reserve(QuotaUsage.ENTRY);
    PrepareDirectoryRequest prepare =
        new PrepareDirectoryRequest(
            slot, transaction, request.name(), draft.factsOf(partition), draft.timeNanos());
    Lane lane = context.lanes().of(partition.slot());
    context
        .messenger()
        .askSlot(slot, prepare, context.in(PREPARE_MILLIS))
        .thenAccept(
            answer ->
                lane.submit(
                    commitBatch -> {
                      commitBatch.reportFailureTo(exchange);
                      partition.usage().redeem(commitBatch, reserved);
                      finish(answer, transaction, draft, request, exchange, partition, commitBatch);
                    }));
  }

  private void finish(
      Answer<PrepareDirectoryResult> answer,
      long transaction,
      Draft draft,
      MakeDirectoryRequest request,
      Exchange<EntryResult> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    Runnable unlock =
        () -> {
          partition.locks().unlock(request.name());
          partition.resumeParked();
        };
    commitBatch.afterCommit(unlock);
    commitBatch.onFailure(unlock);
    if (answer instanceof Answer.Done<PrepareDirectoryResult> prepared) {
      context.reached(CrashPoint.MKDIR_PREPARE_ACKNOWLEDGED);
      InodeId made = prepared.result().directory();
      commitEntry(made, draft, request, exchange, partition, commitBatch);
      commitBatch.afterCommit(() -> context.reached(CrashPoint.MKDIR_ENTRY_COMMITTED));
      commitBatch.afterCommit(() -> settle(made, transaction, true));
      commitBatch.onFailure(() -> settle(made, transaction, false));
    } else {
      makeHereInstead(draft, request, exchange, partition, commitBatch);
    }
  }

  private void makeHereInstead(
      Draft draft,
      MakeDirectoryRequest request,
      Exchange<EntryResult> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    int slot = placement.chooseOwnSlot();
    if (slot == Placement.NONE) {
      commitBatch.answer(exchange, new Answer.Retry<>(RETRY_MILLIS));
      return;
    }
    try {
      makeHere(slot, draft, request, exchange, partition, commitBatch);
    } catch (StoreException e) {
      commitBatch.failed(exchange, StoreErrors.codeOf(e), StoreErrors.detailOf(e));
    }
  }

  /** Reports the outcome to the slot's server; if the request is lost, that server asks for it. */
  private void settle(InodeId made, long transaction, boolean committed) {
    SettleDirectoryRequest request =
        new SettleDirectoryRequest(made, PartitionIndex.ZEROTH, transaction, committed);
    UnawaitedAnswers.logFailure(
        context.messenger().ask(request, context.in(SETTLE_MILLIS)), "settling directory " + made);
  }

  /** A directory without an id yet, and its access control lists. */
  private record Draft(Attributes attributes, DirectoryAcls acls) {
    long timeNanos() {
      return attributes.changedNanos();
    }

    DirectoryFacts factsOf(PartitionState partition) {
      return DirectoryEntries.factsOf(partition, attributes, acls);
    }

    /** Writes the entry and its attached rows. */
    Attributes put(InodeId inode, EntryKey key, Batch batch) {
      Attributes made =
          new Attributes(
              inode.value(),
              attributes.type(),
              attributes.mode(),
              attributes.uid(),
              attributes.gid(),
              attributes.size(),
              attributes.links(),
              attributes.accessedNanos(),
              attributes.modifiedNanos(),
              attributes.changedNanos(),
              attributes.device(),
              EntryAcls.put(batch, key, attributes.marks(), acls),
              attributes.bornNanos());
      batch.putEntry(key, made);
      return made;
    }
  }
}

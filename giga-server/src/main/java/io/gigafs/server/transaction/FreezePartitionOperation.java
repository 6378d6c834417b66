package io.gigafs.server.transaction;

import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.transaction.FreezePartitionRequest;
import io.gigafs.protocol.transaction.FreezePartitionRequest.FreezePartitionResult;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.crash.CrashPoint;
import io.gigafs.server.entry.Admission;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionOperation;
import io.gigafs.server.partition.PartitionPhase;
import io.gigafs.server.partition.PartitionState;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Freezes a partition for the removal of its directory, if it is empty: it refuses all changes
 * until the outcome of the removal is known.
 *
 * <p>A request for a partition that another transaction has frozen waits for the outcome of that
 * one. Either the other one has ended, and its release was lost; or this request was delayed, its
 * own transaction has ended, and the other one relies on the freeze.
 */
final class FreezePartitionOperation
    implements PartitionOperation<FreezePartitionRequest, FreezePartitionResult> {
  private final ServerContext context;
  private final OutcomeResolver resolver;

  FreezePartitionOperation(ServerContext context, OutcomeResolver resolver) {
    this.context = context;
    this.resolver = resolver;
  }

  @Override
  public Decision decide(
      FreezePartitionRequest request,
      Exchange<FreezePartitionResult> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    if (partition.isNamedOtherwise(request.name())) {
      // The request was delayed: the directory has another name now.
      commitBatch.failed(exchange, ErrorCode.EBUSY, "the directory has been renamed");
      return Decision.TAKEN;
    }
    PartitionPhase phase = partition.phase();
    if (phase.isFrozen()) {
      if (phase.transaction() != request.transaction()) {
        resolver.resolveNow(partition.directory(), partition.index());
        return Decision.WAIT;
      }
      context.doneWhenDurable(
          commitBatch, exchange, new FreezePartitionResult(true, partition.map()));
      return Decision.TAKEN;
    }
    if (partition.hasLaterNotice(request.transaction())) {
      commitBatch.failed(exchange, ErrorCode.EBUSY, "another transaction has locked the directory");
      return Decision.TAKEN;
    }
    if (partition.isSplitting() || !partition.locks().isEmpty()) {
      return Decision.WAIT;
    }
    Admission.ensureBorn(partition, commitBatch);
    boolean empty = isEmpty(partition, commitBatch);
    if (empty) {
      freeze(request, partition, commitBatch);
      context.doneWhenDurable(
          commitBatch, exchange, new FreezePartitionResult(true, partition.map()));
    } else {
      commitBatch.done(exchange, new FreezePartitionResult(false, partition.map()));
    }
    return Decision.TAKEN;
  }

  private void freeze(
      FreezePartitionRequest request, PartitionState partition, CommitBatch commitBatch) {
    partition.recordNotice(request.transaction());
    partition.setPhase(commitBatch, PartitionPhase.frozen(request.transaction(), request.name()));
    commitBatch.afterCommit(() -> context.reached(CrashPoint.RMDIR_FROZEN));
    commitBatch.afterCommit(() -> resolver.watch(partition.directory(), partition.index()));
  }

  /**
   * Scans the store, because counts are not reliable enough. The pending content of the commit
   * batch is committed first, so that the scan sees it.
   */
  private boolean isEmpty(PartitionState partition, CommitBatch commitBatch) {
    commitBatch.commit();
    AtomicBoolean empty = new AtomicBoolean(true);
    context
        .store()
        .scanEntries(
            partition.range(),
            null,
            (key, attributes) -> {
              empty.set(false);
              return false;
            });
    return empty.get();
  }
}

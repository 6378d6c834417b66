package io.gigafs.server.lease;

import io.gigafs.access.Access;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.lease.DelegateRequest;
import io.gigafs.protocol.lease.DelegateResult;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.entry.DirectoryPermissions;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.IdAllocator;
import io.gigafs.server.partition.LeaseBook;
import io.gigafs.server.partition.PartitionDelegation;
import io.gigafs.server.partition.PartitionOperation;
import io.gigafs.server.partition.PartitionState;
import org.agrona.collections.LongArrayList;

/**
 * Delegates a partition's names to the requesting client, if no other client has used the partition
 * for a while, and if no decision needs the server: no quota, default access control list,
 * directory flags, running split or transaction.
 */
final class DelegateOperation implements PartitionOperation<DelegateRequest, DelegateResult> {
  /** Enough for a partition to grow from empty until it splits, with default thresholds. */
  private static final int INODES = IdAllocator.MAX_AT_ONCE;

  private static final int ASK_AGAIN_MILLIS = 1_000;

  /** Retry delay for a client whose creates have made the partition due for a split. */
  private static final int SPLIT_MILLIS = 20;

  private final ServerContext context;
  private final IdAllocator ids;

  DelegateOperation(ServerContext context, IdAllocator ids) {
    this.context = context;
    this.ids = ids;
  }

  @Override
  public Decision decide(
      DelegateRequest request,
      Exchange<DelegateResult> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    long client = exchange.peer().clientId();
    if (!DirectoryPermissions.has(partition, request.caller(), Access.WRITE)) {
      commitBatch.failed(exchange, ErrorCode.EACCES, "");
    } else if (!partition.leases().mayHave(client, commitBatch.nanosNow())) {
      int millis = partition.leases().deniedMillis(client, commitBatch.nanosNow());
      commitBatch.done(exchange, DelegateResult.refused(Math.max(ASK_AGAIN_MILLIS, millis)));
    } else if (partition.isSplitting() || partition.splitIsDue()) {
      commitBatch.done(exchange, DelegateResult.refused(SPLIT_MILLIS));
    } else if (!mayBeDelegated(partition, commitBatch) || !commitBatch.commit()) {
      // Requests of a failed commit were answered; this one was not among them.
      commitBatch.done(exchange, DelegateResult.refused(ASK_AGAIN_MILLIS));
    } else {
      delegate(exchange, partition, commitBatch);
    }
    return Decision.TAKEN;
  }

  private boolean mayBeDelegated(PartitionState partition, CommitBatch commitBatch) {
    return context.view().state(partition.slot()).mayGrow()
        && partition.phase().isActive()
        && !partition.leases().delegation().isRecalled()
        && !partition.isAnyBlocked()
        && !partition.isUndecided()
        && !partition.isInodeRecord()
        && partition.usage().share() == null
        && partition.owner().acls().inherited() == null
        && partition.owner().flags() == 0
        && partition.counts().entries() <= DelegateResult.MAX_NAMES / 2
        && partition.leases().delegation().isAskedByOne(commitBatch.nanos());
  }

  private void delegate(
      Exchange<DelegateResult> exchange, PartitionState partition, CommitBatch commitBatch) {
    LongArrayList hashes = new LongArrayList();
    context
        .store()
        .scanEntries(
            partition.range(),
            null,
            (key, attributes) -> {
              hashes.addLong(Long.reverse(key.position()));
              return hashes.size() <= DelegateResult.MAX_NAMES;
            });
    if (hashes.size() > DelegateResult.MAX_NAMES) {
      commitBatch.done(exchange, DelegateResult.refused(ASK_AGAIN_MILLIS));
      return;
    }
    long client = exchange.peer().clientId();
    PartitionDelegation delegation = partition.leases().delegation();
    long transaction = delegation.isOut() ? delegation.transaction() : context.nextTransaction();
    long firstInode = ids.next(partition.slot(), INODES).value();
    LeaseIntent.store(partition, LeaseBook.Mode.WRITE, client, transaction, commitBatch);
    long number = delegation.grant(exchange.peer(), transaction, commitBatch.nanosNow());
    // If the commit fails, the client gets no grant, and the delegation expires.
    commitBatch.done(
        exchange,
        new DelegateResult(
            number,
            LeaseBook.LEASE_MILLIS,
            partition.partition().depth(),
            commitBatch.wallNanos(),
            firstInode,
            INODES,
            partition.changeCounter().byOthersThan(client),
            hashes.toLongArray()));
  }
}

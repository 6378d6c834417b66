package io.gigafs.server.partition;

import io.gigafs.index.InodeId;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request.PartitionRequest;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.bulk.BulkRequest;
import io.gigafs.protocol.bulk.CreateRequest;
import io.gigafs.protocol.bulk.RestoreEntriesRequest;
import io.gigafs.protocol.bulk.WriteFilesRequest;
import io.gigafs.protocol.lease.DelegateRequest;
import io.gigafs.protocol.lease.DelegatedCreatesRequest;
import io.gigafs.protocol.lease.DelegatedRequest;
import io.gigafs.protocol.lease.DelegatedUnlinksRequest;
import io.gigafs.protocol.namespace.LookupRequest;
import io.gigafs.protocol.namespace.MakeDirectoryRequest;
import io.gigafs.protocol.namespace.MakeNodeRequest;
import io.gigafs.protocol.namespace.RemoveDirectoryRequest;
import io.gigafs.protocol.namespace.RenameRequest;
import io.gigafs.protocol.namespace.UnlinkRequest;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.reply.DuplicateRequestCache.Known;
import java.util.Set;

/**
 * A request in a lane: finds its partition and lets the operation decide; parked and run again as
 * needed.
 */
final class RequestTask<Q extends PartitionRequest<R>, R extends Result> implements LaneTask {
  private static final int RETRY_LATER_MILLIS = 100;

  /** The server that exports a slot answers within milliseconds. */
  private static final int EXPECTED_MILLIS = 5;

  private final Lane lane;
  private final int slot;
  private final PartitionOperation<Q, R> operation;
  private final Q request;
  private final Exchange<R> exchange;

  /** Whether the partition's heat counts the request; it may run several times. */
  private boolean isCounted;

  RequestTask(
      Lane lane, int slot, PartitionOperation<Q, R> operation, Q request, Exchange<R> exchange) {
    this.lane = lane;
    this.slot = slot;
    this.operation = operation;
    this.request = request;
    this.exchange = exchange;
  }

  @Override
  public void run(CommitBatch commitBatch) {
    if (isPastDeadline(commitBatch.nanos())) {
      // The deadline is that of one attempt: the client retries if its own deadline allows.
      retryLater(commitBatch);
      return;
    }
    SlotState state = lane.gate().state(slot);
    if (!state.serves()) {
      sendOn(state, commitBatch);
      return;
    }
    commitBatch.decides(operation.isRead() ? this : null);
    commitBatch.decidesFor(author());
    try {
      PartitionState partition = lane.partitions().find(request.directory(), request.partition());
      if (partition == null) {
        if (isOnItsWay(state)) {
          lane.gate().fetch(request.directory(), request.partition(), known -> resume());
        } else {
          answerForGone(commitBatch);
        }
        return;
      }
      if (mayEnter(partition, commitBatch)) {
        decide(partition, commitBatch);
      } else {
        partition.leases().whenRecalled(lane, this);
      }
    } finally {
      commitBatch.decides(null);
      commitBatch.decidesFor(ChangeCounter.NOBODY);
    }
  }

  /** Whether the request may be decided now; else leases that conflict with it are recalled. */
  private boolean mayEnter(PartitionState partition, CommitBatch commitBatch) {
    LeaseBook leases = partition.leases();
    long client = exchange.peer().clientId();
    if (!request.opcode().isBetweenServers()) {
      leases.delegation().met(client, commitBatch.nanos());
      if (!isCounted) {
        isCounted = true;
        partition.heat().count(client, requests());
      }
    }
    if (request instanceof LookupRequest lookup && mayUseCopy(lookup)) {
      partition.heat().met(lookup.name());
    }
    return leases.admits(request, operation, client);
  }

  /** Only the partition's server answers look-ups whose results are cached. */
  private static boolean mayUseCopy(LookupRequest lookup) {
    return !lookup.lease() && !lookup.keeps();
  }

  private void decide(PartitionState partition, CommitBatch commitBatch) {
    if (partition.hasFixedName() && FixedNames.refuse(request, partition)) {
      commitBatch.failed(
          exchange,
          ErrorCode.EPERM,
          "directory " + request.directory() + " is the servers' own and takes no names");
      return;
    }
    LeaseBook leases = partition.leases();
    leases.delegation().open();
    try {
      if (operation.decide(request, exchange, partition, commitBatch)
          == PartitionOperation.Decision.WAIT) {
        partition.park(this);
      }
    } finally {
      leases.delegation().close();
      leases.recallWanted(lane);
    }
  }

  /** The author for the change counter: side effects count as changes by others. */
  private long author() {
    return request instanceof Mutation<R> || request instanceof DelegatedRequest || isOwnCreate()
        ? exchange.peer().clientId()
        : ChangeCounter.NOBODY;
  }

  private boolean isOwnCreate() {
    return request instanceof CreateRequest creates && creates.isOwnChange();
  }

  private void sendOn(SlotState state, CommitBatch commitBatch) {
    commitBatch.answer(
        exchange,
        state == SlotState.EXPECTED
            ? new Answer.Retry<>(EXPECTED_MILLIS)
            : new Answer.Moved<>(lane.gate().view()));
  }

  private boolean isOnItsWay(SlotState state) {
    return state == SlotState.ARRIVING
        && !lane.gate().isNowhere(request.directory(), request.partition());
  }

  private void answerForGone(CommitBatch commitBatch) {
    if (request instanceof Mutation<R> mutation) {
      Known known =
          lane.partitions()
              .repliesOfGone(request.directory(), request.partition())
              .find(exchange.peer().clientId(), mutation.sequence().number());
      if (known != Known.NEW) {
        commitBatch.answer(exchange, known.answer(mutation));
        return;
      }
    }
    R left = operation.answerOfGone(request, exchange.peer().clientId(), lane.partitions());
    if (left != null) {
      commitBatch.done(exchange, left);
      return;
    }
    commitBatch.failed(
        exchange,
        ErrorCode.ESTALE,
        "directory " + request.directory() + " has no partition " + request.partition());
  }

  @Override
  public void fail(CommitBatch commitBatch, ErrorCode code, String detail) {
    commitBatch.failTask(exchange, code, detail);
  }

  /** Each entry of a bulk request counts. */
  @Override
  public int requests() {
    return request instanceof BulkRequest bulk ? Math.max(1, bulk.numbers().length) : 1;
  }

  /** Runs the request again in a later commit batch. */
  void resume() {
    lane.submit(this);
  }

  boolean isPastDeadline(long nanos) {
    return nanos - exchange.deadlineNanos() > 0;
  }

  /** Makes the client retry; nothing was decided. */
  void retryLater(CommitBatch commitBatch) {
    commitBatch.answer(exchange, new Answer.Retry<>(RETRY_LATER_MILLIS));
  }

  @Override
  public String toString() {
    return request.opcode() + " of " + request.directory() + "/" + request.partition();
  }

  /**
   * Directories with one fixed name that the servers created: clients can neither add names nor
   * remove it. Pure.
   */
  static final class FixedNames {
    /**
     * The operations that add or remove names, except those that use an existing file before they
     * create one.
     */
    private static final Set<Opcode<?>> NAMING =
        Set.of(
            RestoreEntriesRequest.OPCODE,
            WriteFilesRequest.OPCODE,
            MakeDirectoryRequest.OPCODE,
            MakeNodeRequest.OPCODE,
            RemoveDirectoryRequest.OPCODE,
            UnlinkRequest.OPCODE,
            RenameRequest.OPCODE,
            DelegateRequest.OPCODE,
            DelegatedCreatesRequest.OPCODE,
            DelegatedUnlinksRequest.OPCODE);

    private FixedNames() {}

    /**
     * Whether such a directory refuses a request. The root's own name always exists, so requests
     * for it are answered like those for any existing name.
     */
    static boolean refuse(PartitionRequest<?> request, PartitionState partition) {
      boolean isNaming =
          NAMING.contains(request.opcode())
              || (request instanceof CreateRequest create && !create.isOwnChange());
      return isNaming
          && (partition.isInodeRecord()
              || !(request instanceof Mutation<?> mutation
                  && mutation.name().equals(InodeId.ROOT_NAME)));
    }
  }
}

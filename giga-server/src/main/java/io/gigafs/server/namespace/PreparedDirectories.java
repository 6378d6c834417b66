package io.gigafs.server.namespace;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.transaction.PrepareDirectoryRequest;
import io.gigafs.protocol.transaction.PrepareDirectoryRequest.PrepareDirectoryResult;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.crash.CrashPoint;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.IdAllocator;
import io.gigafs.server.partition.LaneTask;
import io.gigafs.server.partition.NewPartition;
import io.gigafs.server.partition.PartitionPhase;
import io.gigafs.server.partition.SlotState;
import io.gigafs.server.partition.StoreErrors;
import io.gigafs.server.transaction.OutcomeResolver;
import io.gigafs.tablefs.StoreException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Creates partition zero of directories whose entries are on other servers, on the slot's lane.
 * Safe for use by several lanes.
 *
 * <p>A duplicate request gets the same answer while the transaction is remembered. A later
 * duplicate creates a second partition, which no entry refers to, and which is dropped once its
 * outcome is asked.
 */
final class PreparedDirectories {
  private static final int RETRY_MILLIS = 5;
  private static final int REMEMBERED = 16_384;

  private final ServerContext context;
  private final IdAllocator ids;
  private final OutcomeResolver resolver;
  private final Map<Long, InodeId> madeByTransaction =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, InodeId> eldest) {
          return size() > REMEMBERED;
        }
      };

  PreparedDirectories(ServerContext context, IdAllocator ids, OutcomeResolver resolver) {
    this.context = context;
    this.ids = ids;
    this.resolver = resolver;
  }

  /** Creates the partition, or returns the one created before. */
  public void prepare(PrepareDirectoryRequest request, Exchange<PrepareDirectoryResult> exchange) {
    if (request.slot() < 0 || request.slot() >= context.view().slots()) {
      exchange.answer(new Answer.Failed<>(ErrorCode.EINVAL, "no slot " + request.slot()));
      return;
    }
    context
        .lanes()
        .of(request.slot())
        .submit(LaneTask.of(exchange, commitBatch -> prepare(request, exchange, commitBatch)));
  }

  private void prepare(
      PrepareDirectoryRequest request,
      Exchange<PrepareDirectoryResult> exchange,
      CommitBatch commitBatch) {
    SlotState state = context.view().state(request.slot());
    if (!state.mayGrow()) {
      exchange.answer(
          state == SlotState.EXPECTED
              ? new Answer.Retry<>(RETRY_MILLIS)
              : new Answer.Moved<>(context.view().get()));
      return;
    }
    try {
      InodeId known = remembered(request.transaction());
      InodeId made = known != null ? known : make(request, commitBatch);
      // The coordinator commits the entry after this answer, so the partition must be durable
      // before.
      commitBatch.afterCommit(
          () -> context.syncs().answer(exchange, new PrepareDirectoryResult(made)));
      commitBatch.onFailure(
          () -> fail(exchange, ErrorCode.EIO, "the store refused the new partition"));
    } catch (StoreException e) {
      fail(exchange, StoreErrors.codeOf(e), StoreErrors.detailOf(e));
    }
  }

  private InodeId make(PrepareDirectoryRequest request, CommitBatch commitBatch) {
    InodeId made = ids.next(request.slot());
    NewPartition.ofDirectory(
            made,
            request.owner(),
            request.timeNanos(),
            PartitionPhase.prepared(request.transaction(), request.name()))
        .write(commitBatch.batch(), context.view().slots());
    remember(request.transaction(), made);
    commitBatch.onFailure(() -> forget(request.transaction()));
    commitBatch.afterCommit(() -> context.reached(CrashPoint.MKDIR_PREPARED));
    commitBatch.afterCommit(() -> resolver.watch(made, PartitionIndex.ZEROTH));
    return made;
  }

  private static void fail(
      Exchange<PrepareDirectoryResult> exchange, ErrorCode code, String detail) {
    exchange.answer(new Answer.Failed<>(code, detail));
  }

  private synchronized @Nullable InodeId remembered(long transaction) {
    return madeByTransaction.get(transaction);
  }

  private synchronized void remember(long transaction, InodeId made) {
    madeByTransaction.put(transaction, made);
  }

  private synchronized void forget(long transaction) {
    madeByTransaction.remove(transaction);
  }
}

package io.gigafs.server.commit;

import io.gigafs.cluster.SlotMove;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.PartitionRequest;
import io.gigafs.protocol.Result;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.crash.CrashPoint;
import io.gigafs.server.lane.CommitBatch;
import io.gigafs.server.lane.Lane;
import io.gigafs.server.lane.LaneTask;
import io.gigafs.server.lane.PartitionState;
import io.gigafs.server.membership.CurrentView;
import io.gigafs.server.membership.Messenger;
import io.gigafs.server.operation.SplitTrigger;
import io.gigafs.server.transaction.TransactionContext;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What changes of several names need of their server, and which of them are under way there. The
 * maps are safe for use by several threads; what is in them belongs to a lane.
 */
public final class CommitContext {
  private static final Logger LOG = LoggerFactory.getLogger(CommitContext.class);
  private static final long RETRY_MILLIS = 1_000;
  private static final long ARRIVING_MILLIS = 2_000;
  private static final long LEAVING_MILLIS = 1_000;

  private final TransactionContext transactions;
  private final Steps steps;
  private final StepUsage usage;
  private final InodeRecords homes;
  private final Map<Long, CoordinatedTransaction> coordinated = new ConcurrentHashMap<>();
  private final Map<Long, PreparedOperation> held = new ConcurrentHashMap<>();

  public CommitContext(TransactionContext transactions, SplitTrigger splits) {
    this.transactions = transactions;
    this.steps = new Steps(splits);
    this.usage = new StepUsage(transactions.quotas());
    this.homes = new InodeRecords(transactions);
  }

  /**
   * Makes a change that a client asks for, in this commit batch if all of it is in this lane. That
   * of a directory's name takes more commit batches in any case: leases on it are recalled, and its
   * partitions are told.
   */
  <R extends Result> void make(
      NamespaceTransaction<R> change,
      Caller caller,
      Exchange<R> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    boolean isMade =
        change.ownDirectory() == null
            && new OnePhaseCommit<>(this, partition, change, caller, exchange, commitBatch).make();
    if (!isMade) {
      PreparePhase.begin(this, partition, change, caller, exchange, commitBatch);
    }
  }

  /** Where files are that have a place of their own. */
  public InodeRecords homes() {
    return homes;
  }

  TransactionContext transactions() {
    return transactions;
  }

  Messenger messenger() {
    return transactions.messenger();
  }

  StepUsage usage() {
    return usage;
  }

  Steps steps() {
    return steps;
  }

  void reached(CrashPoint point) {
    transactions.reached(point);
  }

  /** A deadline so far from now. */
  long in(long millis) {
    return transactions.in(millis);
  }

  /**
   * Runs the task on the lane when all that was committed before this call is on the disk, however
   * often that has to be tried: until then no other server may act on it. With a single server
   * there is no other, and one log keeps the order.
   *
   * @param what for the log, while the disk fails
   */
  void whenDurable(String what, Lane lane, LaneTask task) {
    if (transactions.view().get().servers().size() == 1) {
      lane.submit(task);
      return;
    }
    transactions
        .syncs()
        .sync(
            failure -> {
              if (failure == null) {
                lane.submit(task);
              } else {
                LOG.warn("{} is not on the disk yet: {}", what, failure.getMessage());
                later(() -> whenDurable(what, lane, task));
              }
            });
  }

  /**
   * Asks whoever knows of a change: the holder of the partition, or, if its slot is on its way
   * there and the partition cannot follow because of the change, the server that it comes from.
   */
  <R extends Result> CompletableFuture<Answer<R>> askWhoKnows(
      PartitionRequest<R> request, long deadlineNanos) {
    CurrentView view = transactions.view();
    SlotMove move =
        view.get().moveOf(view.slotOf(request.directory(), request.partition())).orElse(null);
    if (move == null) {
      return messenger().ask(request, deadlineNanos);
    }
    return messenger()
        .ask(request, in(ARRIVING_MILLIS))
        .thenCompose(
            answer ->
                isTimeout(answer)
                    ? messenger()
                        .askServer(move.from(), request, in(LEAVING_MILLIS))
                        .thenApply(left -> isTimeout(left) ? answer : left)
                    : CompletableFuture.completedFuture(answer));
  }

  private static boolean isTimeout(Answer<?> answer) {
    return answer instanceof Answer.Failed<?> failed && failed.code() == ErrorCode.ETIMEDOUT;
  }

  /** Runs the action after a pause, as something did not succeed. */
  void later(Runnable action) {
    transactions.timers().after(RETRY_MILLIS, action);
  }

  void add(CoordinatedTransaction change) {
    coordinated.put(change.transaction(), change);
  }

  @Nullable CoordinatedTransaction coordinated(long transaction) {
    return coordinated.get(transaction);
  }

  void remove(CoordinatedTransaction change) {
    coordinated.remove(change.transaction(), change);
  }

  void add(PreparedOperation step) {
    held.put(step.id().partTransaction(), step);
  }

  @Nullable PreparedOperation held(long partTransaction) {
    return held.get(partTransaction);
  }

  boolean isHeld(PreparedOperation step) {
    return held.get(step.id().partTransaction()) == step;
  }

  void remove(PreparedOperation step) {
    held.remove(step.id().partTransaction(), step);
  }
}

package io.gigafs.server.transaction;

import io.gigafs.cluster.ClusterView.SlotMove;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Request.PartitionRequest;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.quota.QuotaStamp;
import io.gigafs.protocol.transaction.CommitStep;
import io.gigafs.protocol.transaction.PrepareResult;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.membership.CurrentView;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.Lane;
import io.gigafs.server.partition.LaneTask;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.quota.Quotas;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs namespace transactions, and registers those in progress on this server. The maps are safe
 * for use by several threads; each entry belongs to one lane.
 */
public final class TransactionManager {
  private static final Logger LOG = LoggerFactory.getLogger(TransactionManager.class);
  private static final long RETRY_MILLIS = 1_000;
  private static final long ARRIVING_MILLIS = 2_000;
  private static final long LEAVING_MILLIS = 1_000;

  private final ServerContext context;
  private final StepRules steps;
  private final StepUsage usage;
  private final InodeRecords inodeRecords;
  private final Map<Long, CoordinatedTransaction> coordinated = new ConcurrentHashMap<>();
  private final Map<Long, PreparedOperation> held = new ConcurrentHashMap<>();

  /**
   * The transactions of one server.
   *
   * @param steps the rules of the steps at single names
   */
  public TransactionManager(ServerContext context, Quotas quotas, StepRules steps) {
    this.context = context;
    this.steps = steps;
    this.usage = new StepUsage(quotas);
    this.inodeRecords = new InodeRecords(context);
  }

  /**
   * Runs a change that a client requested: in this commit batch if all its names are on this lane.
   * A change of a directory's dentry always takes several commit batches, because leases on it must
   * be recalled and its partitions updated.
   */
  public <R extends Result> void make(
      NamespaceTransaction<R> change,
      Caller caller,
      Exchange<R> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    boolean isMade =
        change.ownDirectory() == null
            && new OnePhaseCommit<>(this, partition, change, caller, exchange).make(commitBatch);
    if (!isMade) {
      PreparePhase.begin(this, partition, change, caller, exchange, commitBatch);
    }
  }

  /** The inode records. */
  public InodeRecords inodeRecords() {
    return inodeRecords;
  }

  public ServerContext context() {
    return context;
  }

  public StepUsage usage() {
    return usage;
  }

  StepRules steps() {
    return steps;
  }

  /**
   * Whether a step can be prepared now: BUSY while another change has its name, refused across
   * quotas or by its rule. Writes nothing.
   */
  PrepareResult check(
      CommitStep step,
      QuotaStamp stamp,
      Caller caller,
      PartitionState partition,
      CommitBatch commitBatch) {
    if (partition.isBlocked(step.name()) || partition.isUndecided(step.name())) {
      return PrepareResult.BUSY;
    }
    PrepareResult checked = steps.check(step, caller, partition, commitBatch);
    return usage.crosses(step, stamp, partition) && !checked.equals(PrepareResult.NEEDLESS)
        ? PrepareResult.refused(ErrorCode.EXDEV)
        : checked;
  }

  /**
   * Runs the task on the lane once everything committed before this call is durable, and retries a
   * failed sync until it succeeds: no other server may act on the state before. A single server
   * submits the task at once, as one log keeps the order.
   *
   * @param what for the log, while the disk fails
   */
  void whenDurable(String what, Lane lane, LaneTask task) {
    if (context.view().get().servers().size() == 1) {
      lane.submit(task);
      return;
    }
    context
        .syncs()
        .sync(
            failure -> {
              if (failure == null) {
                lane.submit(task);
              } else {
                LOG.warn("{} is not durable yet, syncing again: {}", what, failure.getMessage());
                later(() -> whenDurable(what, lane, task));
              }
            });
  }

  /**
   * Asks the server that knows the state of a change: the owner of the partition, or, if its slot
   * is being imported there and the change keeps the partition from moving, the exporting server.
   */
  <R extends Result> CompletableFuture<Answer<R>> queryOwners(
      PartitionRequest<R> request, long deadlineNanos) {
    CurrentView view = context.view();
    SlotMove move =
        view.get().moveOf(view.slotOf(request.directory(), request.partition())).orElse(null);
    if (move == null) {
      return context.messenger().ask(request, deadlineNanos);
    }
    return context
        .messenger()
        .ask(request, context.in(ARRIVING_MILLIS))
        .thenCompose(
            answer ->
                isTimeout(answer)
                    ? context
                        .messenger()
                        .askServer(move.from(), request, context.in(LEAVING_MILLIS))
                        .thenApply(left -> isTimeout(left) ? answer : left)
                    : CompletableFuture.completedFuture(answer));
  }

  private static boolean isTimeout(Answer<?> answer) {
    return answer instanceof Answer.Failed<?> failed && failed.code() == ErrorCode.ETIMEDOUT;
  }

  /** Runs the action after the retry delay. */
  void later(Runnable action) {
    context.timers().after(RETRY_MILLIS, action);
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

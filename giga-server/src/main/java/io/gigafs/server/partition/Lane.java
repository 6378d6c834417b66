package io.gigafs.server.partition;

import io.gigafs.protocol.ErrorCode;
import io.gigafs.rpc.Clock;
import io.gigafs.server.crash.CrashPoints;
import io.gigafs.tablefs.Store;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jctools.queues.MessagePassingQueue;
import org.jctools.queues.MpscUnboundedArrayQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Owner of a set of partitions: all access to them happens in the lane's commit batches, which run
 * one after the other.
 *
 * <p>Any thread may submit tasks. Commit batches run on the executor or on a submitting thread (see
 * {@link LaneScheduler}), never two at a time. With an executor of the caller's own, a lane runs
 * without threads.
 */
public final class Lane {
  private static final Logger LOG = LoggerFactory.getLogger(Lane.class);

  /**
   * The maximum number of tasks in a commit batch: large enough to make commits cheap, small enough
   * that the first task does not wait for long.
   */
  private static final int MAX_TASKS_PER_BATCH = 1_024;

  private static final int INBOX_CHUNK = 1_024;

  private final int number;
  private final LaneScheduler place;
  private final Clock clock;
  private final CommitBatch commitBatch;
  private final PartitionTable partitions;
  private final Supplier<SlotGate> gate;
  private final MessagePassingQueue<LaneTask> inbox = new MpscUnboundedArrayQueue<>(INBOX_CHUNK);
  private final AtomicBoolean scheduled = new AtomicBoolean();

  /**
   * Creates a lane without partitions.
   *
   * @param executor one thread, the lane's own
   * @param callersExecutor an executor of the calling thread's, if that may run commit batches
   * @param gate read with each request, so that it may be created after the lane
   * @param failures counts and logs failed tasks
   */
  public Lane(
      int number,
      Store store,
      Clock clock,
      Executor executor,
      Supplier<@Nullable Executor> callersExecutor,
      PartitionTable partitions,
      Supplier<SlotGate> gate,
      TaskFailures failures,
      CrashPoints crashPoints) {
    this.number = number;
    this.place = new LaneScheduler(executor, callersExecutor, this::takeBatch, this::waiting);
    this.clock = clock;
    this.commitBatch = new CommitBatch(store, clock, failures, crashPoints);
    this.partitions = partitions;
    this.gate = gate;
  }

  /** Runs the task in a later commit batch, in the order of submission. From any thread. */
  public void submit(LaneTask task) {
    inbox.offer(task);
    schedule();
  }

  /** The lane's partitions; only for its own tasks. */
  public PartitionTable partitions() {
    return partitions;
  }

  /** Maintains its partitions, see {@link PartitionTable#sweep}. */
  public void sweep(CommitBatch commitBatch) {
    partitions.sweep(commitBatch, this);
  }

  /** The slots that this server serves. */
  public SlotGate gate() {
    return gate.get();
  }

  /** The lane's monotonic clock, ns. */
  long nanos() {
    return clock.nanos();
  }

  /** Runs the task when {@link LeaseBook#whenRecalled} is done for all partitions of a slot. */
  public void whenSlotRecalled(int slot, LaneTask task) {
    List<PartitionState> out = partitions.withAnythingOut(slot);
    if (out.isEmpty()) {
      submit(task);
      return;
    }
    int[] left = {out.size()};
    for (PartitionState partition : out) {
      partition
          .leases()
          .whenRecalled(
              this,
              commitBatch -> {
                left[0]--;
                if (left[0] == 0) {
                  submit(task);
                }
              });
    }
  }

  /**
   * The approximate number of waiting requests; only for the thread that may run a commit batch.
   */
  private int waiting() {
    LaneTask next = inbox.peek();
    return next == null ? 0 : inbox.size() - 1 + next.requests();
  }

  private void schedule() {
    if (!scheduled.get() && scheduled.compareAndSet(false, true)) {
      place.dispatch();
    }
  }

  /** Makes commit batches that begin from now on run on the lane's own thread. From any thread. */
  void keepToOwnThread() {
    place.ownOnly();
  }

  /**
   * Runs the tasks that are waiting now. Tasks that they submit run in a later commit batch, and
   * see their changes committed.
   */
  private void takeBatch() {
    commitBatch.begin();
    try {
      runTasks(Math.min(inbox.size(), MAX_TASKS_PER_BATCH));
      commitBatch.commit();
    } catch (RuntimeException | Error e) {
      // Not a task's failure, as those are handled. The lane must go on, because callers wait for
      // it.
      LOG.error("lane {} dropped a commit batch; its requests fail with EIO", number, e);
      commitBatch.fail(ErrorCode.EIO, "internal error, see the server's log: " + e);
    } finally {
      place.took(clock.nanos() - commitBatch.nanos());
      scheduled.set(false);
      if (!inbox.isEmpty()) {
        schedule();
      }
    }
  }

  private void runTasks(int most) {
    for (int i = 0; i < most && !commitBatch.isFull(); i++) {
      @Nullable LaneTask task = inbox.poll();
      if (task == null) {
        return;
      }
      commitBatch.run(task);
    }
  }

  /** The index of the lane in {@link Lanes#all}. */
  public int number() {
    return number;
  }

  @Override
  public String toString() {
    return "lane " + number;
  }
}

package io.gigafs.server.lane;

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
 * The owner of a set of partitions: everything that happens to them happens in its commit batches,
 * one after the other.
 *
 * <p>Tasks come from any thread; turns run on the executor, or on a thread that brings tasks (see
 * {@link LaneScheduler}), never two at a time. With an executor of one's own the lane runs without
 * threads.
 */
public final class Lane {
  private static final Logger LOG = LoggerFactory.getLogger(Lane.class);

  /**
   * So many tasks share a commit at most: enough to make it cheap, few enough that the first does
   * not wait for long.
   */
  private static final int MAX_TASKS_PER_TURN = 1_024;

  private static final int INBOX_CHUNK = 1_024;

  private final int number;
  private final LaneScheduler place;
  private final Clock clock;
  private final CommitBatch commitBatch;
  private final PartitionTable partitions;
  private final Supplier<SlotGate> gate;
  private final Supplier<Recalls> recalls;
  private final MessagePassingQueue<LaneTask> inbox = new MpscUnboundedArrayQueue<>(INBOX_CHUNK);
  private final AtomicBoolean scheduled = new AtomicBoolean();

  /**
   * A lane without partitions.
   *
   * @param executor one thread, the lane's own
   * @param near an executor of the calling thread's, if that may run turns
   * @param gate asked for with each request, so that it may be made after the lane
   * @param recalls asked for when leases are asked back, so that it may be made after the lane
   * @param failures counts and logs tasks that fail
   */
  public Lane(
      int number,
      Store store,
      Clock clock,
      Executor executor,
      Supplier<@Nullable Executor> near,
      PartitionTable partitions,
      Supplier<SlotGate> gate,
      Supplier<Recalls> recalls,
      TaskFailures failures,
      CrashPoints crashPoints) {
    this.number = number;
    this.place = new LaneScheduler(executor, near, this::takeTurn, this::waiting);
    this.clock = clock;
    this.commitBatch = new CommitBatch(store, clock, failures, crashPoints);
    this.partitions = partitions;
    this.gate = gate;
    this.recalls = recalls;
  }

  /** Has the task run in a later turn, in the order of submission. From any thread. */
  public void submit(LaneTask task) {
    inbox.offer(task);
    schedule();
  }

  /** The lane's partitions; only for its own tasks. */
  public PartitionTable partitions() {
    return partitions;
  }

  /** Looks after its partitions, see {@link PartitionTable#sweep}. */
  public void sweep(CommitBatch commitBatch) {
    partitions.sweep(commitBatch, this);
  }

  /** Which slots are served here. */
  public SlotGate gate() {
    return gate.get();
  }

  /**
   * Has the task run in a later turn, when the partition's names are delegated to nobody and no
   * server has copies of them: who has them is asked to give them back. In the lane's commit
   * batches only.
   */
  public void whenRecalled(PartitionState partition, LaneTask task) {
    if (partition.delegation().isOut()) {
      whenUndelegated(partition, commitBatch -> whenRecalled(partition, task));
    } else if (partition.copies().isOut()) {
      recallCopies(partition, commitBatch -> whenRecalled(partition, task));
    } else {
      submit(task);
    }
  }

  /** Likewise, when that is so of all partitions of a slot. */
  public void whenSlotRecalled(int slot, LaneTask task) {
    List<PartitionState> out = partitions.withAnythingOut(slot);
    if (out.isEmpty()) {
      submit(task);
      return;
    }
    int[] left = {out.size()};
    for (PartitionState partition : out) {
      whenRecalled(
          partition,
          commitBatch -> {
            left[0]--;
            if (left[0] == 0) {
              submit(task);
            }
          });
    }
  }

  /** Has the task run in a later turn, when the names are delegated to nobody. */
  private void whenUndelegated(PartitionState partition, LaneTask task) {
    PartitionDelegation delegation = partition.delegation();
    if (delegation.await(task)) {
      recalls
          .get()
          .whenDone(
              delegation.recall(), this, commitBatch -> partition.endDelegation(commitBatch, this));
    }
  }

  /** Asks the servers that have copies of the partition's names to give them up. */
  void recallCopies(PartitionState partition) {
    recallCopies(partition, null);
  }

  private void recallCopies(PartitionState partition, @Nullable LaneTask then) {
    if (partition.copies().await(then)) {
      recalls
          .get()
          .whenDone(
              partition.copies().recall(clock.nanos()),
              this,
              commitBatch -> partition.endCopies(commitBatch, this));
    }
  }

  /** About how many requests wait; only for whoever may take a commit batch. */
  private int waiting() {
    LaneTask next = inbox.peek();
    return next == null ? 0 : inbox.size() - 1 + next.requests();
  }

  private void schedule() {
    if (!scheduled.get() && scheduled.compareAndSet(false, true)) {
      place.dispatch();
    }
  }

  /** From any thread: turns that begin from now on run on the lane's own thread. */
  void keepToOwnThread() {
    place.ownOnly();
  }

  /**
   * Takes what is waiting now; what these tasks submit is for a later turn, and sees them
   * committed.
   */
  private void takeTurn() {
    commitBatch.begin();
    try {
      runTasks(Math.min(inbox.size(), MAX_TASKS_PER_TURN));
      commitBatch.commit();
    } catch (RuntimeException | Error e) {
      // No task's, as those fail alone. It must not leave a lane mute whose callers wait for it.
      LOG.error("lane {} gave up a turn", number, e);
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

  @Override
  public String toString() {
    return "lane " + number;
  }
}

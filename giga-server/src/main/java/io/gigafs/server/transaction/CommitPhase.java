package io.gigafs.server.transaction;

import io.gigafs.index.Name;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.transaction.CommitId;
import io.gigafs.protocol.transaction.CommitStep;
import io.gigafs.protocol.transaction.CommitStep.DirectoryRenameLock;
import io.gigafs.protocol.transaction.CommitStep.InsertDentry;
import io.gigafs.protocol.transaction.CommitStep.PromoteToInode;
import io.gigafs.protocol.transaction.FinishStepRequest;
import io.gigafs.protocol.transaction.FinishStepRequest.FinishStepResult;
import io.gigafs.protocol.transaction.OutcomeResult.Outcome;
import io.gigafs.protocol.transaction.RetireStepRequest;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.crash.CrashPoint;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.Lane;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.partition.PartitionUsage.Reservation;
import io.gigafs.server.transaction.NamespaceTransaction.PreparedParticipant;
import io.gigafs.server.transaction.RoutedCall.Routed;
import io.gigafs.tablefs.Intent;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The coordinator of a decided change: drives every participant to its end, with unlimited retries.
 * Used only on the lane that owns the coordinator's name.
 *
 * <ol>
 *   <li>Once the record is durable, the partitions of moved directories learn their new place. Then
 *       each participant is asked to finish, with retries until its step is durable.
 *   <li>Then the record is deleted. Once that is durable, the participants may retire their steps.
 *       A participant that asks early gets PENDING: a step that finishes early could be the last.
 *   <li>Dentries are inserted before inode records change: the server of a dentry may have crashed
 *       and lost its prepared step, and the name may be taken since. The change is then rolled
 *       back, and no inode record may have counted a link that never existed, or dropped one that
 *       still does.
 * </ol>
 */
public final class CommitPhase implements CoordinatedTransaction {
  private static final Logger LOG = LoggerFactory.getLogger(CommitPhase.class);
  private static final long FINISH_MILLIS = 10_000;
  private static final long RETIRE_MILLIS = 10_000;

  private final TransactionManager manager;
  private final ServerContext context;
  private final PartitionState partition;
  private final CommitRecord record;
  private final long transaction;
  private final Lane lane;
  private final DirectoryWalks walks;
  private final Map<Integer, PreparedParticipant> undone = new TreeMap<>();
  private volatile Stage stage = Stage.PLACING;
  private volatile boolean misfits;
  private boolean ending;

  /** The stages, in order. */
  private enum Stage {
    /** The record becomes durable, and moved directories learn their new place. */
    PLACING,
    /** Dentries are inserted. */
    NAMES,
    /** Steps at inode records are committed, or aborted if a dentry no longer fits. */
    INODE_RECORDS,
    /** If the change is rolled back, moved directories get their old place back. */
    PLACING_BACK,
    /** The directory rename lock is released. */
    RELEASING_RENAME_LOCK
  }

  CommitPhase(
      TransactionManager manager, PartitionState partition, CommitRecord record, long transaction) {
    this.manager = manager;
    this.context = manager.context();
    this.partition = partition;
    this.record = record;
    this.transaction = transaction;
    this.lane = context.lanes().of(partition.slot());
    this.walks = new DirectoryWalks(context);
    for (PreparedParticipant part : record.parts()) {
      undone.put(part.number(), part);
    }
  }

  /** Resumes a decided change after a restart, before the lane serves requests. */
  public static void resume(TransactionManager manager, Intent stored, CommitBatch commitBatch) {
    if (manager.coordinated(stored.transaction()) != null) {
      return;
    }
    CommitRecord record = CommitRecord.decode(stored.body());
    PartitionState partition =
        manager
            .context()
            .lanes()
            .of(stored.slot())
            .partitions()
            .find(record.directory(), record.partition());
    if (partition == null) {
      LOG.warn(
          "dropping the commit record of '{}': directory {} no longer exists",
          record.name(),
          record.directory());
      commitBatch.batch().deleteIntent(stored.slot(), stored.transaction());
      return;
    }
    partition.locks().lock(record.name(), stored.transaction());
    CommitPhase decision = new CommitPhase(manager, partition, record, stored.transaction());
    manager.add(decision);
    decision.begin();
  }

  /** The record as it is stored. */
  Intent intent() {
    return new Intent(partition.slot(), transaction, record.encode());
  }

  /** Starts the phase once the record is committed. */
  void begin() {
    manager.whenDurable(
        toString(),
        lane,
        commitBatch -> {
          context.reached(CrashPoint.COMMIT_DECISION_DURABLE);
          place(0, commitBatch);
        });
  }

  /** Updates the place of moved directories one after the other; then starts the steps. */
  private void place(int next, CommitBatch commitBatch) {
    if (next == record.moved().size()) {
      context.reached(CrashPoint.COMMIT_DIRECTORIES_PLACED);
      stage = Stage.NAMES;
      finishAll(CommitPhase::putsName);
      proceed(commitBatch);
      return;
    }
    NamespaceTransaction.MovedDirectory moved = record.moved().get(next);
    walks.place(
        lane,
        moved.directory(),
        ~transaction,
        moved.parent(),
        moved.name(),
        record.movedNanos(),
        (done, then) -> {
          if (done) {
            place(next + 1, then);
          } else {
            manager.later(() -> lane.submit(again -> place(next, again)));
          }
        });
  }

  private void finishAll(Predicate<PreparedParticipant> which) {
    undone.values().stream().filter(which).toList().forEach(this::finish);
  }

  private boolean isDone(Predicate<PreparedParticipant> which) {
    return undone.values().stream().noneMatch(which);
  }

  private static boolean isRenameLock(PreparedParticipant part) {
    return part.step() instanceof DirectoryRenameLock;
  }

  private static boolean putsName(PreparedParticipant part) {
    return part.step() instanceof InsertDentry;
  }

  private static boolean isAtInodeRecord(PreparedParticipant part) {
    return !isRenameLock(part) && !putsName(part);
  }

  @Override
  public long transaction() {
    return transaction;
  }

  @Override
  public PartitionState partition() {
    return partition;
  }

  @Override
  public Outcome outcome(int number) {
    return record.parts().stream()
        .filter(part -> part.number() == number)
        .map(this::outcome)
        .findAny()
        .orElse(Outcome.ABORTED);
  }

  private Outcome outcome(PreparedParticipant part) {
    Stage from =
        putsName(part)
            ? Stage.NAMES
            : isRenameLock(part) ? Stage.RELEASING_RENAME_LOCK : Stage.INODE_RECORDS;
    if (stage.compareTo(from) < 0) {
      return Outcome.PENDING;
    }
    return isUndone(part) ? Outcome.ABORTED : Outcome.COMMITTED;
  }

  /** Whether a part is aborted after all; valid once all dentries are inserted. */
  private boolean isUndone(PreparedParticipant part) {
    return misfits && isAtInodeRecord(part);
  }

  private CommitId id(PreparedParticipant part) {
    return new CommitId(
        transaction, part.number(), record.directory(), record.partition(), record.name());
  }

  private void finish(PreparedParticipant part) {
    CommitId id = id(part);
    boolean committed = !isUndone(part);
    Name name = part.step().name();
    RoutedCall.ask(
            manager::queryOwners,
            part.partition(),
            name,
            context.in(FINISH_MILLIS),
            index ->
                new FinishStepRequest(
                    part.directory(), index, id, committed, part.sinceNanos(), part.step()))
        .thenAccept(routed -> lane.submit(commitBatch -> answered(part, routed, commitBatch)));
  }

  private void answered(
      PreparedParticipant part, Routed<FinishStepResult> routed, CommitBatch commitBatch) {
    if (!undone.containsKey(part.number())) {
      return;
    }
    if (routed.answer() instanceof Answer.Done<FinishStepResult> done) {
      ended(part.number(), done.result().fits(), commitBatch);
    } else if (routed.isGone() && (isUndone(part) || !(part.step() instanceof PromoteToInode))) {
      ended(part.number(), !putsName(part), commitBatch);
    } else {
      LOG.warn("{} retries its step at '{}': {}", this, part.step().name(), routed.answer());
      manager.later(() -> lane.submit(next -> finishIfUndone(part)));
    }
  }

  private void finishIfUndone(PreparedParticipant part) {
    if (undone.containsKey(part.number())) {
      finish(part);
    }
  }

  @Override
  public void stepDone(int part) {
    lane.submit(commitBatch -> ended(part, true, commitBatch));
  }

  private void ended(int part, boolean fits, CommitBatch commitBatch) {
    PreparedParticipant ended = undone.remove(part);
    if (ended == null) {
      return;
    }
    misfits |= !fits && putsName(ended);
    proceed(commitBatch);
  }

  /** The directory rename lock is released after everything else is done. */
  private void proceed(CommitBatch commitBatch) {
    if (stage == Stage.NAMES && isDone(CommitPhase::putsName)) {
      stage = Stage.INODE_RECORDS;
      finishAll(CommitPhase::isAtInodeRecord);
    }
    if (stage == Stage.INODE_RECORDS && isDone(CommitPhase::isAtInodeRecord)) {
      stage = Stage.PLACING_BACK;
      placeBack(misfits ? 0 : record.moved().size(), commitBatch);
    } else if (stage == Stage.RELEASING_RENAME_LOCK && undone.isEmpty()) {
      end(commitBatch);
    }
  }

  /** Restores the place of moved directories one after the other; then releases the rename lock. */
  private void placeBack(int next, CommitBatch commitBatch) {
    if (next == record.moved().size()) {
      stage = Stage.RELEASING_RENAME_LOCK;
      List.copyOf(undone.values()).forEach(this::finish);
      proceed(commitBatch);
      return;
    }
    NamespaceTransaction.MovedDirectory moved = record.moved().get(next);
    walks.place(
        lane,
        moved.directory(),
        Long.reverse(transaction),
        moved.oldParent(),
        moved.oldName(),
        record.movedNanos(),
        (done, then) -> {
          if (done) {
            placeBack(next + 1, then);
          } else {
            manager.later(() -> lane.submit(again -> placeBack(next, again)));
          }
        });
  }

  private void end(CommitBatch commitBatch) {
    if (ending) {
      return;
    }
    ending = true;
    context.reached(CrashPoint.COMMIT_ALL_DONE);
    commitBatch.onFailure(
        () -> {
          ending = false;
          manager.later(() -> lane.submit(this::end));
        });
    CommitStep rollbackStep = record.rollbackStep();
    if (misfits && rollbackStep != null) {
      LOG.warn("{} is rolled back: a server crashed and lost its prepared step", this);
      Reservation counted = StepUsage.takeAgain(rollbackStep, partition);
      if (counted != null) {
        partition.usage().redeem(commitBatch, counted);
      }
      manager.steps().apply(rollbackStep, partition, commitBatch, commitBatch.wallNanos());
    }
    commitBatch.batch().deleteIntent(partition.slot(), transaction);
    commitBatch.afterCommit(
        () -> {
          context.reached(CrashPoint.COMMIT_RECORD_DROPPED);
          partition.locks().pin(record.name(), transaction);
          partition.locks().unlock(record.name());
          partition.resumeParked();
          manager.whenDurable(toString(), lane, next -> retire());
        });
  }

  /** Removes the change. Its outcome is unknown from here on, so no participant may ask again. */
  private void retire() {
    manager.remove(this);
    partition.locks().unpin(record.name(), transaction);
    partition.resumeParked();
    for (PreparedParticipant part : record.parts()) {
      var unused =
          manager.queryOwners(
              new RetireStepRequest(part.directory(), part.partition(), id(part)),
              context.in(RETIRE_MILLIS));
    }
  }

  @Override
  public String toString() {
    return "change " + Long.toHexString(transaction) + " of '" + record.name() + "'";
  }
}

package io.gigafs.server.commit;

import io.gigafs.index.Name;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.CommitId;
import io.gigafs.protocol.CommitStep;
import io.gigafs.protocol.DirectoryRenameLock;
import io.gigafs.protocol.FinishStepRequest;
import io.gigafs.protocol.FinishStepResult;
import io.gigafs.protocol.InsertDentry;
import io.gigafs.protocol.OutcomeResult.Outcome;
import io.gigafs.protocol.PromoteToInode;
import io.gigafs.protocol.RetireStepRequest;
import io.gigafs.server.commit.RoutedCall.Routed;
import io.gigafs.server.crash.CrashPoint;
import io.gigafs.server.lane.CommitBatch;
import io.gigafs.server.lane.Lane;
import io.gigafs.server.lane.PartitionState;
import io.gigafs.server.lane.PartitionUsage.Reservation;
import io.gigafs.tablefs.Intent;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A change of several names that is decided: sees to it that all of it is done, however long that
 * takes. On the lane that holds the name which the change began with.
 *
 * <p>When the record is on the disk, moved directories are told where they are, and then the
 * holders of the other names what to do, again and again until each has its step on its disk. Then
 * the record is dropped, and when that is on the disk, they are told that nobody will come back to
 * them. Who asks before it would be told gets no other answer: a step that is done early may be the
 * last.
 *
 * <p>Names are put before files are changed at their own places: a name whose machine died and
 * forgot what it had prepared may be taken by now. Then the change is taken back, and no file may
 * have counted a name that never was, or one less that still is.
 */
public final class CommitPhase implements CoordinatedTransaction {
  private static final Logger LOG = LoggerFactory.getLogger(CommitPhase.class);
  private static final long FINISH_MILLIS = 10_000;
  private static final long RETIRE_MILLIS = 10_000;

  private final CommitContext context;
  private final PartitionState partition;
  private final CommitRecord record;
  private final long transaction;
  private final Lane lane;
  private final DirectoryWalks walks;
  private final Map<Integer, PreparedParticipant> undone = new TreeMap<>();
  private volatile Stage stage = Stage.PLACING;
  private volatile boolean misfits;
  private boolean ending;

  /** How far it is. */
  private enum Stage {
    /** The record gets to the disk, and moved directories are told. */
    PLACING,
    /** Names are put. */
    NAMES,
    /** Steps at files' own places are done, or undone if a name did not fit any more. */
    HOMES,
    /** Moved directories are told that they are where they were, as the change is taken back. */
    PLACING_BACK,
    /** The step at the desk is done, which lets others move directories. */
    RELEASING_RENAME_LOCK
  }

  CommitPhase(
      CommitContext context, PartitionState partition, CommitRecord record, long transaction) {
    this.context = context;
    this.partition = partition;
    this.record = record;
    this.transaction = transaction;
    this.lane = context.transactions().lanes().of(partition.slot());
    this.walks = new DirectoryWalks(context);
    for (PreparedParticipant part : record.parts()) {
      undone.put(part.number(), part);
    }
  }

  /** Takes a decided change up again after a restart; before the lane serves anyone. */
  public static void resume(CommitContext context, Intent stored, CommitBatch commitBatch) {
    if (context.coordinated(stored.transaction()) != null) {
      return;
    }
    CommitRecord record = CommitRecord.decode(stored.body());
    PartitionState partition =
        context
            .transactions()
            .lanes()
            .of(stored.slot())
            .partitions()
            .find(record.directory(), record.partition());
    if (partition == null) {
      LOG.warn(
          "dropping the record of a change of '{}' in directory {}, which is gone",
          record.name(),
          record.directory());
      commitBatch.batch().deleteIntent(stored.slot(), stored.transaction());
      return;
    }
    partition.locks().lock(record.name(), stored.transaction());
    CommitPhase decision = new CommitPhase(context, partition, record, stored.transaction());
    context.add(decision);
    decision.begin();
  }

  /** The record as it is stored. */
  Intent intent() {
    return new Intent(partition.slot(), transaction, record.encode());
  }

  /** The record is committed. */
  void begin() {
    context.whenDurable(
        toString(),
        lane,
        commitBatch -> {
          context.reached(CrashPoint.COMMIT_DECISION_DURABLE);
          place(0, commitBatch);
        });
  }

  /** Tells moved directories where they are, one after the other; then has the steps done. */
  private void place(int next, CommitBatch commitBatch) {
    if (next == record.moved().size()) {
      context.reached(CrashPoint.COMMIT_DIRECTORIES_PLACED);
      stage = Stage.NAMES;
      finishAll(CommitPhase::putsName);
      goOn(commitBatch);
      return;
    }
    MovedDirectory moved = record.moved().get(next);
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
            context.later(() -> lane.submit(again -> place(next, again)));
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

  private static boolean isAtHome(PreparedParticipant part) {
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
            : isRenameLock(part) ? Stage.RELEASING_RENAME_LOCK : Stage.HOMES;
    if (stage.compareTo(from) < 0) {
      return Outcome.PENDING;
    }
    return isUndone(part) ? Outcome.ABORTED : Outcome.COMMITTED;
  }

  /** Whether a part is not to be done after all; asked once all names are put. */
  private boolean isUndone(PreparedParticipant part) {
    return misfits && isAtHome(part);
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
            context::askWhoKnows,
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
      LOG.warn("{} goes on at '{}': {}", this, part.step().name(), routed.answer());
      context.later(() -> lane.submit(next -> finishIfUndone(part)));
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
    goOn(commitBatch);
  }

  /** The name that keeps others from moving directories is let go of when all else is done. */
  private void goOn(CommitBatch commitBatch) {
    if (stage == Stage.NAMES && isDone(CommitPhase::putsName)) {
      stage = Stage.HOMES;
      finishAll(CommitPhase::isAtHome);
    }
    if (stage == Stage.HOMES && isDone(CommitPhase::isAtHome)) {
      stage = Stage.PLACING_BACK;
      placeBack(misfits ? 0 : record.moved().size(), commitBatch);
    } else if (stage == Stage.RELEASING_RENAME_LOCK && undone.isEmpty()) {
      end(commitBatch);
    }
  }

  /** Tells directories that they are where they were, one after the other; then leaves the desk. */
  private void placeBack(int next, CommitBatch commitBatch) {
    if (next == record.moved().size()) {
      stage = Stage.RELEASING_RENAME_LOCK;
      List.copyOf(undone.values()).forEach(this::finish);
      goOn(commitBatch);
      return;
    }
    MovedDirectory moved = record.moved().get(next);
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
            context.later(() -> lane.submit(again -> placeBack(next, again)));
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
          context.later(() -> lane.submit(this::end));
        });
    CommitStep takeBack = record.takeBack();
    if (misfits && takeBack != null) {
      LOG.warn("{} is taken back: another machine died and forgot its part", this);
      Reservation counted = StepUsage.takeAgain(takeBack, partition);
      if (counted != null) {
        partition.usage().redeem(commitBatch, counted);
      }
      context.steps().apply(takeBack, partition, commitBatch, commitBatch.wallNanos());
    }
    commitBatch.batch().deleteIntent(partition.slot(), transaction);
    commitBatch.afterCommit(
        () -> {
          context.reached(CrashPoint.COMMIT_RECORD_DROPPED);
          partition.locks().pin(record.name(), transaction);
          partition.locks().unlock(record.name());
          partition.resumeParked();
          context.whenDurable(toString(), lane, next -> retire());
        });
  }

  /** From here on nothing is known of the change, so nobody may come back to it. */
  private void retire() {
    context.remove(this);
    partition.locks().unpin(record.name(), transaction);
    partition.resumeParked();
    for (PreparedParticipant part : record.parts()) {
      var unused =
          context.askWhoKnows(
              new RetireStepRequest(part.directory(), part.partition(), id(part)),
              context.in(RETIRE_MILLIS));
    }
  }

  @Override
  public String toString() {
    return "change " + Long.toHexString(transaction) + " of '" + record.name() + "'";
  }
}

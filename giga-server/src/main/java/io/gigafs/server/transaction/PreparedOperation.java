package io.gigafs.server.transaction;

import io.gigafs.index.Name;
import io.gigafs.protocol.transaction.CommitId;
import io.gigafs.protocol.transaction.CommitStep;
import io.gigafs.protocol.transaction.CommitStep.DirectoryRenameLock;
import io.gigafs.protocol.transaction.FinishStepRequest.FinishStepResult;
import io.gigafs.protocol.transaction.PrepareResult;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.Lane;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.partition.PartitionUsage.Reservation;
import io.gigafs.tablefs.Intent;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A step of a namespace transaction at its participant. Used on the partition's lane.
 *
 * <ol>
 *   <li>PREPARING: the preparation takes more than one commit batch. The name is locked.
 *   <li>ABORTED: the coordinator aborted the step during a preparation that changes a directory's
 *       partitions. The name stays locked until the preparation has ended, because only the holder
 *       of the lock may send such requests. Then the step is removed.
 *   <li>PREPARED: the step is stored and the name is locked.
 *   <li>DONE: the change is decided and the step is applied. The step stays, and pins its name to
 *       the partition, until the coordinator retires it. An aborted step is removed instead.
 *   <li>LOST: a crash lost the step, and it cannot be done any more. It waits until the coordinator
 *       confirms the outcome. A lost step that can still be done is PREPARED again.
 * </ol>
 */
final class PreparedOperation {
  private final CommitId id;
  private final PartitionState partition;
  private final CommitStep step;
  private final Lane lane;
  private final List<Exchange<FinishStepResult>> waiting = new ArrayList<>();
  private final long heldSinceNanos;
  private final @Nullable PrepareResult result;
  private State state;
  private Consumer<Boolean> releaser = drop -> {};

  /** The quota that the step will use; null if none. */
  private @Nullable Reservation reservation;

  /** The state of a step, see {@link PreparedOperation}. */
  enum State {
    PREPARING,
    ABORTED,
    PREPARED,
    DONE,
    LOST
  }

  /**
   * Creates a step.
   *
   * @param heldSinceNanos wall-clock time, ns since the epoch
   * @param result the reply to the coordinator, null if it will not ask
   */
  PreparedOperation(
      CommitId id,
      PartitionState partition,
      CommitStep step,
      Lane lane,
      State state,
      long heldSinceNanos,
      @Nullable PrepareResult result) {
    this.id = id;
    this.partition = partition;
    this.step = step;
    this.lane = lane;
    this.state = state;
    this.heldSinceNanos = heldSinceNanos;
    this.result = result;
  }

  CommitId id() {
    return id;
  }

  PartitionState partition() {
    return partition;
  }

  CommitStep step() {
    return step;
  }

  Name name() {
    return step.name();
  }

  Lane lane() {
    return lane;
  }

  State state() {
    return state;
  }

  void setState(State newState) {
    state = newState;
  }

  /**
   * When the name was locked. The directory's times show the change as of then, because the step is
   * applied later, possibly long after the client got its answer.
   */
  long heldSinceNanos() {
    return heldSinceNanos;
  }

  /** Stores the quota that is reserved for the step. */
  void reserve(@Nullable Reservation forStep) {
    reservation = forStep;
  }

  /** Uses the reserved quota in this commit batch. */
  void redeem(CommitBatch commitBatch) {
    if (reservation != null) {
      partition.usage().redeem(commitBatch, reservation);
      reservation = null;
    }
  }

  /** Releases the reserved quota. */
  void releaseReservation() {
    if (reservation != null) {
      reservation.release();
      reservation = null;
    }
  }

  @Nullable PrepareResult result() {
    return result;
  }

  /**
   * Sets the action that releases the partitions frozen for the step, as far as this process knows
   * them. Its argument says whether they are dropped.
   */
  void setReleaser(Consumer<Boolean> newReleaser) {
    releaser = newReleaser;
  }

  /** Releases or drops the partitions that are frozen for the step. */
  void release(boolean drop) {
    releaser.accept(drop);
    releaser = again -> {};
  }

  /** Whether reads of the name wait while the step is prepared; nobody reads the rename lock. */
  boolean hidesName() {
    return !(step instanceof DirectoryRenameLock);
  }

  /** Whether the preparation changes partitions of a directory; that of the rename lock reads. */
  boolean isPreparationMutating() {
    return !(step instanceof DirectoryRenameLock);
  }

  /** Locks the name for a prepared step. */
  void hold() {
    if (hidesName()) {
      partition.locks().lockUndecided(name(), id.partTransaction());
    } else {
      partition.locks().lock(name(), id.partTransaction());
    }
  }

  /** The requests to answer when the step is done. */
  List<Exchange<FinishStepResult>> waiting() {
    return waiting;
  }

  /** The step as it is stored. */
  Intent intent(boolean done) {
    return new Intent(
        partition.slot(),
        id.partTransaction(),
        new StepIntent(id, partition.directory(), partition.index(), done, step).encode());
  }

  @Override
  public String toString() {
    return "step "
        + id.part()
        + " of change "
        + Long.toHexString(id.transaction())
        + " at '"
        + name()
        + "' of "
        + partition;
  }
}

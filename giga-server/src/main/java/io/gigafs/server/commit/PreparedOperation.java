package io.gigafs.server.commit;

import io.gigafs.index.Name;
import io.gigafs.protocol.CommitId;
import io.gigafs.protocol.CommitStep;
import io.gigafs.protocol.DirectoryRenameLock;
import io.gigafs.protocol.FinishStepResult;
import io.gigafs.protocol.PrepareResult;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.lane.CommitBatch;
import io.gigafs.server.lane.Lane;
import io.gigafs.server.lane.PartitionState;
import io.gigafs.server.lane.PartitionUsage.Reservation;
import io.gigafs.tablefs.Intent;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A step of a change at the holder of its name. Used on the partition's lane.
 *
 * <p>A step begins GETTING_READY if that takes more than a commit batch, and its name is locked
 * meanwhile. Then it is PREPARED: stored, and nobody else gets at the name. It becomes DONE when
 * the change is decided, or is gone when that is undone. A DONE step is kept, and its name in its
 * place, until the coordinator will never come back to it. A step that a machine forgot, and that
 * the coordinator says is decided, is PREPARED again, or FORGOTTEN if it cannot be done any more,
 * until the coordinator has confirmed that.
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

  /** What it will use of a quota; null if nothing. */
  private @Nullable Reservation reservation;

  /** What a step waits for. */
  enum State {
    GETTING_READY,
    PREPARED,
    DONE,
    FORGOTTEN
  }

  /**
   * A step.
   *
   * @param heldSinceNanos wall-clock time, ns since the epoch
   * @param result what the coordinator is told, null if nobody will ask
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
   * Since when nobody else gets at the name. That is the time of the change for who looks at the
   * directory: it is done some time later, when the client has its answer long since.
   */
  long heldSinceNanos() {
    return heldSinceNanos;
  }

  /** Keeps what the step will use of a quota. */
  void reserve(@Nullable Reservation forStep) {
    reservation = forStep;
  }

  /** Has this commit batch use what was reserved. */
  void redeem(CommitBatch commitBatch) {
    if (reservation != null) {
      partition.usage().redeem(commitBatch, reservation);
      reservation = null;
    }
  }

  /** Gives back what was reserved. */
  void giveBack() {
    if (reservation != null) {
      reservation.release();
      reservation = null;
    }
  }

  @Nullable PrepareResult result() {
    return result;
  }

  /**
   * Keeps what lets go of the partitions that are frozen for the step, as far as this process knows
   * of them; given whether they are to be dropped.
   */
  void setReleaser(Consumer<Boolean> newReleaser) {
    releaser = newReleaser;
  }

  /** Lets go of the partitions that are frozen for the step. */
  void release(boolean drop) {
    releaser.accept(drop);
    releaser = again -> {};
  }

  /** Whether readers wait while the step is prepared: somebody may read its name. */
  boolean hidesName() {
    return !(step instanceof DirectoryRenameLock);
  }

  /** Holds the name for a step that is prepared. */
  void hold() {
    if (hidesName()) {
      partition.locks().lockUndecided(name(), id.partTransaction());
    } else {
      partition.locks().lock(name(), id.partTransaction());
    }
  }

  /** Who is to be told when the step is done. */
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

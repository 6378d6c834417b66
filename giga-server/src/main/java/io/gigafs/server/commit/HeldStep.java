package io.gigafs.server.commit;

import io.gigafs.index.Name;
import io.gigafs.protocol.CommitId;
import io.gigafs.protocol.CommitStep;
import io.gigafs.protocol.FinishStepResult;
import io.gigafs.protocol.PrepareStepResult;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.lane.Lane;
import io.gigafs.server.lane.PartitionState;
import io.gigafs.tablefs.Intent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A step of a change at the holder of its name. Used in turns of the partition's lane.
 *
 * <p>A step begins RECALLING if its name is a directory's, until no client relies on the entry.
 * Then it is PREPARED: stored, and nobody else gets at the name. It becomes DONE when the change is
 * decided, or is gone when that is undone. A DONE step is kept, and its name in its place, until
 * the coordinator will never come back to it. A step that a machine forgot, and that the
 * coordinator says is decided, is FORGOTTEN until the coordinator has confirmed that.
 */
final class HeldStep {
  private final CommitId id;
  private final PartitionState partition;
  private final CommitStep step;
  private final Lane lane;
  private final List<Exchange<FinishStepResult>> waiting = new ArrayList<>();
  private final long heldSinceNanos;
  private final @Nullable PrepareStepResult result;
  private State state;

  /** What a step waits for. */
  enum State {
    RECALLING,
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
  HeldStep(
      CommitId id,
      PartitionState partition,
      CommitStep step,
      Lane lane,
      State state,
      long heldSinceNanos,
      @Nullable PrepareStepResult result) {
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

  @Nullable PrepareStepResult result() {
    return result;
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

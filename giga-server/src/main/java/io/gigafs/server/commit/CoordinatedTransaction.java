package io.gigafs.server.commit;

import io.gigafs.protocol.OutcomeResult.Outcome;
import io.gigafs.server.lane.PartitionState;

/** A change that this server coordinates, as those who hold steps of it see it. */
interface CoordinatedTransaction {
  long transaction();

  /** The partition of the name that the change began with. */
  PartitionState partition();

  /**
   * What the holder of a step may know of the change; COMMITTED only once that is on the disk and
   * the step's turn has come.
   */
  Outcome outcome(int part);

  /** A step is done and on the disk. */
  void stepDone(int part);
}

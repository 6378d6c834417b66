package io.gigafs.server.transaction;

import io.gigafs.protocol.transaction.OutcomeResult.Outcome;
import io.gigafs.server.partition.PartitionState;

/** A transaction that this server coordinates, as its participants see it. */
interface CoordinatedTransaction {
  long transaction();

  /** The partition of the coordinator's name. */
  PartitionState partition();

  /**
   * The outcome for one participant; COMMITTED only once the decision is durable and the stage of
   * the step is reached.
   */
  Outcome outcome(int part);

  /** Called when a step is done and durable. */
  void stepDone(int part);
}

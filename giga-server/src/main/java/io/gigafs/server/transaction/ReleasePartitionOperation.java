package io.gigafs.server.transaction;

import io.gigafs.protocol.ReleasePartitionRequest;
import io.gigafs.protocol.ReleasePartitionResult;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.lane.Lanes;
import io.gigafs.server.lane.Operation;
import io.gigafs.server.lane.PartitionState;
import io.gigafs.server.lane.Phase;
import io.gigafs.server.lane.Turn;

/** Ends a freeze: drops the partition, or lets it go on. */
public final class ReleasePartitionOperation
    implements Operation<ReleasePartitionRequest, ReleasePartitionResult> {
  private final Lanes lanes;

  public ReleasePartitionOperation(Lanes lanes) {
    this.lanes = lanes;
  }

  @Override
  public Decision decide(
      ReleasePartitionRequest request,
      Exchange<ReleasePartitionResult> exchange,
      PartitionState partition,
      Turn turn) {
    Phase phase = partition.phase();
    if (phase.isFrozen() && phase.transaction() == request.transaction()) {
      if (request.drop()) {
        Release.drop(lanes, partition, turn);
      } else {
        Release.thaw(partition, turn);
      }
    }
    turn.done(exchange, new ReleasePartitionResult(partition.map()));
    return Decision.TAKEN;
  }
}

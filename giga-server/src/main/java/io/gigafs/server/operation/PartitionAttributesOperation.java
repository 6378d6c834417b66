package io.gigafs.server.operation;

import io.gigafs.protocol.DirectoryFacts;
import io.gigafs.protocol.PartitionAttributes;
import io.gigafs.protocol.PartitionAttributesRequest;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.lane.Operation;
import io.gigafs.server.lane.PartitionCounts;
import io.gigafs.server.lane.PartitionState;
import io.gigafs.server.lane.Turn;

/** Tells the partition's share of its directory's attributes. */
final class PartitionAttributesOperation
    implements Operation<PartitionAttributesRequest, PartitionAttributes> {
  @Override
  public Decision decide(
      PartitionAttributesRequest request,
      Exchange<PartitionAttributes> exchange,
      PartitionState partition,
      Turn turn) {
    if (partition.isUndecided()) {
      partition.locks().noteWaitingReader();
      return Decision.WAIT;
    }
    Admission.ensureBorn(partition, turn);
    DirectoryFacts owner = partition.owner();
    PartitionCounts counts = partition.counts();
    turn.done(
        exchange,
        new PartitionAttributes(
            owner.parent(),
            partition.partition().depth(),
            owner.mode(),
            owner.uid(),
            owner.gid(),
            counts.entries(),
            counts.directories(),
            counts.accessedNanos(),
            counts.modifiedNanos(),
            counts.changedNanos(),
            partition.map()));
    return Decision.TAKEN;
  }

  @Override
  public boolean isRead() {
    return true;
  }
}

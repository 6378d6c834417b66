package io.gigafs.server.namespace;

import io.gigafs.protocol.namespace.PartitionAttributes;
import io.gigafs.protocol.namespace.PartitionAttributesRequest;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.entry.Admission;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionOperation;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.partition.PartitionTable;
import org.jspecify.annotations.Nullable;

/** Returns the partition's share of its directory's attributes. */
final class PartitionAttributesOperation
    implements PartitionOperation<PartitionAttributesRequest, PartitionAttributes> {
  @Override
  public Decision decide(
      PartitionAttributesRequest request,
      Exchange<PartitionAttributes> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    if (partition.isUndecided()) {
      partition.locks().noteWaitingReader();
      return Decision.WAIT;
    }
    if (request.opened() && partition.phase().isFrozen()) {
      // The directory is probably being removed.
      return Decision.WAIT;
    }
    Admission.ensureBorn(partition, commitBatch);
    commitBatch.done(exchange, partition.attributes());
    return Decision.TAKEN;
  }

  @Override
  public @Nullable PartitionAttributes answerOfGone(
      PartitionAttributesRequest request, long client, PartitionTable partitions) {
    return request.opened() ? partitions.removed(request.directory(), request.partition()) : null;
  }

  @Override
  public boolean isRead() {
    return true;
  }
}

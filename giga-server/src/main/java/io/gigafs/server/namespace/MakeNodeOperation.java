package io.gigafs.server.namespace;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.namespace.MakeNodeRequest;
import io.gigafs.protocol.quota.QuotaUsage;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.entry.Admission;
import io.gigafs.server.entry.NewFile;
import io.gigafs.server.entry.SplitTrigger;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionOperation;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.quota.Quotas;
import org.jspecify.annotations.Nullable;

/** Creates one file that is not a directory, by the rules of mknod(2) and symlink(2). */
final class MakeNodeOperation implements PartitionOperation<MakeNodeRequest, EntryResult> {
  private final NewFile newFile;
  private final SplitTrigger splits;
  private final Quotas quotas;

  MakeNodeOperation(NewFile newFile, SplitTrigger splits, Quotas quotas) {
    this.newFile = newFile;
    this.splits = splits;
    this.quotas = quotas;
  }

  @Override
  public Decision decide(
      MakeNodeRequest request,
      Exchange<EntryResult> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    @Nullable Decision decided = Admission.toChange(request, exchange, partition, commitBatch);
    if (decided != null) {
      return decided;
    }
    @Nullable Answer<EntryResult> answer =
        quotas.decide(
            partition,
            commitBatch,
            exchange,
            QuotaUsage.ENTRY,
            () -> newFile.makeNode(partition, commitBatch, request));
    if (answer == null) {
      return Decision.WAIT;
    }
    commitBatch.settle(partition, request, exchange, answer);
    splits.afterGrowth(partition, commitBatch);
    return Decision.TAKEN;
  }
}

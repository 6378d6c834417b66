package io.gigafs.server.namespace;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.namespace.CreateRequest;
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

/** Creates one regular file. */
public final class CreateOperation implements PartitionOperation<CreateRequest, EntryResult> {
  private final NewFile newFile;
  private final SplitTrigger splits;
  private final Quotas quotas;

  public CreateOperation(NewFile newFile, SplitTrigger splits, Quotas quotas) {
    this.newFile = newFile;
    this.splits = splits;
    this.quotas = quotas;
  }

  @Override
  public Decision decide(
      CreateRequest request,
      Exchange<EntryResult> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    @Nullable Decision decided = Admission.toChange(request, exchange, partition, commitBatch);
    if (decided != null) {
      return decided;
    }
    @Nullable Answer<EntryResult> answer = create(request, partition, commitBatch);
    if (Quotas.isOverQuota(answer)) {
      Answer<EntryResult> refused = answer;
      answer =
          quotas.decideAgain(
              partition,
              commitBatch,
              exchange,
              QuotaUsage.ENTRY,
              refused,
              () -> create(request, partition, commitBatch));
    }
    if (answer == null) {
      return Decision.WAIT;
    }
    commitBatch.settle(partition, request, exchange, answer);
    splits.afterGrowth(partition, commitBatch);
    return Decision.TAKEN;
  }

  private Answer<EntryResult> create(
      CreateRequest request, PartitionState partition, CommitBatch commitBatch) {
    return newFile.create(
        partition,
        commitBatch,
        request.caller(),
        request.name(),
        request.mode(),
        request.exclusive());
  }
}

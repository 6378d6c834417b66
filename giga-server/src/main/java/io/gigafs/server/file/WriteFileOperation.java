package io.gigafs.server.file;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.file.WriteFileRequest;
import io.gigafs.protocol.file.WriteFileRequest.WriteFileResult;
import io.gigafs.protocol.quota.QuotaUsage;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.entry.Admission;
import io.gigafs.server.entry.SplitTrigger;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionOperation;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.quota.Quotas;
import io.gigafs.tablefs.Attributes;
import org.jspecify.annotations.Nullable;

/** Writes one whole file. */
final class WriteFileOperation implements PartitionOperation<WriteFileRequest, WriteFileResult> {
  private final WholeFiles files;
  private final SplitTrigger splits;
  private final ServerContext context;
  private final Quotas quotas;

  WriteFileOperation(ServerContext context, WholeFiles files, SplitTrigger splits, Quotas quotas) {
    this.files = files;
    this.splits = splits;
    this.context = context;
    this.quotas = quotas;
  }

  @Override
  public Decision decide(
      WriteFileRequest request,
      Exchange<WriteFileResult> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    Exchange<WriteFileResult> answerTo =
        request.sync() ? context.syncs().synced(exchange) : exchange;
    @Nullable Decision decided = Admission.toChange(request, answerTo, partition, commitBatch);
    if (decided != null) {
      return decided;
    }
    WholeFiles.WholeFile file =
        new WholeFiles.WholeFile(request.caller(), request.name(), request.mode(), request.bytes());
    @Nullable Attributes found = commitBatch.batch().getEntry(partition.keyOf(file.name()));
    @Nullable Answer<WriteFileResult> answer = files.refuse(file, partition, found, commitBatch);
    if (answer == null) {
      QuotaUsage need = file.need(found);
      answer =
          quotas.decide(
              partition,
              commitBatch,
              exchange,
              need,
              () -> files.write(file, partition, commitBatch, found, need));
    }
    if (answer == null) {
      return Decision.WAIT;
    }
    commitBatch.settle(
        partition, request, WholeFiles.TO_BE_OPENED.equals(answer) ? exchange : answerTo, answer);
    splits.afterGrowth(partition, commitBatch);
    return Decision.TAKEN;
  }
}

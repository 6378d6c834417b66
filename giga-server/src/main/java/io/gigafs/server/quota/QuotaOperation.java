package io.gigafs.server.quota;

import io.gigafs.cluster.ServerInfo;
import io.gigafs.concurrent.Futures;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.quota.QuotaEpoch;
import io.gigafs.protocol.quota.QuotaRequest;
import io.gigafs.protocol.quota.QuotaRequest.QuotaResult;
import io.gigafs.protocol.quota.QuotaUsage;
import io.gigafs.protocol.quota.UsageRequest;
import io.gigafs.protocol.quota.UsageRequest.UsageResult;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionOperation;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.tablefs.QuotaLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Returns a quota and its usage, which all servers report at about the same time. While partitions
 * move between servers, they may be counted twice or not at all.
 */
final class QuotaOperation implements PartitionOperation<QuotaRequest, QuotaResult> {
  private static final long ASK_MILLIS = 1_500;
  private static final int RETRY_LATER_MILLIS = 200;

  private final ServerContext context;

  QuotaOperation(ServerContext context) {
    this.context = context;
  }

  @Override
  public boolean isRead() {
    return true;
  }

  @Override
  public Decision decide(
      QuotaRequest request,
      Exchange<QuotaResult> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    QuotaLimits limits = partition.limits();
    if (limits.equals(QuotaLimits.NONE)) {
      commitBatch.failed(exchange, ErrorCode.ENODATA, "the directory has no quota of its own");
      return Decision.TAKEN;
    }
    UsageRequest question = new UsageRequest(request.directory(), QuotaEpoch.NONE);
    List<CompletableFuture<Answer<UsageResult>>> asked = new ArrayList<>();
    for (ServerInfo server : context.view().get().servers()) {
      asked.add(context.messenger().askServer(server.id(), question, context.in(ASK_MILLIS)));
    }
    Futures.allOf(asked)
        .thenAccept(
            all -> {
              QuotaUsage used = QuotaUsage.NOTHING;
              for (CompletableFuture<Answer<UsageResult>> each : asked) {
                if (each.join() instanceof Answer.Done<UsageResult> done) {
                  used = used.plus(done.result().used());
                } else {
                  exchange.answer(
                      new Answer.Retry<>(
                          RETRY_LATER_MILLIS, "not all servers reported their usage"));
                  return;
                }
              }
              exchange.answer(
                  new Answer.Done<>(
                      new QuotaResult(new QuotaUsage(limits.entries(), limits.bytes()), used)));
            });
    return Decision.TAKEN;
  }
}

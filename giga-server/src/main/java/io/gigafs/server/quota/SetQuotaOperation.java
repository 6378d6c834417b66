package io.gigafs.server.quota;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.quota.QuotaUsage;
import io.gigafs.protocol.quota.SetQuotaRequest;
import io.gigafs.protocol.quota.SetQuotaRequest.SetQuotaResult;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionOperation;
import io.gigafs.server.partition.PartitionPhase;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.tablefs.QuotaLimits;
import org.jspecify.annotations.Nullable;

/**
 * Assigns partitions to a quota or removes them, one by one from the top, and then sets the limits.
 *
 * <p>A partition that joins or leaves waits for transactions and splits that lock part of it. So a
 * directory that is created in it afterwards inherits the quota, and an earlier one can be listed.
 */
final class SetQuotaOperation implements PartitionOperation<SetQuotaRequest, SetQuotaResult> {
  private final ServerContext context;
  private final QuotaHomes homes;

  SetQuotaOperation(ServerContext context, QuotaHomes homes) {
    this.context = context;
    this.homes = homes;
  }

  @Override
  public Decision decide(
      SetQuotaRequest request,
      Exchange<SetQuotaResult> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    if (!request.caller().isSuperuser()) {
      commitBatch.failed(exchange, ErrorCode.EPERM, "only the superuser may set quotas");
      return Decision.TAKEN;
    }
    @Nullable InodeId domain = partition.owner().quotaDomain();
    return switch (request.step()) {
      case JOIN -> join(request, exchange, partition, domain, commitBatch);
      case LEAVE -> leave(request, exchange, partition, domain, commitBatch);
      case LIMIT -> limit(request, exchange, partition, domain, commitBatch);
    };
  }

  private static Decision join(
      SetQuotaRequest request,
      Exchange<SetQuotaResult> exchange,
      PartitionState partition,
      @Nullable InodeId domain,
      CommitBatch commitBatch) {
    if (request.domain().equals(domain)) {
      return done(exchange, partition, false, commitBatch);
    }
    if (domain != null || partition.directory().equals(InodeId.SUPER_ROOT)) {
      commitBatch.failed(
          exchange,
          ErrorCode.EINVAL,
          "the directory counts for the quota of directory " + domain + ", and quotas do not nest");
      return Decision.TAKEN;
    }
    return change(exchange, partition, request.domain(), commitBatch);
  }

  private static Decision leave(
      SetQuotaRequest request,
      Exchange<SetQuotaResult> exchange,
      PartitionState partition,
      @Nullable InodeId domain,
      CommitBatch commitBatch) {
    return request.domain().equals(domain)
        ? change(exchange, partition, null, commitBatch)
        : done(exchange, partition, false, commitBatch);
  }

  private static Decision change(
      Exchange<SetQuotaResult> exchange,
      PartitionState partition,
      @Nullable InodeId domain,
      CommitBatch commitBatch) {
    if (partition.isSplitting() || !partition.locks().isEmpty() || partition.phase().isFrozen()) {
      return Decision.WAIT;
    }
    if (partition.phase().isPrepared()) {
      partition.setPhase(commitBatch, PartitionPhase.ACTIVE);
    }
    partition.setQuotaDomain(commitBatch, domain);
    return done(exchange, partition, true, commitBatch);
  }

  private static Decision done(
      Exchange<SetQuotaResult> exchange,
      PartitionState partition,
      boolean changed,
      CommitBatch commitBatch) {
    commitBatch.done(exchange, new SetQuotaResult(changed, partition.map()));
    return Decision.TAKEN;
  }

  /** Sets the limits; answers once all earlier grants are void. */
  private Decision limit(
      SetQuotaRequest request,
      Exchange<SetQuotaResult> exchange,
      PartitionState partition,
      @Nullable InodeId domain,
      CommitBatch commitBatch) {
    QuotaUsage limits = request.limits();
    if (!partition.directory().equals(domain)
        || !partition.index().equals(PartitionIndex.ZEROTH)
        || limits.entries() < 0
        || limits.bytes() < 0) {
      commitBatch.failed(exchange, ErrorCode.EINVAL, "");
      return Decision.TAKEN;
    }
    partition.setLimits(commitBatch, new QuotaLimits(limits.entries(), limits.bytes()));
    commitBatch.onFailure((code, detail) -> exchange.answer(new Answer.Failed<>(code, detail)));
    commitBatch.afterCommit(
        () ->
            context
                .lanes()
                .of(partition.slot())
                .submit(
                    next ->
                        homes
                            .of(partition)
                            .whenCounted(exchange, new SetQuotaResult(true, partition.map()))));
    return Decision.TAKEN;
  }
}

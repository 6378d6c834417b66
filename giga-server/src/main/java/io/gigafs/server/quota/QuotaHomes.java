package io.gigafs.server.quota;

import io.gigafs.index.InodeId;
import io.gigafs.protocol.quota.QuotaGrantRequest;
import io.gigafs.protocol.quota.QuotaGrantRequest.QuotaGrantResult;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionOperation;
import io.gigafs.server.partition.PartitionState;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** The quotas whose homes are on this server. Each is used on its partition's lane. */
final class QuotaHomes implements PartitionOperation<QuotaGrantRequest, QuotaGrantResult> {
  private final ServerContext context;
  private final ConcurrentMap<InodeId, QuotaHome> homes = new ConcurrentHashMap<>();

  QuotaHomes(ServerContext context) {
    this.context = context;
  }

  @Override
  public Decision decide(
      QuotaGrantRequest request,
      Exchange<QuotaGrantResult> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    of(partition).ask(request, exchange, commitBatch);
    return Decision.TAKEN;
  }

  /**
   * The home of the quota of partition zero's directory. An earlier home is replaced if the
   * partition was moved away or unloaded since, because its counts are outdated.
   */
  QuotaHome of(PartitionState partition) {
    return homes.compute(
        partition.directory(),
        (directory, known) ->
            known != null && known.isOf(partition) ? known : new QuotaHome(context, partition));
  }
}

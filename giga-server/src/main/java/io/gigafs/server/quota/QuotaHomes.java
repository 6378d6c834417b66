package io.gigafs.server.quota;

import io.gigafs.index.InodeId;
import io.gigafs.protocol.AllowanceRequest;
import io.gigafs.protocol.AllowanceResult;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.lane.Operation;
import io.gigafs.server.lane.PartitionState;
import io.gigafs.server.lane.Turn;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** The quotas whose homes are here. Each is used in turns of its partition's lane. */
public final class QuotaHomes implements Operation<AllowanceRequest, AllowanceResult> {
  private final QuotaContext context;
  private final ConcurrentMap<InodeId, QuotaHome> homes = new ConcurrentHashMap<>();

  public QuotaHomes(QuotaContext context) {
    this.context = context;
  }

  @Override
  public Decision decide(
      AllowanceRequest request,
      Exchange<AllowanceResult> exchange,
      PartitionState partition,
      Turn turn) {
    of(partition).ask(request, exchange, turn);
    return Decision.TAKEN;
  }

  /**
   * The home of the quota of a zeroth partition's directory. One that the partition has left since,
   * with its slot or to be put away, knows nothing that counts.
   */
  QuotaHome of(PartitionState partition) {
    return homes.compute(
        partition.directory(),
        (directory, known) ->
            known != null && known.isOf(partition) ? known : new QuotaHome(context, partition));
  }
}

package io.gigafs.server.quota;

import io.gigafs.protocol.quota.QuotaGrantRequest;
import io.gigafs.protocol.quota.QuotaRequest;
import io.gigafs.protocol.quota.SetQuotaRequest;
import io.gigafs.protocol.quota.UsageRequest;
import io.gigafs.server.context.RouteTable;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.partition.LocalQuotas;

/** The requests about quotas. */
public final class QuotaRoutes {
  private QuotaRoutes() {}

  /** Registers them. */
  public static void register(RouteTable routes, ServerContext context, LocalQuotas localQuotas) {
    QuotaHomes homes = new QuotaHomes(context);
    routes
        .inLane(SetQuotaRequest.OPCODE, new SetQuotaOperation(context, homes))
        .inLane(QuotaRequest.OPCODE, new QuotaOperation(context))
        .inLane(QuotaGrantRequest.OPCODE, homes)
        .here(UsageRequest.OPCODE, new UsageReporter(context, localQuotas)::report);
  }
}

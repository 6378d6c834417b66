package io.gigafs.server.lease;

import io.gigafs.protocol.lease.CopyNameRequest;
import io.gigafs.protocol.lease.DelegateRequest;
import io.gigafs.protocol.lease.DelegatedCreatesRequest;
import io.gigafs.protocol.lease.DelegatedUnlinksRequest;
import io.gigafs.protocol.lease.OfferCopyRequest;
import io.gigafs.protocol.lease.RecallCopiesRequest;
import io.gigafs.protocol.namespace.LookupRequest;
import io.gigafs.server.context.RouteTable;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.entry.NewFile;
import io.gigafs.server.entry.SplitTrigger;
import io.gigafs.server.partition.IdAllocator;
import io.gigafs.server.quota.Quotas;

/** The requests about delegations, and about copies of names on other servers. */
public final class LeaseRoutes {
  private LeaseRoutes() {}

  /** Registers them, after the request for a lookup. */
  public static void register(
      RouteTable routes,
      ServerContext context,
      IdAllocator ids,
      SplitTrigger splits,
      Quotas quotas,
      NameCopier copier,
      NameCopyCache copies) {
    routes
        .inLane(DelegateRequest.OPCODE, new DelegateOperation(context, ids))
        .inLane(
            DelegatedCreatesRequest.OPCODE,
            DelegatedCreates.operation(new NewFile(ids), splits, quotas))
        .inLane(DelegatedUnlinksRequest.OPCODE, DelegatedUnlinks.operation(splits, quotas))
        .inLane(CopyNameRequest.OPCODE, copier)
        .here(OfferCopyRequest.OPCODE, copies::offered)
        .here(RecallCopiesRequest.OPCODE, copies::recalled)
        .offerFirst(LookupRequest.OPCODE, copies::answer);
  }
}

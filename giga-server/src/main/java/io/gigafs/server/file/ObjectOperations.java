package io.gigafs.server.file;

import io.gigafs.protocol.file.DataResult;
import io.gigafs.protocol.file.PlaceRequest;
import io.gigafs.protocol.file.PlaceResult;
import io.gigafs.protocol.file.ReportRequest;
import io.gigafs.protocol.file.ReserveRequest;
import io.gigafs.protocol.file.ReserveResult;
import io.gigafs.protocol.file.SpillRequest;
import io.gigafs.protocol.quota.GrantRequest;
import io.gigafs.protocol.quota.GrantResult;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.data.Measures;
import io.gigafs.server.data.Placer;
import io.gigafs.server.data.ServerVolumes;
import io.gigafs.server.partition.PartitionOperation;
import io.gigafs.server.quota.Quotas;

/** Operations on the bytes of open files that are on volumes, or move there. */
public record ObjectOperations(
    PartitionOperation<PlaceRequest, PlaceResult> place,
    PartitionOperation<SpillRequest, DataResult> spill,
    PartitionOperation<ReportRequest, DataResult> report,
    PartitionOperation<ReserveRequest, ReserveResult> reserve,
    PartitionOperation<GrantRequest, GrantResult> grant) {

  static ObjectOperations of(
      ServerContext context,
      Quotas quotas,
      ServerVolumes volumes,
      Measures measures,
      Placer placer) {
    return new ObjectOperations(
        new PlaceOperation(context, volumes, placer),
        new SpillOperation(context, quotas),
        new ReportOperation(context),
        new ReserveOperation(context, volumes, quotas),
        new GrantOperation(context, quotas, measures));
  }
}

package io.gigafs.server.file;

import io.gigafs.protocol.DataResult;
import io.gigafs.protocol.GrantRequest;
import io.gigafs.protocol.GrantResult;
import io.gigafs.protocol.PlaceRequest;
import io.gigafs.protocol.PlaceResult;
import io.gigafs.protocol.ReportRequest;
import io.gigafs.protocol.ReserveRequest;
import io.gigafs.protocol.ReserveResult;
import io.gigafs.protocol.SpillRequest;
import io.gigafs.server.partition.PartitionOperation;

/** Operations on the bytes of open files that are on volumes, or move there. */
public record ObjectOperations(
    PartitionOperation<PlaceRequest, PlaceResult> place,
    PartitionOperation<SpillRequest, DataResult> spill,
    PartitionOperation<ReportRequest, DataResult> report,
    PartitionOperation<ReserveRequest, ReserveResult> reserve,
    PartitionOperation<GrantRequest, GrantResult> grant) {

  static ObjectOperations of(HandleContext context) {
    return new ObjectOperations(
        new PlaceOperation(context),
        new SpillOperation(context),
        new ReportOperation(context),
        new ReserveOperation(context),
        new GrantOperation(context));
  }
}

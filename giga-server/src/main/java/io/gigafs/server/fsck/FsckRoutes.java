package io.gigafs.server.fsck;

import io.gigafs.protocol.data.ObjectsRequest;
import io.gigafs.protocol.data.ObjectsRequest.ObjectsResult;
import io.gigafs.protocol.fsck.AdoptRequest;
import io.gigafs.protocol.fsck.CheckRequest;
import io.gigafs.protocol.fsck.CorrectCopyRequest;
import io.gigafs.protocol.fsck.HeadersRequest;
import io.gigafs.protocol.fsck.RecheckRequest;
import io.gigafs.protocol.fsck.RestorePartitionRequest;
import io.gigafs.protocol.fsck.SubdirectoriesRequest;
import io.gigafs.server.context.RouteTable;
import io.gigafs.server.entry.SplitTrigger;

/** The requests of checks. */
public final class FsckRoutes {
  private FsckRoutes() {}

  /** Registers them. */
  public static void register(RouteTable routes, Checker checker, SplitTrigger splits) {
    routes
        .here(CheckRequest.OPCODE, checker::check)
        .here(RecheckRequest.OPCODE, checker::recheck)
        .<ObjectsRequest, ObjectsResult>here(ObjectsRequest.OPCODE, checker::objects)
        .here(HeadersRequest.OPCODE, checker::headers)
        .atOwner(SubdirectoriesRequest.OPCODE, checker::subdirectories)
        .inLane(AdoptRequest.OPCODE, new AdoptOperation(checker.tasks(), splits))
        .inLane(CorrectCopyRequest.OPCODE, new CorrectCopyOperation(checker.tasks()))
        .atOwner(RestorePartitionRequest.OPCODE, checker::restore);
  }
}

package io.gigafs.server.transaction;

import io.gigafs.protocol.transaction.CommitOutcomeRequest;
import io.gigafs.protocol.transaction.FinishStepRequest;
import io.gigafs.protocol.transaction.FinishStepRequest.FinishStepResult;
import io.gigafs.protocol.transaction.FreezePartitionRequest;
import io.gigafs.protocol.transaction.OutcomeRequest;
import io.gigafs.protocol.transaction.PrepareRequest;
import io.gigafs.protocol.transaction.PrepareResult;
import io.gigafs.protocol.transaction.ReleasePartitionRequest;
import io.gigafs.protocol.transaction.RetireStepRequest;
import io.gigafs.protocol.transaction.SettleDirectoryRequest;
import io.gigafs.protocol.transaction.UpdatePartitionRequest;
import io.gigafs.server.context.RouteTable;
import io.gigafs.server.context.ServerContext;

/** The requests of transactions between servers. */
public final class TransactionRoutes {
  private TransactionRoutes() {}

  /** Registers them. */
  public static void register(
      RouteTable routes,
      ServerContext context,
      TransactionManager transactions,
      PreparedOperations prepared,
      OutcomeResolver resolver) {
    InodeRecords records = transactions.inodeRecords();
    PrepareOperation prepare = new PrepareOperation(transactions, prepared);
    FinishStepOperation finish = new FinishStepOperation(transactions, prepared);
    RetireStepOperation retire = new RetireStepOperation(transactions, prepared);
    CommitOutcomeOperation outcome = new CommitOutcomeOperation(transactions);
    LeavingNames leaving = new LeavingNames(transactions, finish, retire, outcome);
    routes
        .<PrepareRequest, PrepareResult>atOwner(
            PrepareRequest.OPCODE,
            (request, exchange) -> records.prepare(prepare, request, exchange))
        .<FinishStepRequest, FinishStepResult>atOwner(
            FinishStepRequest.OPCODE,
            (request, exchange) -> records.finish(finish, request, exchange))
        .offerFirst(FinishStepRequest.OPCODE, leaving::finish)
        .inLane(RetireStepRequest.OPCODE, retire)
        .offerFirst(RetireStepRequest.OPCODE, leaving::retire)
        .inLane(CommitOutcomeRequest.OPCODE, outcome)
        .offerFirst(CommitOutcomeRequest.OPCODE, leaving::outcome)
        .inLane(SettleDirectoryRequest.OPCODE, new SettleDirectoryOperation(context))
        .inLane(FreezePartitionRequest.OPCODE, new FreezePartitionOperation(context, resolver))
        .inLane(ReleasePartitionRequest.OPCODE, new ReleasePartitionOperation(context))
        .inLane(UpdatePartitionRequest.OPCODE, new UpdatePartitionOperation(context))
        .inLane(OutcomeRequest.OPCODE, new OutcomeOperation());
  }
}

package io.gigafs.server.operation;

import io.gigafs.protocol.CreateRequest;
import io.gigafs.protocol.EntryResult;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.lane.Operation;
import io.gigafs.server.lane.PartitionState;
import io.gigafs.server.lane.Turn;
import org.jspecify.annotations.Nullable;

/** Makes one regular file. */
final class CreateOperation implements Operation<CreateRequest, EntryResult> {
  private final NewFile newFile;
  private final SplitTrigger splits;

  CreateOperation(NewFile newFile, SplitTrigger splits) {
    this.newFile = newFile;
    this.splits = splits;
  }

  @Override
  public Decision decide(
      CreateRequest request, Exchange<EntryResult> exchange, PartitionState partition, Turn turn) {
    @Nullable Decision decided = Admission.toChange(request, exchange, partition, turn);
    if (decided != null) {
      return decided;
    }
    turn.settle(
        partition,
        request,
        exchange,
        newFile.create(
            partition,
            turn,
            request.caller(),
            request.name(),
            request.mode(),
            request.exclusive()));
    splits.afterGrowth(partition, turn);
    return Decision.TAKEN;
  }
}

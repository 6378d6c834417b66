package io.gigafs.server.operation;

import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.MakeNodeRequest;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.lane.Operation;
import io.gigafs.server.lane.PartitionState;
import io.gigafs.server.lane.Turn;
import org.jspecify.annotations.Nullable;

/** Makes one file that is no directory, by the rules of mknod(2) and symlink(2). */
final class MakeNodeOperation implements Operation<MakeNodeRequest, EntryResult> {
  private final NewFile newFile;
  private final SplitTrigger splits;

  MakeNodeOperation(NewFile newFile, SplitTrigger splits) {
    this.newFile = newFile;
    this.splits = splits;
  }

  @Override
  public Decision decide(
      MakeNodeRequest request,
      Exchange<EntryResult> exchange,
      PartitionState partition,
      Turn turn) {
    @Nullable Decision decided = Admission.toChange(request, exchange, partition, turn);
    if (decided != null) {
      return decided;
    }
    turn.settle(partition, request, exchange, newFile.makeNode(partition, turn, request));
    splits.afterGrowth(partition, turn);
    return Decision.TAKEN;
  }
}

package io.gigafs.server.operation;

import io.gigafs.access.Access;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Empty;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.UnlinkRequest;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.lane.Operation;
import io.gigafs.server.lane.PartitionState;
import io.gigafs.server.lane.Turn;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.FileType;
import org.jspecify.annotations.Nullable;

/** Removes a name that is not a directory, by the rules of unlink(2). */
final class UnlinkOperation implements Operation<UnlinkRequest, Empty> {
  @Override
  public Decision decide(
      UnlinkRequest request, Exchange<Empty> exchange, PartitionState partition, Turn turn) {
    @Nullable Decision decided = Admission.toChange(request, exchange, partition, turn);
    if (decided != null) {
      return decided;
    }
    turn.settle(partition, request, exchange, unlink(request, partition, turn));
    return Decision.TAKEN;
  }

  private static Answer<Empty> unlink(UnlinkRequest request, PartitionState partition, Turn turn) {
    if (!Permissions.has(partition, request.caller(), Access.SEARCH)) {
      return new Answer.Failed<>(ErrorCode.EACCES, "");
    }
    EntryKey key = partition.keyOf(request.name());
    Attributes found = turn.batch().getEntry(key);
    if (found == null) {
      return new Answer.Failed<>(ErrorCode.ENOENT, "");
    }
    if (!Permissions.has(partition, request.caller(), Access.WRITE)) {
      return new Answer.Failed<>(ErrorCode.EACCES, "");
    }
    if (!Permissions.mayRemove(partition, found.uid(), request.caller())) {
      return new Answer.Failed<>(ErrorCode.EPERM, "");
    }
    if (found.type() == FileType.DIRECTORY) {
      return new Answer.Failed<>(ErrorCode.EISDIR, "");
    }
    if (found.marks() == 0 && found.type() != FileType.SYMLINK) {
      turn.batch().deleteEntry(key);
    } else {
      turn.batch().deleteFile(key);
    }
    partition.entryRemoved(turn, found);
    return new Answer.Done<>(Empty.INSTANCE);
  }
}

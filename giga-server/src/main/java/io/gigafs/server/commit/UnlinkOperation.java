package io.gigafs.server.commit;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Empty;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.UnlinkRequest;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.lane.Operation;
import io.gigafs.server.lane.PartitionState;
import io.gigafs.server.lane.Turn;
import io.gigafs.server.operation.Admission;
import io.gigafs.server.operation.Permissions;
import io.gigafs.server.operation.Removal;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.EntryKey;
import org.jspecify.annotations.Nullable;

/**
 * Removes a name that is not a directory, by the rules of unlink(2): with its file, unless that has
 * other names or somebody holds it.
 */
public final class UnlinkOperation implements Operation<UnlinkRequest, Empty> {
  private final CommitContext context;

  public UnlinkOperation(CommitContext context) {
    this.context = context;
  }

  @Override
  public Decision decide(
      UnlinkRequest request, Exchange<Empty> exchange, PartitionState partition, Turn turn) {
    @Nullable Decision decided = Admission.toChange(request, exchange, partition, turn);
    if (decided != null) {
      return decided;
    }
    EntryKey key = partition.keyOf(request.name());
    Attributes found = turn.batch().getEntry(key);
    if (found != null && isAnothers(request, found)) {
      turn.settle(partition, request, exchange, new Answer.Done<>(Empty.INSTANCE));
      return Decision.TAKEN;
    }
    @Nullable ErrorCode refused = Removal.refuse(request.caller(), partition, found);
    if (refused != null || found == null) {
      turn.settle(
          partition,
          request,
          exchange,
          new Answer.Failed<>(refused == null ? ErrorCode.ENOENT : refused, ""));
    } else if (found.has(Attributes.LINKED) || partition.holds().isHeld(request.name())) {
      UnlinkChange change =
          new UnlinkChange(
              request,
              FileRows.read(turn.batch(), key, found),
              Permissions.mayRemoveOwnOnly(partition, request.caller()),
              turn.wallNanos());
      context.make(change, request.caller(), exchange, partition, turn);
    } else {
      Removal.remove(key, found, partition, turn);
      turn.settle(partition, request, exchange, new Answer.Done<>(Empty.INSTANCE));
    }
    return Decision.TAKEN;
  }

  private static boolean isAnothers(UnlinkRequest request, Attributes found) {
    return request.file() != null && request.file().value() != found.inode();
  }
}

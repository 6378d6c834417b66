package io.gigafs.server.namespace;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Result.Empty;
import io.gigafs.protocol.namespace.UnlinkRequest;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.entry.Admission;
import io.gigafs.server.entry.DirectoryPermissions;
import io.gigafs.server.entry.FileRows;
import io.gigafs.server.entry.NameRemoval;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionOperation;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.transaction.TransactionManager;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.EntryKey;
import org.jspecify.annotations.Nullable;

/**
 * Removes a name that is not a directory, by the rules of unlink(2). The file is removed too,
 * unless it has other names or open state.
 */
final class UnlinkOperation implements PartitionOperation<UnlinkRequest, Empty> {
  private final TransactionManager manager;

  UnlinkOperation(TransactionManager manager) {
    this.manager = manager;
  }

  @Override
  public Decision decide(
      UnlinkRequest request,
      Exchange<Empty> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    @Nullable Decision decided = Admission.toChange(request, exchange, partition, commitBatch);
    if (decided != null) {
      return decided;
    }
    EntryKey key = partition.keyOf(request.name());
    Attributes found = commitBatch.batch().getEntry(key);
    if (found != null && isAnothers(request, found)) {
      commitBatch.settle(partition, request, exchange, new Answer.Done<>(Empty.INSTANCE));
      return Decision.TAKEN;
    }
    @Nullable ErrorCode refused = NameRemoval.refuse(request.caller(), partition, found);
    if (refused != null || found == null) {
      commitBatch.settle(
          partition,
          request,
          exchange,
          new Answer.Failed<>(refused == null ? ErrorCode.ENOENT : refused, ""));
    } else if (found.has(Attributes.LINKED) || partition.openState().isHeld(request.name())) {
      UnlinkChange change =
          new UnlinkChange(
              request,
              FileRows.read(commitBatch.batch(), key, found),
              DirectoryPermissions.mayRemoveOwnOnly(partition, request.caller()),
              commitBatch.wallNanos());
      manager.make(change, request.caller(), exchange, partition, commitBatch);
    } else {
      NameRemoval.remove(key, found, partition, commitBatch);
      commitBatch.settle(partition, request, exchange, new Answer.Done<>(Empty.INSTANCE));
    }
    return Decision.TAKEN;
  }

  private static boolean isAnothers(UnlinkRequest request, Attributes found) {
    return request.file() != null && request.file().value() != found.inode();
  }
}

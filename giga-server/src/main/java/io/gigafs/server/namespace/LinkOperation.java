package io.gigafs.server.namespace;

import io.gigafs.access.Access;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.namespace.LinkRequest;
import io.gigafs.protocol.transaction.FileCopy;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.access.InodeFlags;
import io.gigafs.server.entry.Admission;
import io.gigafs.server.entry.DirectoryPermissions;
import io.gigafs.server.entry.FileRows;
import io.gigafs.server.entry.NamedFile;
import io.gigafs.server.openstate.OpenState;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionOperation;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.transaction.TransactionManager;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.FileType;
import org.jspecify.annotations.Nullable;

/** Adds a name to a file, by the rules of link(2). */
final class LinkOperation implements PartitionOperation<LinkRequest, EntryResult> {
  private final TransactionManager manager;

  LinkOperation(TransactionManager manager) {
    this.manager = manager;
  }

  @Override
  public Decision decide(
      LinkRequest request,
      Exchange<EntryResult> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    @Nullable Decision decided = Admission.toChange(request, exchange, partition, commitBatch);
    if (decided != null) {
      return decided;
    }
    EntryKey key = partition.keyOf(request.name());
    Attributes found = commitBatch.batch().getEntry(key);
    @Nullable ErrorCode refused = refuse(request, exchange.peer().clientId(), partition, found);
    if (refused != null || found == null) {
      commitBatch.settle(
          partition,
          request,
          exchange,
          new Answer.Failed<>(refused == null ? ErrorCode.ENOENT : refused, ""));
      return Decision.TAKEN;
    }
    FileCopy original =
        partition.isInodeRecord()
            ? FileRows.entryOnly(found)
            : FileRows.read(commitBatch.batch(), key, found);
    LinkChange change =
        new LinkChange(request, original, partition.isInodeRecord(), commitBatch.wallNanos());
    manager.make(change, request.caller(), exchange, partition, commitBatch);
    return Decision.TAKEN;
  }

  /** Only a client that has the file open may address it by its inode record. */
  private static boolean isOpenBy(long client, PartitionState partition, LinkRequest request) {
    OpenState openState = partition.openState().find(request.name());
    return openState != null && openState.isOpenBy(client);
  }

  private static @Nullable ErrorCode refuse(
      LinkRequest request, long client, PartitionState partition, @Nullable Attributes found) {
    if (!DirectoryPermissions.has(partition, request.caller(), Access.SEARCH)) {
      return ErrorCode.EACCES;
    }
    if (found == null || (partition.isInodeRecord() && !isOpenBy(client, partition, request))) {
      return ErrorCode.ENOENT;
    }
    if (partition.isInodeRecord() && found.links() >= AdjustLinkCountRule.MAX_LINKS) {
      return ErrorCode.EMLINK;
    }
    if (NamedFile.isOther(found, request.expected())) {
      return ErrorCode.ESTALE;
    }
    if (found.type() == FileType.SYMLINK && request.follows()) {
      return ErrorCode.ELOOP;
    }
    if (InodeFlags.isProtected(found)) {
      return ErrorCode.EPERM;
    }
    // Two phases would wait for their own lock of a name that is both the old and the new one.
    boolean isSameName =
        request.toDirectory().equals(request.directory())
            && request.toName().equals(request.name());
    return isSameName || request.toDirectory().equals(InodeId.SUPER_ROOT) ? ErrorCode.EEXIST : null;
  }
}

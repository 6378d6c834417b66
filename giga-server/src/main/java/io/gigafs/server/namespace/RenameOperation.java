package io.gigafs.server.namespace;

import io.gigafs.access.Access;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Result.Empty;
import io.gigafs.protocol.namespace.RenameMode;
import io.gigafs.protocol.namespace.RenameRequest;
import io.gigafs.protocol.quota.QuotaUsage;
import io.gigafs.protocol.transaction.FileCopy;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.access.InodeFlags;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.entry.Admission;
import io.gigafs.server.entry.DirectoryPermissions;
import io.gigafs.server.entry.FileRows;
import io.gigafs.server.entry.NewFile;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionOperation;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.partition.PartitionUsage.Reservation;
import io.gigafs.server.quota.Quotas;
import io.gigafs.server.transaction.TransactionManager;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.FileType;
import org.jspecify.annotations.Nullable;

/** Renames a file, by the rules of renameat2(2). */
final class RenameOperation implements PartitionOperation<RenameRequest, Empty> {
  private final TransactionManager manager;
  private final ServerContext context;
  private final NewFile newFile;

  RenameOperation(TransactionManager manager, NewFile newFile) {
    this.manager = manager;
    this.context = manager.context();
    this.newFile = newFile;
  }

  @Override
  public Decision decide(
      RenameRequest request,
      Exchange<Empty> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    return decide(request, exchange, partition, commitBatch, null);
  }

  /**
   * Decides the request.
   *
   * @param owner the owner of the name's file, null if not asked yet
   */
  private Decision decide(
      RenameRequest request,
      Exchange<Empty> exchange,
      PartitionState partition,
      CommitBatch commitBatch,
      @Nullable LinkedOwner owner) {
    @Nullable Decision decided = Admission.toChange(request, exchange, partition, commitBatch);
    if (decided != null) {
      return decided;
    }
    Attributes found = commitBatch.batch().getEntry(partition.keyOf(request.name()));
    @Nullable ErrorCode refused = refuse(request, partition, found);
    if (refused != null || found == null) {
      commitBatch.settle(
          partition,
          request,
          exchange,
          new Answer.Failed<>(refused == null ? ErrorCode.ENOENT : refused, ""));
    } else if (isSameName(request)) {
      commitBatch.settle(partition, request, exchange, new Answer.Done<>(Empty.INSTANCE));
    } else {
      return rename(request, found, exchange, partition, commitBatch, owner);
    }
    return Decision.TAKEN;
  }

  private static @Nullable ErrorCode refuse(
      RenameRequest request, PartitionState partition, @Nullable Attributes found) {
    if (!DirectoryPermissions.has(partition, request.caller(), Access.SEARCH)) {
      return ErrorCode.EACCES;
    }
    if (found == null) {
      return ErrorCode.ENOENT;
    }
    if (isAboveRoot(request)) {
      return ErrorCode.EBUSY;
    }
    if (isSameName(request) && request.mode().atNewName() == RenameMode.NO_REPLACE) {
      return ErrorCode.EEXIST;
    }
    boolean saysDirectory = request.slash() || request.toSlash();
    boolean isDirectory = found.type() == FileType.DIRECTORY;
    return isSameName(request) && saysDirectory && !isDirectory ? ErrorCode.ENOTDIR : null;
  }

  /** Whether a trailing slash follows the name of a file that is not a directory. */
  private static boolean isTakenForDirectory(RenameRequest request, Attributes found) {
    boolean saysDirectory =
        request.slash() || (request.toSlash() && request.mode() != RenameMode.EXCHANGE);
    return saysDirectory && found.type() != FileType.DIRECTORY;
  }

  private static boolean isAboveRoot(RenameRequest request) {
    return request.directory().equals(InodeId.SUPER_ROOT)
        || request.toDirectory().equals(InodeId.SUPER_ROOT);
  }

  private static boolean isSameName(RenameRequest request) {
    return request.directory().equals(request.toDirectory())
        && request.name().equals(request.toName());
  }

  private Decision rename(
      RenameRequest request,
      Attributes found,
      Exchange<Empty> exchange,
      PartitionState partition,
      CommitBatch commitBatch,
      @Nullable LinkedOwner owner) {
    @Nullable ErrorCode refused = refuseRemoval(request, partition, found, owner);
    if (refused == null && LinkedOwner.isUnknown(found, owner)) {
      askOwner(request, found, exchange, partition);
      return Decision.TAKEN;
    }
    if (request.mode().leavesWhiteout()) {
      switch (manager.usage().prepayEntry(partition, commitBatch, exchange)) {
        case GRANTED -> {}
        case WAIT -> {
          return Decision.WAIT;
        }
        case REFUSED -> {
          commitBatch.settle(partition, request, exchange, Quotas.overQuota());
          return Decision.TAKEN;
        }
      }
    }
    if (refused == null && found.type() == FileType.DIRECTORY) {
      refused = refuseMove(request, found, partition, commitBatch);
    }
    FileCopy original = FileRows.read(commitBatch.batch(), partition.keyOf(request.name()), found);
    RenameChange change =
        new RenameChange(
            request,
            original,
            refused,
            found.has(Attributes.LINKED) && isForOwner(request, partition),
            commitBatch.wallNanos(),
            request.mode().leavesWhiteout() ? whiteout(request, partition, commitBatch) : null);
    boolean mayMoveDirectories =
        found.type() == FileType.DIRECTORY || request.mode() == RenameMode.EXCHANGE;
    manager.make(
        mayMoveDirectories
            ? new RenameDirectoryChange(request, change, original, quotaDomain(partition))
            : change,
        request.caller(),
        exchange,
        partition,
        commitBatch);
    return Decision.TAKEN;
  }

  private RenameChange.Whiteout whiteout(
      RenameRequest request, PartitionState partition, CommitBatch commitBatch) {
    Reservation credit = partition.usage().reserve(QuotaUsage.ENTRY);
    commitBatch.onFailure(credit::release); // nothing else names it yet
    return new RenameChange.Whiteout(
        newFile.whiteout(partition, commitBatch, request.caller()), credit);
  }

  private void askOwner(
      RenameRequest request, Attributes found, Exchange<Empty> exchange, PartitionState partition) {
    LinkedOwner.ask(
        context,
        found,
        request,
        exchange,
        partition,
        owner ->
            (same, asker, where, commitBatch) -> decide(same, asker, where, commitBatch, owner));
  }

  private static @Nullable ErrorCode refuseRemoval(
      RenameRequest request,
      PartitionState partition,
      Attributes found,
      @Nullable LinkedOwner owner) {
    if (isTakenForDirectory(request, found)) {
      return ErrorCode.ENOTDIR;
    }
    @Nullable ErrorCode refused = DirectoryPermissions.refuseRemoving(partition, request.caller());
    if (refused != null) {
      return refused;
    }
    if (InodeFlags.isProtected(found)) {
      return ErrorCode.EPERM;
    }
    return LinkedOwner.forbidsRemoval(found, owner, partition, request.caller())
        ? ErrorCode.EPERM
        : null;
  }

  /** A move to another parent writes to the directory, because its ".." changes. */
  private static @Nullable ErrorCode refuseMove(
      RenameRequest request, Attributes found, PartitionState partition, CommitBatch commitBatch) {
    if (request.toDirectory().value() == found.inode()) {
      return ErrorCode.EINVAL;
    }
    boolean staysInParent = request.toDirectory().equals(request.directory());
    return staysInParent
            || WritableDirectory.isOne(
                commitBatch.batch(), partition.keyOf(request.name()), found, request.caller())
        ? null
        : ErrorCode.EACCES;
  }

  private static long quotaDomain(PartitionState partition) {
    InodeId domain = partition.owner().quotaDomain();
    return domain == null ? 0 : domain.value();
  }

  private static boolean isForOwner(RenameRequest request, PartitionState partition) {
    return DirectoryPermissions.mayRemoveOwnOnly(partition, request.caller());
  }
}

package io.gigafs.server.namespace;

import io.gigafs.access.Access;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Result.Empty;
import io.gigafs.protocol.namespace.RemoveDirectoryRequest;
import io.gigafs.protocol.transaction.FreezePartitionRequest;
import io.gigafs.protocol.transaction.FreezePartitionRequest.FreezePartitionResult;
import io.gigafs.protocol.transaction.ReleasePartitionRequest;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.access.InodeFlags;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.crash.CrashPoint;
import io.gigafs.server.entry.Admission;
import io.gigafs.server.entry.DirectoryPermissions;
import io.gigafs.server.entry.NamedFile;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.Lane;
import io.gigafs.server.partition.PartitionOperation;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.transaction.PartitionWalk;
import io.gigafs.server.transaction.UnawaitedAnswers;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.FileType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Removes an empty directory with any number of partitions, by the rules of rmdir(2).
 *
 * <ol>
 *   <li>The name is locked and its leases are recalled.
 *   <li>All partitions are frozen, each if it is empty. If one is not, all are released.
 *   <li>The entry is removed, which is the commit point. Then the partitions are deleted.
 * </ol>
 *
 * <p>A partition that stays frozen asks for the outcome.
 */
final class RemoveDirectoryOperation implements PartitionOperation<RemoveDirectoryRequest, Empty> {
  private final ServerContext context;

  RemoveDirectoryOperation(ServerContext context) {
    this.context = context;
  }

  @Override
  public Decision decide(
      RemoveDirectoryRequest request,
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
      RemoveDirectoryRequest request,
      Exchange<Empty> exchange,
      PartitionState partition,
      CommitBatch commitBatch,
      @Nullable LinkedOwner owner) {
    @Nullable Decision decided = Admission.toChange(request, exchange, partition, commitBatch);
    if (decided != null) {
      return decided;
    }
    Attributes entry = commitBatch.batch().getEntry(partition.keyOf(request.name()));
    @Nullable ErrorCode refused = refuse(request, partition, entry, owner);
    if (refused == ErrorCode.ENOTDIR
        && entry != null
        && LinkedOwner.isMissing(entry, owner, partition, request.caller())) {
      askOwner(entry, request, exchange, partition);
      return Decision.TAKEN;
    }
    if (refused != null || entry == null) {
      commitBatch.settle(
          partition,
          request,
          exchange,
          new Answer.Failed<>(refused == null ? ErrorCode.ENOENT : refused, ""));
      return Decision.TAKEN;
    }
    new Removal(request, exchange, partition, entry).begin(commitBatch);
    return Decision.TAKEN;
  }

  private void askOwner(
      Attributes entry,
      RemoveDirectoryRequest request,
      Exchange<Empty> exchange,
      PartitionState partition) {
    LinkedOwner.ask(
        context,
        entry,
        request,
        exchange,
        partition,
        owner ->
            (same, asker, where, commitBatch) -> decide(same, asker, where, commitBatch, owner));
  }

  /** Checks in the order of Linux. */
  private static @Nullable ErrorCode refuse(
      RemoveDirectoryRequest request,
      PartitionState partition,
      @Nullable Attributes entry,
      @Nullable LinkedOwner owner) {
    if (!DirectoryPermissions.has(partition, request.caller(), Access.SEARCH)) {
      return ErrorCode.EACCES;
    }
    if (entry == null) {
      return ErrorCode.ENOENT;
    }
    if (NamedFile.isOther(entry, request.expected())) {
      return ErrorCode.ESTALE;
    }
    if (partition.directory().equals(InodeId.SUPER_ROOT)) {
      return ErrorCode.EBUSY;
    }
    @Nullable ErrorCode refused = DirectoryPermissions.refuseRemoving(partition, request.caller());
    if (refused != null) {
      return refused;
    }
    if (InodeFlags.isProtected(entry)) {
      return ErrorCode.EPERM;
    }
    if (LinkedOwner.forbidsRemoval(entry, owner, partition, request.caller())) {
      return ErrorCode.EPERM;
    }
    return entry.type() == FileType.DIRECTORY ? null : ErrorCode.ENOTDIR;
  }

  /** A running removal, on the lane that owns the entry. */
  private final class Removal {
    private static final long DROP_MILLIS = 10_000;
    private static final int ASK_AGAIN_MILLIS = 100;

    private final RemoveDirectoryRequest request;
    private final Exchange<Empty> exchange;
    private final PartitionState partition;
    private final Attributes entry;
    private final InodeId directory;
    private final Lane lane;
    private final long transaction;

    Removal(
        RemoveDirectoryRequest request,
        Exchange<Empty> exchange,
        PartitionState partition,
        Attributes entry) {
      this.request = request;
      this.exchange = exchange;
      this.partition = partition;
      this.entry = entry;
      this.directory = new InodeId(entry.inode());
      this.lane = context.lanes().of(partition.slot());
      this.transaction = context.nextTransaction();
    }

    void begin(CommitBatch commitBatch) {
      partition.locks().lock(request.name(), transaction);
      partition
          .leases()
          .recall(
              request.name(),
              exchange.peer().clientId(),
              lane,
              commitBatch.nanos(),
              next -> freeze());
    }

    private void freeze() {
      PartitionWalk.start(
          lane,
          context.messenger(),
          index -> new FreezePartitionRequest(directory, index, transaction, request.name()),
          FreezePartitionResult::map,
          exchange.deadlineNanos(),
          this::frozen);
    }

    private void frozen(
        CommitBatch commitBatch,
        List<PartitionIndex> reached,
        List<FreezePartitionResult> results,
        Answer.@Nullable Failed<FreezePartitionResult> failure) {
      context.reached(CrashPoint.RMDIR_WALKED);
      commitBatch.reportFailureTo(exchange);
      commitBatch.onFailure(
          () -> {
            unlock();
            release(reached, null);
          });
      if (failure != null) {
        // A timeout is not final: the client retries if its deadline allows.
        commitBatch.answer(
            exchange,
            failure.code() == ErrorCode.ETIMEDOUT
                ? new Answer.Retry<>(ASK_AGAIN_MILLIS)
                : new Answer.Failed<>(failure.code(), failure.detail()));
        end(commitBatch, reached, null);
      } else if (results.stream().allMatch(FreezePartitionResult::empty)) {
        commitBatch.batch().deleteFile(partition.keyOf(request.name()));
        partition.entryRemoved(commitBatch, entry);
        commitBatch.settle(partition, request, exchange, new Answer.Done<>(Empty.INSTANCE));
        end(commitBatch, reached, commitBatch.wallNanos());
      } else {
        commitBatch.settle(
            partition, request, exchange, new Answer.Failed<>(ErrorCode.ENOTEMPTY, ""));
        end(commitBatch, reached, null);
      }
    }

    /** Ends the removal; {@code removedNanos} is when the entry is removed, null if it stays. */
    private void end(
        CommitBatch commitBatch, List<PartitionIndex> reached, @Nullable Long removedNanos) {
      commitBatch.afterCommit(
          () -> {
            unlock();
            if (removedNanos == null) {
              release(reached, null);
            } else {
              context.reached(CrashPoint.RMDIR_ENTRY_REMOVED);
              context.whenDurable("removing " + directory, () -> release(reached, removedNanos));
            }
          });
    }

    private void unlock() {
      partition.locks().unlock(request.name());
      partition.resumeParked();
    }

    private void release(List<PartitionIndex> reached, @Nullable Long removedNanos) {
      if (removedNanos != null) {
        context.reached(CrashPoint.RMDIR_REMOVAL_DURABLE);
      }
      for (PartitionIndex index : reached) {
        ReleasePartitionRequest release =
            new ReleasePartitionRequest(directory, index, transaction, removedNanos);
        UnawaitedAnswers.logFailure(
            context.messenger().ask(release, context.in(DROP_MILLIS)),
            "releasing directory " + directory);
      }
    }
  }
}

package io.gigafs.server.transaction;

import io.gigafs.index.InodeId;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.namespace.RenameMode;
import io.gigafs.protocol.transaction.CommitStep.DirectoryRenameLock;
import io.gigafs.protocol.transaction.CommitStep.InsertDentry;
import io.gigafs.protocol.transaction.FileCopy;
import io.gigafs.protocol.transaction.PrepareRequest;
import io.gigafs.protocol.transaction.PrepareResult;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.transaction.PreparedOperation.State;
import org.jspecify.annotations.Nullable;

/**
 * Preparations that take more than one commit batch: recalling leases on a directory's dentry,
 * freezing a directory to be removed if it is empty, and checking that no directory becomes its own
 * descendant.
 */
final class LongPreparation {
  private final DirectoryWalks walks;
  private final CycleCheck cycles;

  LongPreparation(TransactionManager manager) {
    this.walks = new DirectoryWalks(manager.context());
    this.cycles = new CycleCheck(manager.context());
  }

  /** Receives on the step's lane the reply to the coordinator. */
  @FunctionalInterface
  interface Completion {
    void prepared(PrepareResult result, CommitBatch commitBatch);
  }

  /** Whether the step needs such preparation. */
  static boolean isNeeded(PrepareRequest request, PrepareResult result) {
    return request.step() instanceof DirectoryRenameLock
        || (request.step() instanceof InsertDentry && isDirectory(result.found()));
  }

  private static boolean isDirectory(@Nullable FileCopy found) {
    return found != null && found.attributes().isDirectory();
  }

  /** Starts the preparation; the step's name is locked meanwhile. */
  void start(
      PreparedOperation step,
      PrepareRequest request,
      PrepareResult result,
      CommitBatch commitBatch,
      Completion completion) {
    if (request.step() instanceof DirectoryRenameLock moves) {
      checkCycles(step, moves, result, completion);
    } else if (request.step() instanceof InsertDentry put && result.found() != null) {
      recall(step, request, put, result.found().attributes(), result, commitBatch, completion);
    }
  }

  private void checkCycles(
      PreparedOperation step,
      DirectoryRenameLock moves,
      PrepareResult result,
      Completion completion) {
    cycles
        .check(moves)
        .thenAccept(
            refused ->
                step.lane()
                    .submit(
                        commitBatch ->
                            completion.prepared(
                                resultOf(result, refused.orElse(null)), commitBatch)));
  }

  private static PrepareResult resultOf(PrepareResult result, @Nullable ErrorCode refused) {
    if (refused == null) {
      return result;
    }
    return refused == ErrorCode.ETIMEDOUT ? PrepareResult.BUSY : PrepareResult.refused(refused);
  }

  private void recall(
      PreparedOperation step,
      PrepareRequest request,
      InsertDentry put,
      FileAttributes found,
      PrepareResult result,
      CommitBatch commitBatch,
      Completion completion) {
    if (put.mode() != RenameMode.EXCHANGE && found.inode().equals(request.id().directory())) {
      completion.prepared(PrepareResult.refused(ErrorCode.ENOTEMPTY), commitBatch);
      return;
    }
    step.partition()
        .leases()
        .recall(
            step.name(),
            request.client(),
            step.lane(),
            commitBatch.nanos(),
            next -> {
              if (step.state() == State.ABORTED) {
                completion.prepared(PrepareResult.BUSY, next);
              } else if (put.mode() == RenameMode.EXCHANGE) {
                settle(step, found, result, completion);
              } else {
                freeze(step, put, found.inode(), result, completion);
              }
            });
  }

  private void settle(
      PreparedOperation step, FileAttributes found, PrepareResult result, Completion completion) {
    walks.place(
        step.lane(),
        found.inode(),
        step.id().partTransaction(),
        step.partition().directory(),
        step.name(),
        found.changedNanos(),
        (done, commitBatch) ->
            completion.prepared(done ? result : PrepareResult.BUSY, commitBatch));
  }

  private void freeze(
      PreparedOperation step,
      InsertDentry put,
      InodeId found,
      PrepareResult result,
      Completion completion) {
    long transaction = step.id().partTransaction();
    long putNanos = put.file().attributes().changedNanos();
    walks.freeze(
        step.lane(),
        found,
        transaction,
        step.name(),
        (reached, empty, commitBatch) -> {
          step.setReleaser(
              drop -> walks.release(found, reached, transaction, drop ? putNanos : null));
          if (empty == null) {
            completion.prepared(PrepareResult.BUSY, commitBatch);
          } else {
            completion.prepared(
                empty ? result : PrepareResult.refused(ErrorCode.ENOTEMPTY), commitBatch);
          }
        });
  }
}

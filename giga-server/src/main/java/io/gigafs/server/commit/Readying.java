package io.gigafs.server.commit;

import io.gigafs.index.InodeId;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileCopy;
import io.gigafs.protocol.MoveDirectories;
import io.gigafs.protocol.PrepareStepRequest;
import io.gigafs.protocol.PrepareStepResult;
import io.gigafs.protocol.PutName;
import io.gigafs.protocol.RenameMode;
import io.gigafs.server.lane.PartitionState;
import io.gigafs.server.lane.Recall;
import io.gigafs.server.lane.Turn;
import org.jspecify.annotations.Nullable;

/**
 * What has to happen before some steps are prepared, and takes more than a turn: nobody relies on a
 * directory's entry any more, a directory that goes is empty and stays so, no directory comes to be
 * below itself.
 */
final class Readying {
  private final CommitContext context;
  private final DirectoryWalks walks;
  private final CycleCheck cycles;

  Readying(CommitContext context) {
    this.context = context;
    this.walks = new DirectoryWalks(context);
    this.cycles = new CycleCheck(context);
  }

  /** Told in a turn of the step's lane what the coordinator is to be told. */
  @FunctionalInterface
  interface Then {
    void ready(PrepareStepResult result, Turn turn);
  }

  /** Whether there is anything to do. */
  static boolean isNeeded(PrepareStepRequest request, PrepareStepResult result) {
    return request.step() instanceof MoveDirectories
        || (request.step() instanceof PutName && isDirectory(result.found()));
  }

  private static boolean isDirectory(@Nullable FileCopy found) {
    return found != null && found.attributes().isDirectory();
  }

  /** Does it, while the step's name is held. */
  void start(
      HeldStep step, PrepareStepRequest request, PrepareStepResult result, Turn turn, Then then) {
    if (request.step() instanceof MoveDirectories moves) {
      checkCycles(step, moves, result, then);
    } else if (request.step() instanceof PutName put && result.found() != null) {
      recall(step, request, put, result.found().attributes(), result, turn, then);
    }
  }

  private void checkCycles(
      HeldStep step, MoveDirectories moves, PrepareStepResult result, Then then) {
    cycles
        .check(moves)
        .thenAccept(
            refused ->
                step.lane().submit(turn -> then.ready(told(result, refused.orElse(null)), turn)));
  }

  private static PrepareStepResult told(PrepareStepResult result, @Nullable ErrorCode refused) {
    if (refused == null) {
      return result;
    }
    return refused == ErrorCode.ETIMEDOUT
        ? PrepareStepResult.BUSY
        : PrepareStepResult.refused(refused);
  }

  private void recall(
      HeldStep step,
      PrepareStepRequest request,
      PutName put,
      FileAttributes found,
      PrepareStepResult result,
      Turn turn,
      Then then) {
    if (put.mode() != RenameMode.EXCHANGE && found.inode().equals(request.id().directory())) {
      then.ready(PrepareStepResult.refused(ErrorCode.ENOTEMPTY), turn);
      return;
    }
    PartitionState partition = step.partition();
    Recall recall =
        partition
            .leases()
            .recall(partition.directory(), step.name(), request.client(), turn.nanos());
    context
        .transactions()
        .recalls()
        .whenDone(
            recall,
            step.lane(),
            next -> {
              if (put.mode() == RenameMode.EXCHANGE) {
                settle(step, found, result, then);
              } else {
                freeze(step, put, found.inode(), result, then);
              }
            });
  }

  private void settle(HeldStep step, FileAttributes found, PrepareStepResult result, Then then) {
    walks.place(
        step.lane(),
        found.inode(),
        step.id().partTransaction(),
        step.partition().directory(),
        step.name(),
        found.changedNanos(),
        (done, turn) -> then.ready(done ? result : PrepareStepResult.BUSY, turn));
  }

  private void freeze(
      HeldStep step, PutName put, InodeId found, PrepareStepResult result, Then then) {
    long transaction = step.id().partTransaction();
    long putNanos = put.file().attributes().changedNanos();
    walks.freeze(
        step.lane(),
        found,
        transaction,
        step.name(),
        (reached, empty, turn) -> {
          step.setReleaser(
              drop -> walks.release(found, reached, transaction, drop ? putNanos : null));
          if (empty == null) {
            then.ready(PrepareStepResult.BUSY, turn);
          } else {
            then.ready(empty ? result : PrepareStepResult.refused(ErrorCode.ENOTEMPTY), turn);
          }
        });
  }
}

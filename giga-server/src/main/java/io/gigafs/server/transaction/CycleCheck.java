package io.gigafs.server.transaction;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.transaction.CommitStep.DirectoryRenameLock;
import io.gigafs.protocol.transaction.CommitStep.DirectoryRenameLock.DirectoryMove;
import io.gigafs.protocol.transaction.ParentRequest;
import io.gigafs.protocol.transaction.ParentRequest.ParentResult;
import io.gigafs.server.context.ServerContext;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Checks that no moved directory becomes its own descendant, by walking from its new parent up to
 * the root. The directory rename lock keeps other directories from moving meanwhile.
 */
final class CycleCheck {
  private static final long ASK_MILLIS = 2_000;

  private final ServerContext context;

  CycleCheck(ServerContext context) {
    this.context = context;
  }

  /**
   * Checks all moves.
   *
   * @return empty if they are allowed; ETIMEDOUT if the walk could not be completed. Never
   *     completes exceptionally
   */
  CompletableFuture<Optional<ErrorCode>> check(DirectoryRenameLock step) {
    return checkFrom(step.moves(), 0, step.quotaDomain());
  }

  private CompletableFuture<Optional<ErrorCode>> checkFrom(
      List<DirectoryMove> moves, int next, long quotaDomain) {
    if (next == moves.size()) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    DirectoryMove move = moves.get(next);
    return climb(move, move.into(), quotaDomain)
        .thenCompose(
            refused ->
                refused.isPresent()
                    ? CompletableFuture.completedFuture(refused)
                    : checkFrom(moves, next + 1, quotaDomain));
  }

  private CompletableFuture<Optional<ErrorCode>> climb(
      DirectoryMove move, InodeId at, long quotaDomain) {
    if (at.equals(move.directory())) {
      return CompletableFuture.completedFuture(Optional.of(ErrorCode.EINVAL));
    }
    if (at.equals(InodeId.SUPER_ROOT)) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    return context
        .messenger()
        .ask(new ParentRequest(at, PartitionIndex.ZEROTH), context.in(ASK_MILLIS))
        .thenCompose(answer -> climbFrom(move, at, quotaDomain, answer));
  }

  private CompletableFuture<Optional<ErrorCode>> climbFrom(
      DirectoryMove move, InodeId at, long quotaDomain, Answer<ParentResult> answer) {
    if (answer instanceof Answer.Done<ParentResult> done) {
      InodeId domain = done.result().quotaDomain();
      boolean leavesDomain =
          at.equals(move.into()) && (domain == null ? 0 : domain.value()) != quotaDomain;
      return leavesDomain
          ? CompletableFuture.completedFuture(Optional.of(ErrorCode.EXDEV))
          : climb(move, done.result().parent(), quotaDomain);
    }
    boolean isGone =
        answer instanceof Answer.Failed<ParentResult> failed && failed.code() == ErrorCode.ESTALE;
    return CompletableFuture.completedFuture(
        Optional.of(isGone ? ErrorCode.ENOENT : ErrorCode.ETIMEDOUT));
  }
}

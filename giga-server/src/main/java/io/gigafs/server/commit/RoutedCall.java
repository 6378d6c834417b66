package io.gigafs.server.commit;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.PartitionRequest;
import io.gigafs.protocol.Result;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Asks whichever partition of a directory holds a name, by where it is believed to be, and by what
 * those answer that are asked wrongly.
 */
final class RoutedCall {
  /** More than a directory can be deep. */
  private static final int MAX_REDIRECTS = 2 * PartitionIndex.MAX_DEPTH;

  private RoutedCall() {}

  /**
   * What became of a call.
   *
   * @param partition that gave the answer
   * @param answer done or failed; ESTALE from the zeroth partition only: the directory is gone
   */
  record Routed<R extends Result>(PartitionIndex partition, Answer<R> answer) {
    boolean isGone() {
      return answer instanceof Answer.Failed<R> failed && failed.code() == ErrorCode.ESTALE;
    }
  }

  /** Sends a request to the holder of its partition. */
  @FunctionalInterface
  interface Asker {
    <R extends Result> CompletableFuture<Answer<R>> ask(
        PartitionRequest<R> request, long deadlineNanos);
  }

  /**
   * Asks.
   *
   * @param first where the name is believed to be
   * @param request makes the request to a partition
   */
  static <R extends Result> CompletableFuture<Routed<R>> ask(
      Asker asker,
      PartitionIndex first,
      Name name,
      long deadlineNanos,
      Function<PartitionIndex, PartitionRequest<R>> request) {
    return ask(asker, first, name, deadlineNanos, request, MAX_REDIRECTS);
  }

  private static <R extends Result> CompletableFuture<Routed<R>> ask(
      Asker asker,
      PartitionIndex partition,
      Name name,
      long deadlineNanos,
      Function<PartitionIndex, PartitionRequest<R>> request,
      int redirects) {
    PartitionRequest<R> made = request.apply(partition);
    return asker
        .ask(made, deadlineNanos)
        .thenCompose(
            answer -> {
              PartitionIndex next = next(answer, partition, name);
              if (next == null) {
                return CompletableFuture.completedFuture(new Routed<>(partition, answer));
              }
              return redirects == 0
                  ? CompletableFuture.completedFuture(
                      new Routed<>(partition, lost(made.directory(), name)))
                  : ask(asker, next, name, deadlineNanos, request, redirects - 1);
            });
  }

  private static <R extends Result> @Nullable PartitionIndex next(
      Answer<R> answer, PartitionIndex asked, Name name) {
    if (answer instanceof Answer.Split<R> split) {
      return split.map().indexOf(name.hash());
    }
    // A machine that died may have forgotten a split that it had told of.
    return answer instanceof Answer.Failed<R> failed
            && failed.code() == ErrorCode.ESTALE
            && !asked.equals(PartitionIndex.ZEROTH)
        ? PartitionIndex.ZEROTH
        : null;
  }

  private static <R extends Result> Answer<R> lost(InodeId directory, Name name) {
    return new Answer.Failed<>(
        ErrorCode.EIO, "no partition of directory " + directory + " wants to have '" + name + "'");
  }
}

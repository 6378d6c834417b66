package io.gigafs.server.transaction;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Request.PartitionRequest;
import io.gigafs.protocol.Result;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Sends a request to the partition of a directory that owns a name. Starts at the expected
 * partition and follows redirects.
 */
final class RoutedCall {
  /** More than the maximum depth of partitions. */
  private static final int MAX_REDIRECTS = 2 * PartitionIndex.MAX_DEPTH;

  private RoutedCall() {}

  /**
   * The result of a call.
   *
   * @param partition the partition that answered
   * @param answer done or failed; ESTALE comes from partition zero only: the directory is gone
   */
  record Routed<R extends Result>(PartitionIndex partition, Answer<R> answer) {
    boolean isGone() {
      return answer instanceof Answer.Failed<R> failed && failed.code() == ErrorCode.ESTALE;
    }
  }

  /** Sends a request to the server that owns its partition. */
  @FunctionalInterface
  interface Asker {
    <R extends Result> CompletableFuture<Answer<R>> ask(
        PartitionRequest<R> request, long deadlineNanos);
  }

  /**
   * Sends the request.
   *
   * @param first where the name is expected to be
   * @param request creates the request for a partition
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
    // A crashed server may have lost a split after reporting it.
    return answer instanceof Answer.Failed<R> failed
            && failed.code() == ErrorCode.ESTALE
            && !asked.equals(PartitionIndex.ZEROTH)
        ? PartitionIndex.ZEROTH
        : null;
  }

  private static <R extends Result> Answer<R> lost(InodeId directory, Name name) {
    return new Answer.Failed<>(
        ErrorCode.EIO, "no partition of directory " + directory + " owns '" + name + "'");
  }
}

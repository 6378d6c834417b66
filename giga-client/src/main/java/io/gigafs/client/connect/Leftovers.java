package io.gigafs.client.connect;

import io.gigafs.concurrent.Futures;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Predicate;

/** Processes one by one what a bulk operation could not. */
final class Leftovers {
  private Leftovers() {}

  /**
   * All outcomes, after the remaining ones are set.
   *
   * @param outcomes of all; changed by this call only
   * @param alone the operation for each remaining one
   * @param done the outcome of a success
   * @param failed the outcome of a failure
   */
  static <O, T> CompletableFuture<List<O>> of(
      List<O> outcomes,
      Predicate<O> isLeft,
      IntFunction<CompletableFuture<T>> alone,
      Function<T, O> done,
      Function<ErrorCode, O> failed) {
    List<CompletableFuture<O>> running = new ArrayList<>();
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < outcomes.size(); i++) {
      if (isLeft.test(outcomes.get(i))) {
        places.add(i);
        running.add(
            alone
                .apply(i)
                .handle(
                    (result, failure) ->
                        failure == null ? done.apply(result) : failed.apply(codeOf(failure))));
      }
    }
    if (places.isEmpty()) {
      return CompletableFuture.completedFuture(outcomes);
    }
    return Futures.allOf(running)
        .thenApply(
            all -> {
              List<O> whole = new ArrayList<>(outcomes);
              for (int i = 0; i < places.size(); i++) {
                whole.set(places.get(i), running.get(i).join());
              }
              return whole;
            });
  }

  private static ErrorCode codeOf(Throwable failure) {
    return Futures.cause(failure) instanceof GigaException known ? known.code() : ErrorCode.EIO;
  }
}

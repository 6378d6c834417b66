package io.gigafs.client;

import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import io.gigafs.rpc.Failures;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Predicate;

/** Does alone what could not be done for many at once. */
final class Leftovers {
  private Leftovers() {}

  /**
   * The outcomes of all, once those that are left over have theirs.
   *
   * @param outcomes of all; changed by this call alone
   * @param alone what is done for each that is left over
   * @param done the outcome if that succeeds
   * @param failed the outcome if it does not
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
    return CompletableFuture.allOf(running.toArray(CompletableFuture[]::new))
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
    return Failures.cause(failure) instanceof GigaException known ? known.code() : ErrorCode.EIO;
  }
}

package io.gigafs.load;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/**
 * The work of one thread of a load. That thread sends requests; answers may arrive on others.
 *
 * @param <T> the type of answers
 */
public interface Workload<T> {
  /** Sends one request for the numbers from {@code from} up to, not including, {@code to}. */
  CompletableFuture<T> send(long from, long to);

  /** The description of a number in messages. */
  String describe(long number);

  /** The number of failed numbers in a successful answer; reports their reasons. */
  default int failures(long from, T answer, Consumer<String> reasons) {
    return 0;
  }

  /** An operation that blocks until it is done. */
  @FunctionalInterface
  interface Call {
    void on(long from, long to) throws Exception;
  }

  /**
   * A program that makes one call after the other.
   *
   * @param names descriptions of numbers
   */
  static Workload<Long> ofCalls(Call call, LongFunction<String> names) {
    return new Workload<>() {
      @Override
      public CompletableFuture<Long> send(long from, long to) {
        try {
          call.on(from, to);
          return CompletableFuture.completedFuture(to - from);
        } catch (Exception | AssertionError e) {
          return CompletableFuture.failedFuture(e);
        }
      }

      @Override
      public String describe(long number) {
        return names.apply(number);
      }
    };
  }
}

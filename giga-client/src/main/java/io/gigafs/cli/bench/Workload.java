package io.gigafs.cli.bench;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * What one thread of a {@link Load} does with its numbers. Requests are sent by that thread;
 * answers may come on others.
 *
 * @param <T> what an answer is
 */
public interface Workload<T> {
  /** Sends one request for the numbers from {@code from} up to, not including, {@code to}. */
  CompletableFuture<T> send(long from, long to);

  /** What to call a number in a message. */
  String describe(long number);

  /** How many of a request's numbers failed although it was answered, and why. */
  default int failures(long from, T answer, Consumer<String> reasons) {
    return 0;
  }
}

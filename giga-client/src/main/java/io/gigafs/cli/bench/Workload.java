package io.gigafs.cli.bench;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * The work of one thread of a {@link LoadGenerator}. That thread sends requests; answers may arrive
 * on others.
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
}

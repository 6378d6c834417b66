package io.gigafs.client;

import io.gigafs.protocol.GigaException;
import java.util.function.Supplier;

/**
 * The answers to questions that are asked side by side for one operation, which ends with the last
 * of them, or with the first failure. Safe for use by several threads.
 */
final class Gathering<T> {
  private final Operation<T> operation;
  private final Supplier<T> total;

  /** Missing answers, and one until all was asked; negative after a failure. Guarded by this. */
  private int awaited = 1;

  /**
   * No question is asked yet.
   *
   * @param total of all answers, which were added one at a time
   */
  Gathering(Operation<T> operation, Supplier<T> total) {
    this.operation = operation;
    this.total = total;
  }

  /** A question is about to be asked, which ends by {@link #answered} or {@link #refused}. */
  synchronized void asking() {
    if (awaited > 0) {
      awaited++;
    }
  }

  /** No more questions follow. */
  void allAsked() {
    answered(() -> {});
  }

  /** An answer has come; it is added while no other one is. */
  void answered(Runnable adding) {
    T all;
    synchronized (this) {
      adding.run();
      awaited--;
      if (awaited != 0) {
        return;
      }
      all = total.get();
    }
    operation.complete(all);
  }

  void refused(GigaException failure) {
    synchronized (this) {
      if (awaited < 0) {
        return;
      }
      awaited = -1;
    }
    operation.fail(failure);
  }
}

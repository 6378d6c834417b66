package io.gigafs.client.request;

import io.gigafs.protocol.GigaException;
import java.util.function.Supplier;

/**
 * Collects the answers to parallel requests of one operation, which ends with the last answer or
 * the first failure. Safe for use by several threads.
 */
public final class Gathering<T> {
  private final ClientOperation<T> operation;
  private final Supplier<T> total;

  /**
   * Missing answers, plus one until all requests are sent; negative after a failure. Guarded by
   * this.
   */
  private int awaited = 1;

  /**
   * No request is sent yet.
   *
   * @param total of all answers, which were added one at a time
   */
  public Gathering(ClientOperation<T> operation, Supplier<T> total) {
    this.operation = operation;
    this.total = total;
  }

  /** A request is about to be sent, which ends by {@link #answered} or {@link #refused}. */
  public synchronized void asking() {
    if (awaited > 0) {
      awaited++;
    }
  }

  /** No more requests follow. */
  public void allAsked() {
    answered(() -> {});
  }

  /** An answer has arrived. Answers are added one at a time. */
  public void answered(Runnable adding) {
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

  public void refused(GigaException failure) {
    synchronized (this) {
      if (awaited < 0) {
        return;
      }
      awaited = -1;
    }
    operation.fail(failure);
  }
}

package io.gigafs.model;

import io.gigafs.protocol.GigaException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * Runs requests to a model one at a time, on an executor, and holds the model's time. Thread-safe.
 */
public final class ModelRequests {
  private final Executor executor;

  /** Guarded by this, as is the count. */
  private long nowNanos = 1_700_000_000_000_000_000L;

  private int count;

  ModelRequests(Executor executor) {
    this.executor = executor;
  }

  /** An operation on the model. */
  public interface Operation<T> {
    T run() throws GigaException;
  }

  /** An operation on the model without a result. */
  interface Action {
    void run() throws GigaException;
  }

  synchronized long now() {
    return nowNanos;
  }

  synchronized void setNow(long nanos) {
    nowNanos = nanos;
  }

  /** The number of requests so far. */
  synchronized int count() {
    return count;
  }

  /** Runs an action between requests, without counting it as one. */
  synchronized void between(Action action) throws GigaException {
    action.run();
  }

  <T> CompletableFuture<T> answer(Operation<T> operation) {
    CompletableFuture<T> future = new CompletableFuture<>();
    executor.execute(
        () -> {
          T result;
          try {
            result = run(operation);
          } catch (GigaException e) {
            future.completeExceptionally(e);
            return;
          }
          future.complete(result);
        });
    return future;
  }

  private synchronized <T> T run(Operation<T> operation) throws GigaException {
    count++;
    return operation.run();
  }

  CompletableFuture<Void> done(Action action) {
    return answer(
            () -> {
              action.run();
              return true;
            })
        .thenAccept(done -> {});
  }
}

package io.gigafs.model;

import io.gigafs.protocol.GigaException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * How requests come to a model, one at a time, through an executor; with the model's time. Safe for
 * use by several threads.
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

  /** An operation on the model that answers nothing. */
  interface Action {
    void run() throws GigaException;
  }

  synchronized long now() {
    return nowNanos;
  }

  synchronized void setNow(long nanos) {
    nowNanos = nanos;
  }

  /** How many there were. */
  synchronized int count() {
    return count;
  }

  /** Does something that is no request, while no request is. */
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

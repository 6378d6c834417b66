package io.gigafs.client.data;

import io.gigafs.rpc.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** Runs pending tasks one by one in an order drawn from a seed, and advances a virtual clock. */
final class ScheduledSteps implements Executor, Clock {
  private final List<Runnable> pending = new ArrayList<>();
  private final Random random;
  private long nanos;

  ScheduledSteps(Random random) {
    this.random = random;
  }

  @Override
  public void execute(Runnable work) {
    pending.add(work);
  }

  /** Runs work as one step and completes its result in a later step. */
  <T> CompletableFuture<T> later(Supplier<CompletableFuture<T>> work) {
    CompletableFuture<T> result = new CompletableFuture<>();
    execute(
        () -> {
          CompletableFuture<T> outcome = work.get();
          execute(
              () ->
                  outcome.whenComplete(
                      (value, failure) -> {
                        if (failure == null) {
                          result.complete(value);
                        } else {
                          result.completeExceptionally(failure);
                        }
                      }));
        });
    return result;
  }

  /** Runs one pending task; returns false if there is none. */
  boolean step() {
    if (pending.isEmpty()) {
      return false;
    }
    nanos += random.nextInt(100_000_000);
    pending.remove(random.nextInt(pending.size())).run();
    return true;
  }

  void runAll() {
    while (step()) {
      // Repeats until no task is left.
    }
  }

  <T> T await(CompletableFuture<T> future) {
    while (!future.isDone() && step()) {
      // Repeats until the future is done.
    }
    if (!future.isDone()) {
      throw new AssertionError("nothing is left to happen, and the future is not done");
    }
    return future.join();
  }

  void pass(long moreNanos) {
    nanos += moreNanos;
  }

  @Override
  public long nanos() {
    return nanos;
  }

  @Override
  public long wallNanos() {
    return nanos;
  }
}

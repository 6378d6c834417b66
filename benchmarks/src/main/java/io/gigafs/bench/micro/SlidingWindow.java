package io.gigafs.bench.micro;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Keeps so many calls under way: each waits until one of those before it is done. For one caller,
 * whose calls may end on any thread.
 */
final class SlidingWindow {
  private final int size;
  private final Semaphore free;
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

  SlidingWindow(int size) {
    this.size = size;
    this.free = new Semaphore(size);
  }

  /** Waits for room; call it before each call. */
  void enter() {
    free.acquireUninterruptibly();
    check();
  }

  /** Notes a call, which has its room until it is done. */
  void add(CompletableFuture<?> call) {
    call.whenComplete(
        (result, thrown) -> {
          if (thrown != null) {
            failure.compareAndSet(null, thrown);
          }
          free.release();
        });
  }

  /** Waits until nothing is under way. */
  void drain() {
    free.acquireUninterruptibly(size);
    free.release(size);
    check();
  }

  private void check() {
    Throwable thrown = failure.get();
    if (thrown != null) {
      throw new IllegalStateException("a call failed", thrown);
    }
  }
}

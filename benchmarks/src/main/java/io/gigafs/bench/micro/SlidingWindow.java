package io.gigafs.bench.micro;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Limits the number of outstanding calls: at the limit a call waits until an earlier one is done.
 * For one caller; calls may complete on any thread.
 */
final class SlidingWindow {
  private final int size;
  private final Semaphore free;
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

  SlidingWindow(int size) {
    this.size = size;
    this.free = new Semaphore(size);
  }

  /** Waits for room. Must be called before each call. */
  void enter() {
    free.acquireUninterruptibly();
    check();
  }

  /** Registers a call, which occupies its room until it is done. */
  void add(CompletableFuture<?> call) {
    call.whenComplete(
        (result, thrown) -> {
          if (thrown != null) {
            failure.compareAndSet(null, thrown);
          }
          free.release();
        });
  }

  /** Waits until no call is outstanding. */
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

package io.gigafs.server.relay;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Has writes to one object that touch the same bytes happen in the order in which they came, and
 * all others side by side. Safe for use by several threads.
 */
final class WriteOrder {
  /** Guarded by this. */
  private final List<Write> underWay = new ArrayList<>();

  /**
   * Adds a write.
   *
   * @param end behind its last byte
   * @param done completes when it has happened, or never will
   * @return completes when it may happen
   */
  CompletableFuture<Void> add(long offset, long end, CompletableFuture<?> done) {
    Write write = new Write(offset, end, done);
    List<CompletableFuture<?>> before = new ArrayList<>();
    synchronized (this) {
      for (Write other : underWay) {
        if (other.offset < end && offset < other.end) {
          before.add(other.done);
        }
      }
      underWay.add(write);
    }
    done.whenComplete((result, failure) -> remove(write));
    if (before.isEmpty()) {
      return CompletableFuture.completedFuture(null);
    }
    return CompletableFuture.allOf(before.toArray(CompletableFuture<?>[]::new))
        .exceptionally(failure -> null);
  }

  private synchronized void remove(Write write) {
    underWay.remove(write);
  }

  private record Write(long offset, long end, CompletableFuture<?> done) {}
}

package io.gigafs.server.check;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Waits for several things. */
final class Futures {
  private Futures() {}

  /** What all of them come to, in their order; fails if one does. */
  static <T> CompletableFuture<List<T>> all(List<CompletableFuture<T>> futures) {
    return CompletableFuture.allOf(futures.toArray(CompletableFuture<?>[]::new))
        .thenApply(
            done -> {
              List<T> results = new ArrayList<>();
              futures.forEach(future -> results.add(future.join()));
              return results;
            });
  }
}

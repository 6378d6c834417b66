package io.gigafs.server.fsck;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Combines futures. */
final class Futures {
  private Futures() {}

  /** The results of all, in their order; fails if one fails. */
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

package io.gigafs.tree;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A listing in progress, page by page, so that memory does not depend on the size of a directory.
 * For one user at a time.
 *
 * @param <E> entries of directories
 */
public interface TreeListing<E> extends AutoCloseable {
  /** The next page, requested when the previous one has arrived; empty at the end. */
  CompletableFuture<List<E>> nextPage();

  /** Ends the listing early. */
  @Override
  default void close() {}

  /** A tree whose directories are listed without waiting. */
  @FunctionalInterface
  interface Source<D, E> {
    CompletableFuture<TreeListing<E>> open(D directory);
  }
}

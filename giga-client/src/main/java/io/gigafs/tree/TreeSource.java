package io.gigafs.tree;

import java.io.IOException;
import java.util.List;
import java.util.function.Function;

/**
 * A tree whose directories can be listed. Safe for use by several threads.
 *
 * @param <D> directories
 * @param <E> entries of directories
 */
public interface TreeSource<D, E> {
  /** Lists a directory page by page, so that memory does not depend on its size. */
  void list(D directory, Pages<E> pages) throws IOException;

  boolean isDirectory(E entry);

  /** Receives the pages of a listing. */
  @FunctionalInterface
  interface Pages<E> {
    /**
     * Takes a page.
     *
     * @param last whether it is known that no other page follows
     * @return whether to continue
     */
    boolean take(List<E> page, boolean last);
  }

  /** The same source for directories of another form. */
  default <N> TreeSource<N, E> by(Function<N, D> place) {
    TreeSource<D, E> source = this;
    return new TreeSource<>() {
      @Override
      public void list(N directory, Pages<E> pages) throws IOException {
        source.list(place.apply(directory), pages);
      }

      @Override
      public boolean isDirectory(E entry) {
        return source.isDirectory(entry);
      }
    };
  }
}

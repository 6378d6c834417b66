package io.gigafs.tree;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The copies of files with several names: the first name is copied, the others become links to its
 * copy. Needs memory for each such file. Safe for use by several threads.
 *
 * @param <K> identifies a file, whatever its name
 * @param <T> places of copies
 */
public final class LinkedCopies<K, T> {
  private final Map<K, CompletableFuture<T>> copies = new ConcurrentHashMap<>();

  /** Copies a file. */
  @FunctionalInterface
  public interface Copying {
    void copy() throws IOException;
  }

  /** Links to the copy of a file's first name. */
  @FunctionalInterface
  public interface Linking<T> {
    void linkTo(T first) throws IOException;
  }

  /**
   * Copies a file, or links to its copy once that is complete; if that failed, another name becomes
   * the first.
   */
  public void make(K file, T copy, Copying copying, Linking<T> linking) throws IOException {
    CompletableFuture<T> mine = new CompletableFuture<>();
    CompletableFuture<T> first = copies.putIfAbsent(file, mine);
    while (first != null) {
      T existing;
      try {
        existing = first.join();
      } catch (CompletionException e) {
        first = copies.putIfAbsent(file, mine);
        continue;
      }
      linking.linkTo(existing);
      return;
    }
    try {
      copying.copy();
      mine.complete(copy);
    } finally {
      if (!mine.isDone()) {
        copies.remove(file, mine);
        mine.completeExceptionally(new IOException(copy + ": was not copied"));
      }
    }
  }
}

package io.gigafs.tree;

import io.gigafs.concurrent.Futures;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Visits everything below a directory in the order of listings, directories before their contents.
 * Each entry may need a request; many are outstanding, and their answers are delivered in order.
 * Memory is limited to some of them for each level of the tree. For one thread.
 *
 * @param <D> directories
 * @param <E> entries of directories
 * @param <T> answers
 */
public final class OrderedWalk<D, E, T> {
  private static final int CHUNK = 512;

  private final TreeSource<D, E> source;
  private final Visitor<D, E, T> visitor;

  /** The operations of a walk. */
  public interface Visitor<D, E, T> {
    /** Sends the request for an entry, without waiting; null leaves the entry out. */
    @Nullable CompletableFuture<T> ask(D directory, E entry);

    /**
     * Receives the answer.
     *
     * @return the directory to walk, if the entry is one; else null
     */
    @Nullable D accept(D directory, E entry, T answer) throws IOException;

    /** Called after everything below a directory that was returned. */
    default void leave(D directory) throws IOException {}

    /**
     * An operation failed.
     *
     * @param entry null if the directory could not be listed or left
     * @return the directory to walk nevertheless; else null
     */
    @Nullable D failed(D directory, @Nullable E entry, Throwable thrown);
  }

  private record Asked<E, T>(E entry, CompletableFuture<T> answer) {}

  public OrderedWalk(TreeSource<D, E> source, Visitor<D, E, T> visitor) {
    this.source = source;
    this.visitor = visitor;
  }

  /** Walks the tree below a directory. */
  public void walk(D directory) {
    attempt(
        directory,
        () ->
            source.list(
                directory,
                (page, last) -> {
                  for (int i = 0; i < page.size(); i += CHUNK) {
                    take(directory, page.subList(i, Math.min(page.size(), i + CHUNK)));
                  }
                  return true;
                }));
    attempt(directory, () -> visitor.leave(directory));
  }

  private interface Step {
    void run() throws IOException;
  }

  private void attempt(D directory, Step step) {
    try {
      step.run();
    } catch (IOException | UncheckedIOException e) {
      var unused = visitor.failed(directory, null, Futures.ioCause(e));
    }
  }

  private void take(D directory, List<E> entries) {
    List<Asked<E, T>> chunk = new ArrayList<>();
    for (E entry : entries) {
      CompletableFuture<T> answer = visitor.ask(directory, entry);
      if (answer != null) {
        chunk.add(new Asked<>(entry, answer));
      }
    }
    for (Asked<E, T> asked : chunk) {
      D below = accept(directory, asked);
      if (below != null) {
        walk(below);
      }
    }
  }

  private @Nullable D accept(D directory, Asked<E, T> asked) {
    try {
      return visitor.accept(directory, asked.entry(), asked.answer().join());
    } catch (CompletionException | IOException | UncheckedIOException e) {
      return visitor.failed(directory, asked.entry(), Futures.ioCause(e));
    }
  }
}

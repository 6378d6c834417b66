package io.gigafs.tree;

import io.gigafs.concurrent.Futures;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Visits everything below a directory in the order of listings, directories before their contents.
 * Requests for entries, and listings of directories, are started ahead of the entry that is being
 * delivered. For one thread.
 *
 * <ol>
 *   <li>Answers are delivered in order, each after everything below the entries before it.
 *   <li>For each directory on the current path, one page and a window of requests are in memory;
 *       the first pages of listings ahead are bounded for the whole walk. The depth is limited only
 *       by memory.
 *   <li>An exception of a visitor, other than an I/O error, ends the walk.
 * </ol>
 *
 * @param <D> directories
 * @param <E> entries of directories
 * @param <T> answers
 */
public final class OrderedWalk<D, E, T> {
  /** The shares of requests that are outstanding, or wait to be delivered, for a directory. */
  public static final int WINDOW = 512;

  /** The number of listings that are started ahead, of directories in one directory. */
  static final int LISTINGS_PER_DIRECTORY = 8;

  /** The number of listings that are started ahead in the whole walk. */
  static final int LISTINGS = 128;

  private final TreeListing.Source<D, E> source;
  private final Visitor<D, E, T> visitor;
  private final Deque<Level> levels = new ArrayDeque<>();
  private int listings;

  /** The operations of a walk. An I/O error of one is passed to {@link #failed}. */
  public interface Visitor<D, E, T> {
    /** Sends the request for an entry, without waiting; null leaves the entry out. */
    @Nullable CompletableFuture<T> ask(D directory, E entry);

    /** The share of {@link #WINDOW} that the request for an entry takes. */
    default int share(D directory, E entry) {
      return 1;
    }

    /**
     * The directory to list ahead, before the answer for its entry is known; null if its listing
     * must not start before {@link #accept}.
     */
    default @Nullable D listAhead(D directory, E entry) {
      return null;
    }

    /**
     * Receives the answer.
     *
     * @return the directory to walk, if the entry is one; else null
     */
    @Nullable D accept(D directory, E entry, T answer) throws IOException;

    /** Called when a directory that was returned is being listed, before its entries. */
    default void enter(D directory) throws IOException {}

    /** Called after everything below a directory that was returned. */
    default void leave(D directory) throws IOException {}

    /**
     * An operation failed.
     *
     * @param entry null if the directory could not be listed, entered or left
     * @return the directory to walk nevertheless; else null
     * @throws IOException to end the walk
     */
    @Nullable D failed(D directory, @Nullable E entry, Throwable thrown) throws IOException;
  }

  public OrderedWalk(TreeListing.Source<D, E> source, Visitor<D, E, T> visitor) {
    this.source = source;
    this.visitor = visitor;
  }

  /** A directory on the current path. */
  private final class Level {
    private final D directory;
    private final CompletableFuture<TreeListing<E>> opening;
    private @Nullable TreeListing<E> listing;
    private List<E> page = List.of();
    private int next;
    private final Deque<Asked> asked = new ArrayDeque<>();
    private int shares;

    /** Those of the asked directories whose listing was not started, and the others' number. */
    private final Deque<Asked> unlisted = new ArrayDeque<>();

    private int listed;

    Level(D directory, CompletableFuture<TreeListing<E>> opening) {
      this.directory = directory;
      this.opening = opening;
    }
  }

  /** An entry with its request, and possibly the listing that is started ahead. */
  private final class Asked {
    private final E entry;
    private final CompletableFuture<T> answer;
    private final int share;
    private final @Nullable D ahead;
    private @Nullable CompletableFuture<TreeListing<E>> listing;

    Asked(E entry, CompletableFuture<T> answer, int share, @Nullable D ahead) {
      this.entry = entry;
      this.answer = answer;
      this.share = share;
      this.ahead = ahead;
    }
  }

  /**
   * Walks the tree below a directory.
   *
   * @throws IOException by which the visitor ends the walk
   */
  public void walk(D top) throws IOException {
    levels.push(new Level(top, source.open(top)));
    try {
      while (!levels.isEmpty()) {
        step(levels.element());
      }
    } finally {
      levels.forEach(this::close);
      levels.clear();
      listings = 0;
    }
  }

  private void close(Level level) {
    closeLater(level.opening);
    for (Asked asked : level.asked) {
      if (asked.listing != null) {
        closeLater(asked.listing);
      }
    }
  }

  private void closeLater(CompletableFuture<TreeListing<E>> listing) {
    listing.thenAccept(TreeListing::close);
  }

  private void step(Level level) throws IOException {
    askAhead(level);
    listAhead(level);
    Asked next = level.asked.poll();
    if (next != null) {
      deliver(level, next);
      return;
    }
    level.next = 0;
    level.page = List.of();
    attempt(level.directory, () -> level.page = nextPage(level));
    if (level.page.isEmpty()) {
      levels.pop();
      close(level);
      attempt(level.directory, () -> visitor.leave(level.directory));
    }
  }

  private List<E> nextPage(Level level) throws IOException {
    TreeListing<E> listing = level.listing;
    if (listing == null) {
      listing = Futures.await(level.opening);
      level.listing = listing;
      visitor.enter(level.directory);
    }
    return Futures.await(listing.nextPage());
  }

  private interface Step {
    void run() throws IOException;
  }

  private void attempt(D directory, Step step) throws IOException {
    try {
      step.run();
    } catch (IOException | UncheckedIOException e) {
      var unused = visitor.failed(directory, null, Futures.ioCause(e));
    }
  }

  /** Sends requests for the next entries of the page; at least one if none is outstanding. */
  private void askAhead(Level level) {
    while (level.next < level.page.size()) {
      E entry = level.page.get(level.next);
      int share = visitor.share(level.directory, entry);
      if (!level.asked.isEmpty() && level.shares + share > WINDOW) {
        return;
      }
      level.next++;
      CompletableFuture<T> answer = visitor.ask(level.directory, entry);
      if (answer != null) {
        D ahead = visitor.listAhead(level.directory, entry);
        Asked asked = new Asked(entry, answer, share, ahead);
        level.asked.add(asked);
        level.shares += share;
        if (ahead != null) {
          level.unlisted.add(asked);
        }
      }
    }
  }

  /** Starts the listings of the next directories, in their order. */
  private void listAhead(Level level) {
    while (level.listed < LISTINGS_PER_DIRECTORY && listings < LISTINGS) {
      Asked next = level.unlisted.poll();
      if (next == null) {
        return;
      }
      if (next.ahead != null) {
        next.listing = source.open(next.ahead);
        level.listed++;
        listings++;
      }
    }
  }

  private void deliver(Level level, Asked asked) throws IOException {
    level.shares -= asked.share;
    CompletableFuture<TreeListing<E>> listing = asked.listing;
    if (listing != null) {
      level.listed--;
      listings--;
    } else if (asked.ahead != null) {
      level.unlisted.remove(); // the first one, since both are in the order of entries
    }
    D below = accept(level.directory, asked);
    if (below != null) {
      levels.push(new Level(below, listing == null ? source.open(below) : listing));
    } else if (listing != null) {
      closeLater(listing);
    }
  }

  private @Nullable D accept(D directory, Asked asked) throws IOException {
    try {
      return visitor.accept(directory, asked.entry, asked.answer.join());
    } catch (CompletionException | IOException | UncheckedIOException e) {
      return visitor.failed(directory, asked.entry, Futures.ioCause(e));
    }
  }

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
}

package io.gigafs.hadoop.tree;

import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.Awaiting;
import io.gigafs.client.GigaPath;
import io.gigafs.client.Listing;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.ListedEntry;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.function.Function;

/**
 * Walks a tree level by level, with {@value #DIRECTORIES_AT_ONCE} directories in parallel and one
 * page of each. Links are not followed. Files that others remove meanwhile are skipped.
 */
final class HadoopTreeWalk {
  private static final int DIRECTORIES_AT_ONCE = 16;

  private final AsyncGigaClient client;
  private final Visitor visitor;

  /** Processes entries that are not directories; called by several threads. */
  interface Visitor {
    /** Visits a page of a directory; the next one follows when the future is done. */
    CompletableFuture<?> visit(GigaPath directory, List<ListedEntry> entries);
  }

  HadoopTreeWalk(AsyncGigaClient client, Visitor visitor) {
    this.client = client;
    this.visitor = visitor;
  }

  /** All directories, those of the deepest level first; the root of the tree is the last. */
  Deque<List<GigaPath>> walk(GigaPath root) throws GigaException {
    Deque<List<GigaPath>> levels = new ArrayDeque<>();
    List<GigaPath> level = List.of(root);
    while (!level.isEmpty()) {
      levels.push(level);
      Queue<GigaPath> below = new ConcurrentLinkedQueue<>();
      forEach(level, directory -> list(directory, below), DIRECTORIES_AT_ONCE);
      level = new ArrayList<>(below);
    }
    return levels;
  }

  /**
   * Runs a step for many paths, with limited concurrency, and waits for all; fails with the first
   * failure.
   */
  static void forEach(
      List<GigaPath> paths, Function<GigaPath, CompletableFuture<?>> step, int atOnce)
      throws GigaException {
    Semaphore permits = new Semaphore(atOnce);
    CompletableFuture<GigaException> first = new CompletableFuture<>();
    try {
      for (GigaPath path : paths) {
        permits.acquire();
        if (first.isDone()) {
          permits.release();
          break;
        }
        step.apply(path)
            .whenComplete(
                (done, failure) -> {
                  if (failure != null) {
                    first.complete(Awaiting.causeOf(failure));
                  }
                  permits.release();
                });
      }
      permits.acquire(atOnce);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      GigaException failure = ErrorCode.EIO.exception("interrupted");
      failure.initCause(e);
      throw failure;
    }
    if (first.isDone()) {
      throw first.join();
    }
  }

  private CompletableFuture<?> list(GigaPath directory, Queue<GigaPath> below) {
    return unlessMissing(
        client.list(directory, false).thenCompose(listing -> pages(directory, listing, below)));
  }

  private CompletableFuture<Void> pages(
      GigaPath directory, Listing listing, Queue<GigaPath> below) {
    return listing
        .nextPage()
        .thenCompose(
            page -> {
              if (page.isEmpty()) {
                return CompletableFuture.completedFuture(null);
              }
              List<ListedEntry> files = new ArrayList<>();
              for (ListedEntry entry : page) {
                switch (entry.type()) {
                  case DIRECTORY -> below.add(directory.child(entry.name()));
                  default -> files.add(entry);
                }
              }
              return visitor
                  .visit(directory, files)
                  .thenCompose(done -> pages(directory, listing, below));
            });
  }

  /** The same, but a missing file is not a failure. */
  static CompletableFuture<?> unlessMissing(CompletableFuture<?> step) {
    return step.handle(
            (done, failure) -> {
              if (failure == null) {
                return CompletableFuture.completedFuture(null);
              }
              GigaException cause = Awaiting.causeOf(failure);
              return cause.code() == ErrorCode.ENOENT || cause.code() == ErrorCode.ESTALE
                  ? CompletableFuture.completedFuture(null)
                  : CompletableFuture.failedFuture(cause);
            })
        .thenCompose(outcome -> outcome);
  }
}

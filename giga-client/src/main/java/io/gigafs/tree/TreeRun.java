package io.gigafs.tree;

import io.gigafs.concurrent.Futures;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The outstanding work of a run over a tree, and how it ends. Safe for use by several threads.
 *
 * <ol>
 *   <li>Work holds a share of the window while it is outstanding, so memory is bounded.
 *   <li>A directory ends when it was read and all of its entries have ended. It is then finished,
 *       and ends as an entry of its parent. The request that finishes it takes over the share of
 *       its last entry, so a full window cannot deadlock.
 *   <li>The first failure that stops the run is kept. After it nothing is finished any more, but
 *       what was begun ends. An exception of a {@link Finisher} stops the run, too.
 * </ol>
 *
 * @param <D> directories
 */
public final class TreeRun<D extends TreeNode<D>> {
  private final int window;
  private final Semaphore permits;
  private final Finisher<D> finisher;
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

  /** The last step for each directory, once all of its entries have ended. */
  public interface Finisher<D> {
    CompletableFuture<?> finish(D directory);

    void failed(D directory, Throwable thrown);
  }

  /** A request. */
  @FunctionalInterface
  public interface Request {
    CompletableFuture<?> send();
  }

  /**
   * @param window the limit of outstanding work
   */
  public TreeRun(int window, Finisher<D> finisher) {
    this.window = window;
    this.permits = new Semaphore(window);
    this.finisher = finisher;
  }

  /** Waits for a share of the window. */
  public void acquire(int share) {
    permits.acquireUninterruptibly(share);
  }

  public void release(int share) {
    permits.release(share);
  }

  /** Begins an entry of a directory, which does not end before it. */
  public void begin(D directory) {
    directory.begin();
  }

  /**
   * Ends an entry of a directory, or reading the directory. If it was the last, the directory ends,
   * and with it possibly its parents.
   *
   * @param share held by the entry; passed on or released
   */
  public void end(D directory, int share) {
    D last = directory;
    while (last != null && last.end()) {
      if (!isStopped()) {
        CompletableFuture<?> finished = finish(last);
        if (!finished.isDone()) {
          D waiting = last;
          finished.thenRun(() -> endFinished(waiting, share));
          return;
        }
      }
      last.complete();
      last = last.parent();
    }
    permits.release(share);
  }

  private void endFinished(D directory, int share) {
    directory.complete();
    D parent = directory.parent();
    if (parent == null) {
      permits.release(share);
    } else {
      end(parent, share);
    }
  }

  /** Finishes a directory. The future never fails: the failure is handled before. */
  private CompletableFuture<?> finish(D directory) {
    return send(() -> finisher.finish(directory))
        .handle(
            (finished, thrown) -> {
              if (thrown != null) {
                failed(directory, thrown);
              }
              return finished;
            });
  }

  private void failed(D directory, Throwable thrown) {
    try {
      finisher.failed(directory, thrown);
    } catch (RuntimeException | Error e) {
      stop(e);
    }
  }

  /** Sends a request; an exception fails the future. */
  static CompletableFuture<?> send(Request request) {
    try {
      return request.send();
    } catch (RuntimeException | Error e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** Stops the run; only the first failure is kept. */
  public void stop(Throwable thrown) {
    failure.compareAndSet(null, Futures.ioCause(thrown));
  }

  public boolean isStopped() {
    return failure.get() != null;
  }

  /** Waits until nothing is outstanding. */
  public void drain() {
    acquire(window);
    release(window);
  }

  /** Throws the failure that stopped the run, if any. */
  public void throwIfStopped() throws IOException {
    Throwable thrown = failure.get();
    if (thrown instanceof IOException e) {
      throw e;
    }
    if (thrown instanceof RuntimeException e) {
      throw e;
    }
    if (thrown instanceof Error e) {
      throw e;
    }
    if (thrown != null) {
      throw new IOException(thrown);
    }
  }
}

package io.gigafs.tree;

import io.gigafs.concurrent.Futures;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Visits everything below a directory: a few directories are listed in parallel, many requests are
 * outstanding, and both limit the memory, however large the tree is.
 *
 * <ol>
 *   <li>Each request of a visitor holds a permit of the run's window.
 *   <li>The files of a page come before its directories. Of those that wait for a thread, the last
 *       one is taken first. If too many wait, a directory is walked by the thread that found it, so
 *       at most one page per thread and level of the tree is in memory.
 *   <li>A directory is left once everything below it has ended, unless the run was stopped.
 *   <li>An exception of a visitor, or an interrupt of the caller, stops the run: nothing further is
 *       listed or visited, and the walk returns when what was begun has ended.
 * </ol>
 *
 * Walks are started by one thread at a time.
 *
 * @param <D> directories
 * @param <E> entries of directories
 */
public final class TreeWalk<D extends TreeNode<D>, E> implements AutoCloseable {
  private static final int WINDOW = 512;
  private static final int THREADS = 8;

  /** The maximum number of directories that wait for a thread. */
  private static final int MAX_WAITING = 1_000;

  private final TreeSource<D, E> source;
  private final Visitor<D, E> visitor;
  private final TreeRun<D> run;
  private final ThreadPoolExecutor threads;

  /** Number of directories that are being read. */
  private final AtomicInteger unread = new AtomicInteger();

  private volatile CompletableFuture<Void> allRead = CompletableFuture.completedFuture(null);

  /** The operations of a walk. Called by several threads. */
  public interface Visitor<D, E> {
    /** The entry to visit: itself, or the target of a link. */
    default E resolve(D directory, E entry) throws IOException {
      return entry;
    }

    /** Visits an entry that is not a directory. */
    CompletableFuture<?> visit(D directory, E file);

    /**
     * Called after the files of a page, before its directories are entered.
     *
     * @param last whether it is known that no other page follows
     */
    default void page(D directory, List<E> directories, boolean last) {}

    /** The directory to list for an entry; null leaves it out. */
    @Nullable D enter(D parent, E directory) throws IOException;

    /** Called after everything below a directory has ended; also for the top. */
    default CompletableFuture<?> leave(D directory) {
      return CompletableFuture.completedFuture(null);
    }

    /**
     * An operation failed.
     *
     * @param entry null if it concerns the directory itself
     */
    OnFailure failed(D directory, @Nullable E entry, IOException thrown);
  }

  public TreeWalk(TreeSource<D, E> source, Visitor<D, E> visitor) {
    this(source, visitor, WINDOW, THREADS);
  }

  /**
   * @param window the limit of outstanding work
   * @param threads the maximum number of directories that are listed at once, besides the caller's
   */
  public TreeWalk(TreeSource<D, E> source, Visitor<D, E> visitor, int window, int threads) {
    this.source = source;
    this.visitor = visitor;
    this.run =
        new TreeRun<>(
            window,
            new TreeRun.Finisher<D>() {
              @Override
              public CompletableFuture<?> finish(D directory) {
                return visitor.leave(directory);
              }

              @Override
              public void failed(D directory, Throwable thrown) {
                fail(directory, null, thrown);
              }
            });
    this.threads =
        new ThreadPoolExecutor(
            threads,
            threads,
            1,
            TimeUnit.SECONDS,
            new LastFirst(),
            TreeWalk::newThread,
            new ThreadPoolExecutor.CallerRunsPolicy());
    this.threads.allowCoreThreadTimeOut(true);
  }

  /** Directories that wait for a thread. */
  private static final class LastFirst extends LinkedBlockingDeque<Runnable> {
    private static final long serialVersionUID = 1L;

    LastFirst() {
      super(MAX_WAITING);
    }

    @Override
    public boolean offer(Runnable directory) {
      return offerFirst(directory);
    }
  }

  /** The outstanding work, for visitors that collect entries in batches. */
  public TreeRun<D> run() {
    return run;
  }

  /**
   * Walks the tree below a directory to its end.
   *
   * @throws GigaException EIO with an {@link InterruptedException} as its cause, if the thread was
   *     interrupted, and stays so
   */
  public void walk(D top) throws IOException {
    read(top);
    await(top.ended());
    run.throwIfStopped();
  }

  /** Returns when everything was read, but possibly not ended. */
  public void read(D top) {
    CompletableFuture<Void> read = new CompletableFuture<>();
    allRead = read;
    unread.incrementAndGet();
    list(top);
    await(read);
  }

  /** Waits; an interrupt stops the run, which ends soon. */
  private void await(CompletableFuture<Void> end) {
    boolean interrupted = false;
    try {
      while (!end.isDone()) {
        try {
          end.get();
        } catch (InterruptedException e) {
          interrupted = true;
          stop(e);
        } catch (ExecutionException e) {
          throw new IllegalStateException("the end of a walk never fails", e);
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void stop(InterruptedException thrown) {
    GigaException failure = ErrorCode.EIO.exception("interrupted");
    failure.initCause(thrown);
    run.stop(failure);
  }

  private void list(D directory) {
    try {
      if (!run.isStopped()) {
        source.list(directory, (page, last) -> take(directory, page, last));
      }
    } catch (IOException | RuntimeException | Error e) {
      fail(directory, null, e);
    }
    listed(directory);
  }

  private void listed(D directory) {
    run.acquire(1);
    run.end(directory, 1);
    if (unread.decrementAndGet() == 0) {
      allRead.complete(null);
    }
  }

  private boolean take(D directory, List<E> page, boolean last) {
    if (Thread.currentThread().isInterrupted()) {
      stop(new InterruptedException());
    }
    List<E> directories = new ArrayList<>();
    for (E listed : page) {
      if (run.isStopped()) {
        break;
      }
      E entry = resolve(directory, listed);
      if (entry == null) {
        continue;
      }
      if (source.isDirectory(entry)) {
        directories.add(entry);
      } else {
        visit(directory, entry);
      }
    }
    visitor.page(directory, directories, last);
    for (E entry : directories) {
      if (run.isStopped()) {
        break;
      }
      descend(directory, entry);
    }
    return !run.isStopped();
  }

  private @Nullable E resolve(D directory, E listed) {
    try {
      return visitor.resolve(directory, listed);
    } catch (IOException e) {
      fail(directory, listed, e);
      return null;
    }
  }

  private void visit(D directory, E file) {
    run.acquire(1);
    run.begin(directory);
    TreeRun.send(() -> visitor.visit(directory, file))
        .whenComplete(
            (done, thrown) -> {
              if (thrown != null) {
                fail(directory, file, thrown);
              }
              run.end(directory, 1);
            });
  }

  private void descend(D parent, E entry) {
    D directory;
    try {
      directory = visitor.enter(parent, entry);
    } catch (IOException | RuntimeException e) {
      fail(parent, entry, e);
      return;
    }
    if (directory != null) {
      run.begin(parent);
      unread.incrementAndGet();
      try {
        threads.execute(() -> list(directory));
      } catch (Error e) { // no further thread can be started
        run.stop(e);
        listed(directory);
      }
    }
  }

  private void fail(D directory, @Nullable E entry, Throwable thrown) {
    Throwable cause = Futures.ioCause(thrown);
    OnFailure means = OnFailure.STOP;
    try {
      if (cause instanceof IOException failure) {
        means = visitor.failed(directory, entry, failure);
      }
    } catch (RuntimeException | Error e) {
      cause = e;
    }
    if (means != OnFailure.IGNORE) {
      directory.setIncomplete();
    }
    if (means == OnFailure.STOP) {
      run.stop(cause);
    }
  }

  private static Thread newThread(Runnable work) {
    Thread thread = new Thread(work, "giga-walk");
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public void close() {
    threads.shutdown();
  }
}

package io.gigafs.cli.fs;

import io.gigafs.cli.ErrorText;
import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.Listing;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.ListedEntry;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Visits everything below a directory: a few directories are listed in parallel, many requests are
 * outstanding, and both limit the memory, however large the tree is.
 *
 * <ol>
 *   <li>At most {@link #WINDOW} requests of visitors are outstanding: each holds a permit, which
 *       the last request of a directory passes on to that directory's {@link Visitor#leave}.
 *   <li>A directory that no idle thread takes is walked by the thread that found it, so at most one
 *       page per thread and level of the tree is in memory.
 *   <li>A directory is left once everything below it is done; not if any of that failed.
 * </ol>
 *
 * Walks are started by one thread at a time.
 */
final class TreeWalk implements AutoCloseable {
  private static final int WINDOW = 512;
  private static final int THREADS = 8;

  private final AsyncGigaClient client;
  private final boolean attributes;
  private final Visitor visitor;
  private final Semaphore permits = new Semaphore(WINDOW);
  private final ThreadPoolExecutor threads =
      new ThreadPoolExecutor(
          0,
          THREADS,
          1,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          TreeWalk::newThread,
          new ThreadPoolExecutor.CallerRunsPolicy());

  private volatile @Nullable Throwable fatal;

  /** The operations of a walk. Called by several threads. */
  interface Visitor {
    /** The entry to visit: itself, or the target of a link. */
    default ListedEntry taken(Operand operand, ListedEntry entry) throws GigaException {
      return entry;
    }

    /** Called before a directory below the start is listed; false leaves it out. */
    default CompletableFuture<Boolean> enter(Operand directory, ListedEntry entry) {
      return CompletableFuture.completedFuture(true);
    }

    /** Called for a file that is not a directory. */
    CompletableFuture<?> visit(Operand file, ListedEntry entry);

    /** Called after everything below a directory is done; also for the start. */
    default CompletableFuture<?> leave(Operand directory) {
      return CompletableFuture.completedFuture(null);
    }

    /** An operation failed; the walk continues elsewhere. */
    void failed(Operand operand, Throwable thrown);
  }

  /**
   * @param attributes whether visitors need the attributes of entries
   */
  TreeWalk(AsyncGigaClient client, boolean attributes, Visitor visitor) {
    this.client = client;
    this.attributes = attributes;
    this.visitor = visitor;
  }

  /** A directory that is being walked; done when its listing and all its children are. */
  private static final class Node {
    private final Operand directory;
    private final @Nullable Node parent;
    private final AtomicInteger pending = new AtomicInteger(1);
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private volatile boolean failed;

    Node(Operand directory, @Nullable Node parent) {
      this.directory = directory;
      this.parent = parent;
    }
  }

  /** Walks the tree below a directory to its end. */
  void walk(Operand directory) {
    Node start = new Node(directory, null);
    list(start);
    start.done.join();
    Throwable thrown = fatal;
    if (thrown instanceof RuntimeException e) {
      throw e;
    }
    if (thrown instanceof Error e) {
      throw e;
    }
  }

  private void list(Node node) {
    try (Listing listing = client.list(node.directory.path(), attributes).join()) {
      List<ListedEntry> page = listing.nextPage().join();
      while (!page.isEmpty() && fatal == null) {
        for (ListedEntry entry : page) {
          child(node, entry);
        }
        page = listing.nextPage().join();
      }
    } catch (RuntimeException e) {
      fail(node, node.directory, e);
    }
    if (node.pending.decrementAndGet() == 0) {
      permits.acquireUninterruptibly();
      leave(node);
    }
  }

  private void child(Node node, ListedEntry listed) {
    Operand child = node.directory.child(listed.name());
    ListedEntry entry;
    try {
      entry = visitor.taken(child, listed);
    } catch (GigaException e) {
      fail(node, child, e);
      return;
    }
    if (entry.type() != FileType.DIRECTORY) {
      node.pending.incrementAndGet();
      request(node, child, () -> visitor.visit(child, entry));
    } else if (enters(node, child, entry)) {
      node.pending.incrementAndGet();
      threads.execute(() -> list(new Node(child, node)));
    }
  }

  /** Whether to walk a directory; also one whose attributes could not be changed. */
  private boolean enters(Node node, Operand directory, ListedEntry entry) {
    try {
      return visitor.enter(directory, entry).join();
    } catch (RuntimeException e) {
      fail(node, directory, e);
      return true;
    }
  }

  /** A request of a visitor. */
  private interface Request {
    CompletableFuture<?> send();
  }

  private void request(Node node, Operand operand, Request request) {
    permits.acquireUninterruptibly();
    CompletableFuture<?> answer;
    try {
      answer = request.send();
    } catch (RuntimeException e) {
      answer = CompletableFuture.failedFuture(e);
    }
    answer.whenComplete((result, thrown) -> answered(node, operand, thrown));
  }

  /** Called with a permit, which is passed on or released. */
  private void answered(Node node, Operand operand, @Nullable Throwable thrown) {
    if (thrown != null) {
      fail(node, operand, thrown);
    }
    if (node.pending.decrementAndGet() == 0) {
      leave(node);
    } else {
      permits.release();
    }
  }

  /** Called with a permit, which is passed on or released. */
  private void leave(Node node) {
    if (node.failed) {
      left(node);
      return;
    }
    visitor
        .leave(node.directory)
        .whenComplete(
            (result, thrown) -> {
              if (thrown != null) {
                fail(node, node.directory, thrown);
              }
              left(node);
            });
  }

  private void left(Node node) {
    Node parent = node.parent;
    if (parent == null) {
      permits.release();
      node.done.complete(null);
      return;
    }
    parent.failed |= node.failed;
    if (parent.pending.decrementAndGet() == 0) {
      leave(parent);
    } else {
      permits.release();
    }
  }

  private void fail(Node node, Operand operand, Throwable thrown) {
    node.failed = true;
    Throwable cause = ErrorText.unwrap(thrown);
    if (cause instanceof java.io.IOException) {
      visitor.failed(operand, cause);
    } else {
      fatal = cause;
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

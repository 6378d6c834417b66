package io.gigafs.server.relay;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Does the writes to one object one after the other, in the order in which they came. A file system
 * lets one at a time write to a file anyway, and threads that wait for that take processors from
 * those that have something to do. Safe for use by several threads.
 *
 * <p>Few have their turn at once, so that a stream does not keep a thread from others for long.
 */
final class WriteLine implements Executor {
  private static final int MAX_AT_ONCE = 8;

  private final Executor threads;

  /** Guarded by this. */
  private final Queue<Runnable> waiting = new ArrayDeque<>();

  /** Whether a thread does what waits, or is about to. Guarded by this. */
  private boolean isActive;

  /**
   * Nothing is waiting.
   *
   * @param threads do the writes
   */
  WriteLine(Executor threads) {
    this.threads = threads;
  }

  /**
   * Has a write done.
   *
   * @throws RejectedExecutionException if the threads take nothing any more; it is not done then
   */
  @Override
  public synchronized void execute(Runnable write) {
    waiting.add(write);
    if (isActive) {
      return;
    }
    isActive = true;
    boolean done = false;
    try {
      threads.execute(this::run);
      done = true;
    } finally {
      if (!done) {
        isActive = false;
        waiting.clear(); // of this write, as nothing else waits where nobody is active
      }
    }
  }

  private void run() {
    boolean isOver = false;
    try {
      for (int done = 0; done < MAX_AT_ONCE && !isOver; done++) {
        isOver = !runNext();
      }
    } finally {
      if (!isOver) {
        goOnLater();
      }
    }
  }

  private boolean runNext() {
    Runnable next;
    synchronized (this) {
      next = waiting.poll();
      isActive = next != null;
    }
    if (next == null) {
      return false;
    }
    next.run();
    return true;
  }

  private void goOnLater() {
    try {
      threads.execute(this::run);
    } catch (RejectedExecutionException e) {
      // What waits was accepted, and threads that are stopped end what they have begun.
      run();
    }
  }
}

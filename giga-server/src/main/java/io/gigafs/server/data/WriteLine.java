package io.gigafs.server.data;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Executes the writes to one object one after the other, in the order of arrival. File systems
 * serialize writes to one file anyway, and threads that wait for such a lock would be missing
 * elsewhere. Thread-safe.
 *
 * <p>A thread executes a few writes at a time, so that one stream does not occupy it for long.
 */
final class WriteLine implements Executor {
  private static final int MAX_AT_ONCE = 8;

  private final Executor threads;

  /** Guarded by this. */
  private final Queue<Runnable> waiting = new ArrayDeque<>();

  /** Whether a thread executes the waiting writes, or is about to. Guarded by this. */
  private boolean isActive;

  /**
   * Starts with no waiting writes.
   *
   * @param threads execute the writes
   */
  WriteLine(Executor threads) {
    this.threads = threads;
  }

  /**
   * Enqueues a write.
   *
   * @throws RejectedExecutionException if the threads accept nothing any more; the write is not
   *     executed then
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
        waiting.clear(); // only this write, as nothing else waits while no thread is active
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
      // The waiting writes were accepted, and stopped threads still complete what they have begun.
      run();
    }
  }
}

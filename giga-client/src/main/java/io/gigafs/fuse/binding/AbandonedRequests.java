package io.gigafs.fuse.binding;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Requests whose callers have ended and were answered, while the work goes on. Safe for use by
 * several threads.
 *
 * <p>When a process has ended, others may rely on that nothing is written for it any more: its file
 * is closed, and its locks are free. So closing waits for the writes to the file that are left.
 */
final class AbandonedRequests {
  private static final Logger LOG = LoggerFactory.getLogger(AbandonedRequests.class);

  /** What writes to no file is of none. */
  static final long NO_NODE = 0;

  /** Longer than what a write takes whose servers are down. */
  private static final long MOST_WAIT_NANOS = TimeUnit.MINUTES.toNanos(5);

  private final int most;

  /** By the request's number, the file that it writes to. Guarded by this. */
  private final Map<Long, Long> nodes = new HashMap<>();

  private volatile boolean isEmpty = true;

  /**
   * @param most beyond so many there are none: threads have to be left for other callers
   */
  AbandonedRequests(int most) {
    this.most = most;
  }

  /**
   * Takes a request in, which is to {@link #end}.
   *
   * @param node the file that it writes to, or {@link #NO_NODE}
   * @return whether there is room for it
   */
  synchronized boolean add(long unique, long node) {
    if (nodes.size() >= most) {
      return false;
    }
    nodes.put(unique, node);
    isEmpty = false;
    return true;
  }

  /** The work for a request is done, whether it was abandoned or not. */
  void end(long unique) {
    if (isEmpty) {
      return;
    }
    synchronized (this) {
      if (nodes.remove(unique) != null) {
        isEmpty = nodes.isEmpty();
        notifyAll();
      }
    }
  }

  /** Waits until none is left that writes to a file. */
  void awaitWritten(long node) {
    if (isEmpty) {
      return;
    }
    long end = System.nanoTime() + MOST_WAIT_NANOS;
    boolean isInterrupted = false;
    synchronized (this) {
      long left = MOST_WAIT_NANOS;
      while (nodes.containsValue(node) && left > 0) {
        try {
          TimeUnit.NANOSECONDS.timedWait(this, left);
        } catch (InterruptedException e) {
          isInterrupted = true;
        }
        left = end - System.nanoTime();
      }
      if (nodes.containsValue(node)) {
        LOG.error(
            "What a process wrote that was killed is still being written as its file is closed");
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }
}

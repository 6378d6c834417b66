package io.gigafs.tablefs.store;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Does a task at an interval, on a thread of its own, until it is closed. */
final class Clockwork implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Clockwork.class);

  private final long intervalMillis;
  private final Runnable task;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread thread;

  /** Starts at once; the task comes first when the interval is over. */
  Clockwork(String name, long intervalMillis, Runnable task) {
    this.intervalMillis = intervalMillis;
    this.task = task;
    this.thread = new Thread(this::run, name);
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    while (!isClosing()) {
      try {
        task.run();
      } catch (RuntimeException e) {
        LOG.error("{} failed; it goes on", thread.getName(), e);
      }
    }
  }

  /** Waits for the interval. Nobody but a close ends the thread: what it does is needed. */
  private boolean isClosing() {
    try {
      return closing.await(intervalMillis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      LOG.warn("{} was interrupted; it goes on", thread.getName());
      return false;
    }
  }

  /** Returns when the thread has ended. */
  @Override
  public void close() {
    closing.countDown();
    boolean interrupted = false;
    while (true) {
      try {
        thread.join();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}

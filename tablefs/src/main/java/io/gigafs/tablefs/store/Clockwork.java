package io.gigafs.tablefs.store;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs a task periodically, on its own thread, until it is closed. */
final class Clockwork implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Clockwork.class);

  private final long intervalMillis;
  private final Runnable task;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread thread;

  /** Starts the thread. The task first runs after one interval. */
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
        LOG.error("{} failed; it runs again after its interval", thread.getName(), e);
      }
    }
  }

  /**
   * Waits for the interval. An interrupt does not end the thread, because the store needs the task.
   */
  private boolean isClosing() {
    try {
      return closing.await(intervalMillis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      LOG.warn("{} was interrupted; it continues", thread.getName());
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

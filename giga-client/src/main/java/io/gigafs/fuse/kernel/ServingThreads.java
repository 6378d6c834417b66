package io.gigafs.fuse.kernel;

import io.gigafs.fuse.binding.MountSettings;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads that serve a mount, until it is unmounted. Safe for use by several threads.
 *
 * <p>Each thread waits for a request, serves it and waits again, so there is no handover between
 * threads. A configured number is permanent. When the last waiting thread takes a request, another
 * one starts, so that slow requests, for a server that is down or for a lock, do not block the
 * mount. When twice the configured number wait, a thread that has served a request ends.
 */
public abstract class ServingThreads implements ServingSession {
  private static final Logger LOG = LoggerFactory.getLogger(ServingThreads.class);

  /**
   * The most waiting threads, as a multiple of the configured number, so that threads do not start
   * and end all the time.
   */
  private static final int MAX_WAITING = 2;

  private final MountSettings settings;
  private final ThreadFactory threads;
  private final AtomicInteger waiting = new AtomicInteger();
  private final AtomicInteger running = new AtomicInteger();
  private final CountDownLatch ended = new CountDownLatch(1);

  protected ServingThreads(MountSettings settings, ThreadFactory threads) {
    this.settings = settings;
    this.threads = threads;
  }

  /**
   * The work of a new thread: it serves until the mount is gone, or {@link #waitsAgain} returns
   * false.
   */
  protected abstract Runnable newWorker();

  /** Called once, by the last thread. */
  protected abstract void end();

  /** Starts the permanent threads. */
  public void start() {
    for (int i = 0; i < settings.threads(); i++) {
      startThread();
    }
  }

  /**
   * Starts a thread, up to the maximum. It is counted before it runs, so that the maximum is not
   * exceeded.
   */
  private void startThread() {
    if (running.incrementAndGet() > settings.maxThreads()) {
      running.decrementAndGet();
      return;
    }
    waiting.incrementAndGet();
    try {
      Runnable worker = newWorker();
      threads.newThread(() -> run(worker)).start();
    } catch (OutOfMemoryError e) {
      waiting.decrementAndGet();
      if (running.decrementAndGet() == 0) {
        throw e;
      }
      // The existing threads continue; the one that started this has a request to serve.
      LOG.error("Cannot start another thread for requests; the existing threads continue", e);
    }
  }

  private void run(Runnable worker) {
    try {
      worker.run();
    } finally {
      if (running.decrementAndGet() == 0) {
        try {
          end();
        } finally {
          ended.countDown();
        }
      }
    }
  }

  /** A thread has received a request. */
  protected final void received() {
    if (waiting.decrementAndGet() == 0) {
      startThread();
    }
  }

  /** A thread has served its request. Returns whether it waits for another, or ends. */
  protected final boolean waitsAgain() {
    if (waiting.incrementAndGet() > MAX_WAITING * settings.threads()) {
      waiting.decrementAndGet();
      return false;
    }
    return true;
  }

  /** A waiting thread ends. */
  protected final void waitsNoMore() {
    waiting.decrementAndGet();
  }

  @Override
  public final void awaitEnd() throws InterruptedException {
    ended.await();
  }

  @Override
  public final boolean awaitEnd(long nanos) throws InterruptedException {
    return ended.await(nanos, TimeUnit.NANOSECONDS);
  }

  @Override
  public final boolean hasEnded() {
    return ended.getCount() == 0;
  }

  @Override
  public final int threadCount() {
    return running.get();
  }
}

package io.gigafs.fuse.binding;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads that serve a mount, from when it is mounted until it is gone. Safe for use by several
 * threads.
 *
 * <p>Each thread waits for a request, serves it and waits again, so that nobody hands work to
 * anybody. A set number stays for good. When the last one that waits takes a request, another
 * thread starts, so that requests that take long, of a server that is down or for a lock, leave the
 * mount alive; when twice as many wait as are to stay, one that has served a request ends.
 */
public abstract class ServingThreads implements ServingSession {
  private static final Logger LOG = LoggerFactory.getLogger(ServingThreads.class);

  /** How many may wait, in times of the set number, lest threads start and end all the time. */
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

  /** What a new thread does: it serves until the mount is gone, or {@link #waitsAgain} says no. */
  protected abstract Runnable newWorker();

  /** Is called once, by the last thread. */
  protected abstract void end();

  /** Starts the threads that stay. */
  public void start() {
    for (int i = 0; i < settings.threads(); i++) {
      startThread();
    }
  }

  /** Begins as many threads as wait at most; counted before they run, so that none is too many. */
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
      // Those that there are go on; the one that asked for another has a request to serve.
      LOG.error("No more threads for requests: memory for them, or their number, is used up", e);
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

  /** A thread has served its request; whether it is to wait for another, or ends. */
  protected final boolean waitsAgain() {
    if (waiting.incrementAndGet() > MAX_WAITING * settings.threads()) {
      waiting.decrementAndGet();
      return false;
    }
    return true;
  }

  /** A thread ends that was waiting for a request. */
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

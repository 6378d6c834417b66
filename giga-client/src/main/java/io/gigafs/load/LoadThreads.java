package io.gigafs.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Threads that perform the same work, each on its own part. They begin at the same time, after all
 * have started. Safe for use by several threads.
 */
public final class LoadThreads {
  private static final Logger LOG = LoggerFactory.getLogger(LoadThreads.class);
  private static final long END_SECONDS = 5;
  private static final double NANOS = 1e9;

  private final List<Thread> threads = new ArrayList<>();
  private final CountDownLatch ready;
  private final CountDownLatch begin = new CountDownLatch(1);
  private final CountDownLatch ended;

  /** By thread. Each thread writes its element before it counts as ended. */
  private final @Nullable Throwable[] failures;

  private final long[] endNanos;
  private long beginNanos;

  /** The work of each thread, numbered from 0. */
  @FunctionalInterface
  public interface Part {
    void run(int thread) throws IOException, InterruptedException;
  }

  private LoadThreads(int count) {
    this.ready = new CountDownLatch(count);
    this.ended = new CountDownLatch(count);
    this.failures = new @Nullable Throwable[count];
    this.endNanos = new long[count];
  }

  /** Starts all parts. */
  public static LoadThreads start(int count, Part part) throws InterruptedException {
    LoadThreads all = new LoadThreads(count);
    for (int i = 0; i < count; i++) {
      int number = i;
      Thread thread = new Thread(() -> all.run(part, number), "giga-load-" + number);
      thread.setDaemon(true);
      thread.start();
      all.threads.add(thread);
    }
    try {
      all.ready.await();
    } catch (InterruptedException e) {
      all.threads.forEach(Thread::interrupt);
      throw e;
    }
    all.beginNanos = System.nanoTime();
    all.begin.countDown();
    return all;
  }

  /**
   * Runs all parts, which must end when their threads are interrupted, and waits for them.
   *
   * @return the seconds until the last was done
   * @throws IOException the first failure, by thread number
   */
  public static double run(int count, Part part) throws IOException, InterruptedException {
    LoadThreads all = start(count, part);
    try {
      all.await();
    } catch (InterruptedException e) {
      all.interrupt();
      throw e;
    }
    all.check();
    return all.seconds();
  }

  private void run(Part part, int number) {
    ready.countDown();
    try {
      begin.await();
      part.run(number);
    } catch (IOException | InterruptedException | RuntimeException | Error e) {
      failures[number] = e;
    } finally {
      endNanos[number] = System.nanoTime();
      ended.countDown();
    }
  }

  /** Waits until all parts have ended. */
  public void await() throws InterruptedException {
    ended.await();
  }

  /** Waits until all parts have ended, at most for some time; returns whether they have. */
  public boolean await(long millis) throws InterruptedException {
    return ended.await(millis, TimeUnit.MILLISECONDS);
  }

  /**
   * Interrupts all parts. Returns only after they have ended: the resources that they use are
   * closed next, and a running part would delay that.
   */
  private void interrupt() throws InterruptedException {
    threads.forEach(Thread::interrupt);
    if (!ended.await(END_SECONDS, TimeUnit.SECONDS)) {
      LOG.warn("A thread of a load is still running {} s after its interrupt", END_SECONDS);
    }
  }

  /** Throws the first failure by thread number, if there is one. After {@link #await()}. */
  public void check() throws IOException {
    Throwable failure = failure();
    if (failure != null) {
      throw failure instanceof IOException known ? known : new IOException(failure);
    }
  }

  /** The seconds from the begin until the last part ended. After {@link #await()}. */
  public double seconds() {
    return LongStream.of(endNanos).map(end -> end - beginNanos).max().orElse(0) / NANOS;
  }

  /** The first failure by thread number, if there is one. After {@link #await()}. */
  @Nullable Throwable failure() {
    for (Throwable failure : failures) {
      if (failure != null) {
        return failure;
      }
    }
    return null;
  }
}

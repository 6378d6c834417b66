package io.gigafs.bench.soak;

import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Users of a tree, each with its own thread and directory, that perform random operations until
 * they are stopped. Thread-safe.
 */
final class MixedLoad implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(MixedLoad.class);
  private static final int MAX_LOGGED = 10;

  private final AtomicLong operations = new AtomicLong();
  private final AtomicLong errors = new AtomicLong();

  /** Empty while there is none; guarded by this. */
  private String firstError = "";

  private final List<Thread> threads;
  private volatile boolean stopping;

  /** A user that works in a directory. Not thread-safe. */
  interface User {
    /** Performs one operation, which must succeed. */
    void act(SplittableRandom random) throws Exception;
  }

  /** Starts the users at once. */
  MixedLoad(List<? extends User> users, long seed) {
    SplittableRandom seeds = new SplittableRandom(seed);
    threads =
        users.stream()
            .map(
                user -> {
                  SplittableRandom random = seeds.split();
                  Thread thread = new Thread(() -> run(user, random), "soak-user");
                  thread.setDaemon(true);
                  return thread;
                })
            .toList();
    threads.forEach(Thread::start);
  }

  private void run(User user, SplittableRandom random) {
    while (!stopping) {
      try {
        user.act(random);
        operations.incrementAndGet();
      } catch (Exception | AssertionError e) {
        noteFirst(e);
        if (errors.incrementAndGet() <= MAX_LOGGED) {
          LOG.error("an operation failed", e);
        }
      }
    }
  }

  long operations() {
    return operations.get();
  }

  long errors() {
    return errors.get();
  }

  private synchronized void noteFirst(Throwable error) {
    if (firstError.isEmpty()) {
      firstError = error.toString();
    }
  }

  /** The first error; empty if there was none. */
  synchronized String firstError() {
    return firstError;
  }

  /** Stops all users, and waits for their current operations. */
  @Override
  public void close() {
    stopping = true;
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

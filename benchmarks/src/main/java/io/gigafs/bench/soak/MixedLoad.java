package io.gigafs.bench.soak;

import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Users of a tree, each with a thread and a directory of its own, who do at random what there is to
 * do until they are told to stop. Safe for use by several threads.
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

  /** Somebody who does things in a directory. For one thread. */
  interface User {
    /** Does something; it has to succeed. */
    void act(SplittableRandom random) throws Exception;
  }

  /** Begins at once. */
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

  /** What the first error was; empty if there was none. */
  synchronized String firstError() {
    return firstError;
  }

  /** Has all stop, and waits for what they are doing. */
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

package io.gigafs.bench.soak;

import io.gigafs.load.LoadGenerator;
import io.gigafs.load.Workload;
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

  private final LoadGenerator load;
  private final AtomicLong failed = new AtomicLong();

  /** A user that works in a directory. Not thread-safe. */
  interface User {
    /** Performs one operation, which must succeed. */
    void act(SplittableRandom random) throws Exception;
  }

  /** Starts the users at once. */
  MixedLoad(List<? extends User> users, long seed) throws InterruptedException {
    this.load =
        new LoadGenerator(
            new LoadGenerator.Shape(users.size(), Long.MAX_VALUE, 1, 1, Long.MAX_VALUE));
    SplittableRandom seeds = new SplittableRandom(seed);
    load.start(user -> operations(users.get(user), seeds.split()));
  }

  private Workload<Long> operations(User user, SplittableRandom random) {
    return Workload.ofCalls((number, end) -> act(user, random), number -> "operation " + number);
  }

  private void act(User user, SplittableRandom random) throws Exception {
    try {
      user.act(random);
    } catch (Exception | AssertionError e) {
      if (failed.incrementAndGet() <= MAX_LOGGED) {
        LOG.error("an operation failed", e);
      }
      throw e;
    }
  }

  /** Number of operations that succeeded. */
  long operations() {
    return load.done();
  }

  long errors() {
    return load.errors();
  }

  /** The first error; empty if there was none. */
  String firstError() {
    return load.failures().stream()
        .map(first -> String.valueOf(first.cause()))
        .findFirst()
        .orElse("");
  }

  /** Stops all users, and waits for their current operations. */
  @Override
  public void close() {
    load.stop();
    try {
      load.result();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

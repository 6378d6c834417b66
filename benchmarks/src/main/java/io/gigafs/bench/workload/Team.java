package io.gigafs.bench.workload;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Threads that do the same at the same time, each for its own part. For one thread. */
public final class Team implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Team.class);
  private static final long END_SECONDS = 5;

  private final int members;
  private final ExecutorService threads;

  /** What each member does, by its place from 0 on; it ends when its thread is interrupted. */
  @FunctionalInterface
  public interface Part {
    void run(int member) throws IOException, InterruptedException;
  }

  public Team(int members) {
    this.members = members;
    this.threads = Executors.newFixedThreadPool(members);
  }

  public int members() {
    return members;
  }

  /**
   * Has all do their parts, and waits for them.
   *
   * @return the seconds until the last was done
   * @throws IOException as the first of those that failed, by place
   * @throws InterruptedException when this thread is interrupted; then the team is of no more use
   */
  public double run(Part part) throws IOException, InterruptedException {
    List<Callable<Boolean>> parts = new ArrayList<>();
    for (int i = 0; i < members; i++) {
      int member = i;
      parts.add(
          () -> {
            part.run(member);
            return true;
          });
    }
    long began = System.nanoTime();
    List<Future<Boolean>> done = invoke(parts);
    double seconds = (System.nanoTime() - began) / 1e9;
    for (Future<Boolean> each : done) {
      check(each);
    }
    return seconds;
  }

  /**
   * An interrupt ends the team, but not before its members: what they work on is closed next, and
   * one who is still at it would hold that up.
   */
  private List<Future<Boolean>> invoke(List<Callable<Boolean>> parts) throws InterruptedException {
    try {
      return threads.invokeAll(parts);
    } catch (InterruptedException e) {
      threads.shutdownNow();
      if (!threads.awaitTermination(END_SECONDS, TimeUnit.SECONDS)) {
        LOG.warn("A member of a team goes on {} s after it was interrupted", END_SECONDS);
      }
      throw e;
    }
  }

  private static void check(Future<Boolean> part) throws IOException, InterruptedException {
    try {
      part.get();
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      throw cause instanceof IOException failure ? failure : new IOException(cause);
    }
  }

  /** Interrupts those that are still at it. */
  @Override
  public void close() {
    threads.shutdownNow();
  }
}

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

/** Threads that perform the same work concurrently, each on its own part. Not thread-safe. */
public final class Team implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Team.class);
  private static final long END_SECONDS = 5;

  private final int members;
  private final ExecutorService threads;

  /** The work of each member, numbered from 0. It ends when its thread is interrupted. */
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
   * Runs all parts, and waits for them.
   *
   * @return the seconds until the last was done
   * @throws IOException the first failure, by member number
   * @throws InterruptedException when this thread is interrupted; then the team cannot be used any
   *     more
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
   * An interrupt ends the team, but only after its members have ended: the resources that they use
   * are closed next, and a running member would delay that.
   */
  private List<Future<Boolean>> invoke(List<Callable<Boolean>> parts) throws InterruptedException {
    try {
      return threads.invokeAll(parts);
    } catch (InterruptedException e) {
      threads.shutdownNow();
      if (!threads.awaitTermination(END_SECONDS, TimeUnit.SECONDS)) {
        LOG.warn("A member of a team is still running {} s after its interrupt", END_SECONDS);
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

  /** Interrupts the members that are still running. */
  @Override
  public void close() {
    threads.shutdownNow();
  }
}

package io.gigafs.bench.workload;

import io.gigafs.cli.ErrorText;
import io.gigafs.cli.bench.Workload;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Load at a constant rate, independent of the answers. Each request is scheduled at a fixed time,
 * and its latency counts from then, even if it was sent late because earlier ones took long. So a
 * pause affects all requests that were scheduled in it (no coordinated omission). A closed loop,
 * such as {@link io.gigafs.cli.bench.LoadGenerator}, would not have sent these.
 *
 * <p>One thread sends; {@link #done} is thread-safe.
 */
public final class OpenLoop {
  /**
   * Sleep of the sender when nothing is due. Requests are late by up to this time, which counts as
   * latency. With shorter sleeps, the sender would mostly fall asleep and wake up, on the
   * processors that the servers need.
   */
  private static final long NAP_NANOS = 500_000;

  private final double perSecond;
  private final long requests;
  private final LatencyTimeline latencies;
  private final LongAdder done = new LongAdder();
  private final AtomicReference<@Nullable IOException> failure = new AtomicReference<>();

  /**
   * Creates a load.
   *
   * @param latencies receives each latency
   */
  public OpenLoop(double perSecond, Duration length, LatencyTimeline latencies) {
    this.perSecond = perSecond;
    this.requests = (long) (perSecond * length.toNanos() / 1e9);
    this.latencies = latencies;
  }

  public long requests() {
    return requests;
  }

  /** Number of requests answered without an error so far. */
  public long done() {
    return done.sum();
  }

  /**
   * Sends all requests on schedule, and waits for their answers.
   *
   * @throws IOException the first failure, after which no further request is sent
   */
  public void run(Workload<?> workload) throws IOException, InterruptedException {
    Semaphore answers = new Semaphore(0);
    long began = System.nanoTime();
    long next = 0;
    while (next < requests && failure.get() == null) {
      long due = Math.min(requests, (long) ((System.nanoTime() - began) / 1e9 * perSecond) + 1);
      if (next >= due) {
        LockSupport.parkNanos(NAP_NANOS);
        if (Thread.interrupted()) {
          throw new InterruptedException("interrupted after " + next + " requests");
        }
      }
      for (; next < due; next++) {
        send(workload, next, began + (long) (next / perSecond * 1e9), answers);
      }
    }
    answers.acquire(Math.toIntExact(next));
    IOException first = failure.get();
    if (first != null) {
      throw first;
    }
  }

  private void send(Workload<?> workload, long number, long due, Semaphore answers) {
    CompletableFuture<?> answer;
    try {
      answer = workload.send(number, number + 1);
    } catch (RuntimeException e) {
      answer = CompletableFuture.failedFuture(e);
    }
    answer.whenComplete(
        (result, thrown) -> {
          if (thrown == null) {
            latencies.add(number / perSecond, System.nanoTime() - due);
            done.increment();
          } else {
            failure.compareAndSet(
                null,
                new IOException(
                    workload.describe(number) + ": " + ErrorText.ofFile(thrown), thrown));
          }
          answers.release();
        });
  }
}

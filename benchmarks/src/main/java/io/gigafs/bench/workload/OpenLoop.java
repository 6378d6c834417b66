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
 * Load that comes at a constant rate, whatever becomes of it: the request of a number is due at its
 * place in time, and its latency counts from then, also when it was sent late because those before
 * it took long. So a pause is felt by all requests that came in it (no coordinated omission), which
 * a closed loop, such as {@link io.gigafs.cli.bench.Load}, would not have sent.
 *
 * <p>For one thread, which sends; {@link #done} may be asked by others.
 */
public final class OpenLoop {
  /**
   * How long the sender sleeps when nothing is due; requests are late by up to that, which counts.
   * With naps as short as the distance of requests it would do little else than go to sleep and
   * wake up, on the processors that the servers are to have.
   */
  private static final long NAP_NANOS = 500_000;

  private final double perSecond;
  private final long requests;
  private final LatencyTimeline latencies;
  private final LongAdder done = new LongAdder();
  private final AtomicReference<@Nullable IOException> failure = new AtomicReference<>();

  /**
   * A load.
   *
   * @param latencies is told each of them
   */
  public OpenLoop(double perSecond, Duration length, LatencyTimeline latencies) {
    this.perSecond = perSecond;
    this.requests = (long) (perSecond * length.toNanos() / 1e9);
    this.latencies = latencies;
  }

  public long requests() {
    return requests;
  }

  /** How many requests were answered without an error so far. */
  public long done() {
    return done.sum();
  }

  /**
   * Sends all requests in time, and waits for their answers.
   *
   * @throws IOException as the first request that failed; none is sent after it
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

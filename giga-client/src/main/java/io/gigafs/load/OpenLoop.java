package io.gigafs.load;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * Load at a constant rate, independent of the answers. Each request is scheduled at a fixed time,
 * and its latency counts from then, even if it was sent late because earlier ones took long. So a
 * pause affects all requests that were scheduled in it (no coordinated omission). A closed loop,
 * such as {@link LoadGenerator}, would not have sent these.
 *
 * <p>One thread sends; {@link #done} is thread-safe. It runs once.
 */
public final class OpenLoop {
  /**
   * Sleep of the sender when nothing is due. Requests are late by up to this time, which counts as
   * latency. With shorter sleeps, the sender would mostly fall asleep and wake up, on the
   * processors that the servers need.
   */
  private static final long NAP_NANOS = 500_000;

  private static final int DIGITS = 3;

  private final double perSecond;
  private final long requests;
  private final Recorder recorder;
  private final LongAdder done = new LongAdder();
  private final FailureLog failures = new FailureLog();
  private final Latencies latencies = new Latencies(DIGITS);

  /** Receives each latency, with the scheduled time of the request. Thread-safe. */
  public interface Recorder {
    void add(double dueSeconds, long nanos);
  }

  public OpenLoop(double perSecond, Duration length, Recorder recorder) {
    this.perSecond = perSecond;
    this.requests = (long) (perSecond * length.toNanos() / 1e9);
    this.recorder = recorder;
  }

  public long requests() {
    return requests;
  }

  /** Number of requests answered without an error so far. */
  public long done() {
    return done.sum();
  }

  /**
   * Sends all requests on schedule, and waits for their answers. No further request is sent after
   * the first failure.
   */
  public LoadResult run(Workload<?> workload) throws InterruptedException {
    Semaphore answers = new Semaphore(0);
    long began = System.nanoTime();
    long next = 0;
    while (next < requests && failures.count() == 0) {
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
    double seconds = (System.nanoTime() - began) / 1e9;
    return new LoadResult(
        done.sum(), failures.count(), seconds, latencies, next < requests, failures.first());
  }

  private void send(Workload<?> workload, long number, long due, Semaphore answers) {
    LoadGenerator.send(workload, number, number + 1)
        .whenComplete(
            (result, thrown) -> {
              if (thrown == null) {
                long nanos = System.nanoTime() - due;
                latencies.add(nanos);
                recorder.add(number / perSecond, nanos);
                done.increment();
              } else {
                failures.describe(workload.describe(number), thrown);
                failures.add(1);
              }
              answers.release();
            });
  }
}

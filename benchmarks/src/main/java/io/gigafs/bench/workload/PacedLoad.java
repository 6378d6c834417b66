package io.gigafs.bench.workload;

import io.gigafs.cli.ErrorText;
import io.gigafs.cli.bench.Workload;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.AtomicHistogram;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Requests at an even rate, whether earlier ones are answered or not. A request's latency counts
 * from when it was due: what waits because others do is not left out. For one thread, but for
 * {@link #sent}.
 */
public final class PacedLoad {
  private static final long HIGHEST_NANOS = 3_600_000_000_000L;
  private static final double NANOS = 1e9;

  /** More than that are not under way; those that are due wait, and their latency grows. */
  private static final int MOST_UNDER_WAY = 1 << 15;

  private final long requests;
  private final double rate;
  private final Semaphore room = new Semaphore(MOST_UNDER_WAY);
  private final AtomicHistogram latencies = new AtomicHistogram(HIGHEST_NANOS, 3);
  private final AtomicReference<@Nullable String> failure = new AtomicReference<>();
  private volatile long sent;

  /**
   * A load that has not begun.
   *
   * @param rate requests/s
   */
  public PacedLoad(long requests, double rate) {
    this.requests = requests;
    this.rate = rate;
  }

  /** How many were sent so far. */
  public long sent() {
    return sent;
  }

  /**
   * Sends a request for each number from 0 on, and waits for all answers.
   *
   * @return latencies, ns
   * @throws IOException as soon as one fails
   */
  public <T> Histogram run(Workload<T> workload) throws IOException, InterruptedException {
    long began = System.nanoTime();
    for (long number = 0; number < requests; number++) {
      long due = began + (long) (number / rate * NANOS);
      // Shorter naps than the system gives are not taken: then some go out together.
      while (System.nanoTime() < due) {
        LockSupport.parkNanos(due - System.nanoTime());
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
      }
      room.acquire();
      send(workload, number, due);
      check();
    }
    room.acquire(MOST_UNDER_WAY);
    check();
    return latencies;
  }

  private <T> void send(Workload<T> workload, long number, long due) {
    CompletableFuture<T> answer = workload.send(number, number + 1);
    sent = number + 1;
    answer.whenComplete(
        (result, thrown) -> {
          latencies.recordValue(Math.min(HIGHEST_NANOS, Math.max(0, System.nanoTime() - due)));
          if (thrown != null) {
            failure.compareAndSet(
                null, workload.describe(number) + ": " + ErrorText.ofFile(thrown));
          }
          room.release();
        });
  }

  private void check() throws IOException {
    String first = failure.get();
    if (first != null) {
      throw new IOException(first);
    }
  }
}

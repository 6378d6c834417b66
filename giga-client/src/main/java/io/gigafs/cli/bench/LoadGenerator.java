package io.gigafs.cli.bench;

import io.gigafs.cli.ErrorText;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntFunction;
import org.HdrHistogram.AtomicHistogram;
import org.HdrHistogram.Histogram;

/**
 * Generates load: threads divide the numbers from 0 on, and each sends requests for its own in
 * order, with a window of outstanding requests. With a window of one that is a closed loop.
 *
 * <p>It ends when all requests are answered, or after too many errors. Requests must end by
 * themselves, as those of a client do at its timeout. Other threads may read the counts meanwhile.
 */
public final class LoadGenerator {
  private static final long LOWEST_NANOS = 1_000;
  private static final long HIGHEST_NANOS = 3_600_000_000_000L;

  private final Shape shape;
  private final LongAdder done = new LongAdder();
  private final FailureLog failures = new FailureLog();
  private final CountDownLatch start = new CountDownLatch(1);
  private volatile boolean aborted;

  /**
   * The parameters of a load.
   *
   * @param numbers how many numbers are divided among the threads
   * @param window number of outstanding requests of each thread
   * @param bulk how many numbers go into a request
   * @param maxErrors the number of failed numbers after which the load is aborted
   */
  public record Shape(int threads, long numbers, int window, int bulk, long maxErrors) {
    public Shape {
      if (threads < 1 || numbers < 0 || window < 1 || bulk < 1 || maxErrors < 0) {
        throw new IllegalArgumentException("threads, window and bulk are at least 1");
      }
    }

    /** The first number of a thread; that of the next thread is the end. */
    public long firstOf(int thread) {
      return numbers / threads * thread + Math.min(thread, numbers % threads);
    }
  }

  public LoadGenerator(Shape shape) {
    this.shape = shape;
  }

  /** How many numbers have succeeded so far. */
  public long done() {
    return done.sum();
  }

  public long errors() {
    return failures.count();
  }

  /**
   * Runs the load to its end.
   *
   * @param workloads the work of each thread, by index
   */
  public LoadResult run(IntFunction<Workload<?>> workloads) throws InterruptedException {
    List<Driver<?>> drivers = new ArrayList<>();
    for (int thread = 0; thread < shape.threads(); thread++) {
      Driver<?> driver = new Driver<>(thread, workloads.apply(thread));
      driver.setDaemon(true);
      driver.start();
      drivers.add(driver);
    }
    long began = System.nanoTime();
    start.countDown();
    for (Driver<?> driver : drivers) {
      driver.join();
    }
    double seconds = (System.nanoTime() - began) / 1e9;
    Histogram latencies = new Histogram(LOWEST_NANOS, HIGHEST_NANOS, 3);
    drivers.forEach(driver -> latencies.add(driver.latencies));
    return new LoadResult(
        done.sum(), failures.count(), seconds, latencies, aborted, failures.first());
  }

  /** One thread and its requests. */
  private final class Driver<T> extends Thread {
    private final Workload<T> workload;
    private final long first;
    private final long end;
    private final Histogram latencies = new AtomicHistogram(LOWEST_NANOS, HIGHEST_NANOS, 3);

    Driver(int place, Workload<T> workload) {
      super("giga-load-" + place);
      this.workload = workload;
      this.first = shape.firstOf(place);
      this.end = shape.firstOf(place + 1);
    }

    @Override
    public void run() {
      Window window = new Window(shape.window());
      try {
        start.await();
      } catch (InterruptedException e) {
        return;
      }
      for (long from = first; from < end && !aborted; from += shape.bulk()) {
        long to = Math.min(end, from + shape.bulk());
        window.enter();
        send(window, from, to);
      }
      window.drain();
    }

    private void send(Window window, long from, long to) {
      long sent = System.nanoTime();
      CompletableFuture<T> answer;
      try {
        answer = workload.send(from, to);
      } catch (RuntimeException e) {
        answer = CompletableFuture.failedFuture(e);
      }
      answer.whenComplete(
          (result, thrown) -> {
            latencies.recordValue(Math.max(0, Math.min(HIGHEST_NANOS, System.nanoTime() - sent)));
            int failed =
                thrown == null
                    ? workload.failures(from, result, failures::describe)
                    : failAll(from, to, thrown);
            done.add(to - from - failed);
            if (failed > 0) {
              failed(failed);
            }
            window.leave();
          });
    }

    private int failAll(long from, long to, Throwable thrown) {
      failures.describe(workload.describe(from) + ": " + ErrorText.ofFile(thrown));
      return (int) (to - from);
    }

    private void failed(int count) {
      failures.add(count);
      if (failures.count() > shape.maxErrors()) {
        aborted = true;
      }
    }
  }
}

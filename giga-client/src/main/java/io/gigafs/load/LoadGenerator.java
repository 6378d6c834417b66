package io.gigafs.load;

import io.gigafs.load.LoadResult.LoadFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Generates load: threads divide the numbers from 0 on, and each sends requests for its own in
 * order, with a window of outstanding requests. With a window of one that is a closed loop.
 *
 * <p>It ends when all requests are answered, after too many errors, or when it is stopped. Requests
 * must end by themselves, as those of a client do at its timeout. It runs once. Other threads may
 * read the counts and stop it meanwhile.
 */
public final class LoadGenerator {
  private static final int DIGITS = 3;

  private final Shape shape;
  private final LongAdder done = new LongAdder();
  private final FailureLog failures = new FailureLog();
  private final List<Driver<?>> drivers = new ArrayList<>();
  private @Nullable LoadThreads threads;
  private volatile boolean aborted;
  private volatile boolean stopped;

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

    /** For a load of single requests that goes on until it is stopped or one of them fails. */
    public static Shape endless(int threads, int window) {
      return new Shape(threads, Long.MAX_VALUE, window, 1, 0);
    }

    /** The first number of a thread; that of the next thread is the end. */
    public long firstOf(int thread) {
      return numbers / threads * thread + Math.min(thread, numbers % threads);
    }
  }

  public LoadGenerator(Shape shape) {
    this.shape = shape;
  }

  Shape shape() {
    return shape;
  }

  /** How many numbers have succeeded so far. */
  public long done() {
    return done.sum();
  }

  public long errors() {
    return failures.count();
  }

  /** The first few failures so far. */
  public List<LoadFailure> failures() {
    return failures.first();
  }

  /**
   * Runs the load to its end. If this thread is interrupted, the load ends after its outstanding
   * requests.
   *
   * @param workloads the work of each thread, by index
   */
  public LoadResult run(IntFunction<Workload<?>> workloads) throws InterruptedException {
    start(workloads);
    return result();
  }

  /**
   * Begins the load.
   *
   * @param workloads the work of each thread, by index
   */
  public void start(IntFunction<Workload<?>> workloads) throws InterruptedException {
    for (int thread = 0; thread < shape.threads(); thread++) {
      drivers.add(new Driver<>(thread, workloads.apply(thread)));
    }
    threads = LoadThreads.start(shape.threads(), thread -> drivers.get(thread).run());
  }

  /** Sends no further requests. */
  public void stop() {
    stopped = true;
  }

  /** Waits for the end of the load, at most for some time; returns whether it has ended. */
  boolean await(long millis) throws InterruptedException {
    return started().await(millis);
  }

  /**
   * The result, after the end of the load. If this thread is interrupted, the load ends after its
   * outstanding requests.
   */
  public LoadResult result() throws InterruptedException {
    LoadThreads all = started();
    try {
      all.await();
    } catch (InterruptedException e) {
      stop();
      throw e;
    }
    Throwable failure = all.failure();
    if (failure != null) {
      throw new IllegalStateException("a thread of the load has failed", failure);
    }
    Latencies latencies = new Latencies(DIGITS);
    drivers.forEach(driver -> latencies.addAll(driver.latencies));
    return new LoadResult(
        done.sum(), failures.count(), all.seconds(), latencies, aborted, failures.first());
  }

  private LoadThreads started() {
    if (threads == null) {
      throw new IllegalStateException("the load has not been started");
    }
    return threads;
  }

  /** Sends a request; an exception of the workload is a failed request. */
  static <T> CompletableFuture<T> send(Workload<T> workload, long from, long to) {
    try {
      return workload.send(from, to);
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** The requests of one thread. */
  private final class Driver<T> {
    private final Workload<T> workload;
    private final long first;
    private final long end;
    private final Latencies latencies = new Latencies(DIGITS);

    Driver(int thread, Workload<T> workload) {
      this.workload = workload;
      this.first = shape.firstOf(thread);
      this.end = shape.firstOf(thread + 1);
    }

    void run() {
      Window window = new Window(shape.window());
      for (long from = first; from < end && !aborted && !stopped; from += shape.bulk()) {
        long to = Math.min(end, from + shape.bulk());
        window.enter();
        send(window, from, to);
      }
      window.drain();
    }

    private void send(Window window, long from, long to) {
      long sent = System.nanoTime();
      LoadGenerator.send(workload, from, to)
          .whenComplete(
              (result, thrown) -> {
                latencies.add(System.nanoTime() - sent);
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
      failures.describe(workload.describe(from), thrown);
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

package io.gigafs.fuse.kernel;

import io.gigafs.fuse.binding.Errno;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers requests once the kernel has dropped pages. The kernel first waits for reads and writes
 * of these pages that are in progress, and these need workers. If workers waited for the kernel,
 * all of them could be blocked. Safe for use by several threads.
 */
public final class DelayedAnswers {
  private static final Logger LOG = LoggerFactory.getLogger(DelayedAnswers.class);

  /** How many answers wait for the kernel at a time; further ones are queued. */
  private static final int MAX_THREADS = 16;

  private static final long IDLE_SECONDS = 10;

  private final FuseDevice device;
  private final AbandonedRequests abandoned;
  private final ThreadPoolExecutor threads;

  /** Requests that are not answered yet. */
  private final Set<RequestAtHand> delayed = ConcurrentHashMap.newKeySet();

  public DelayedAnswers(FuseDevice device, AbandonedRequests abandoned, ThreadFactory factory) {
    this.device = device;
    this.abandoned = abandoned;
    this.threads =
        new ThreadPoolExecutor(
            MAX_THREADS,
            MAX_THREADS,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            factory);
    threads.allowCoreThreadTimeOut(true);
  }

  /**
   * Answers a request with the result of work that waits for the kernel: 0, or a negative errno.
   *
   * @param refused runs after a success if the kernel's caller is gone
   */
  void after(RequestAtHand request, IntSupplier work, Runnable refused) {
    RequestAtHand waiting = request.copy(abandoned);
    long unique = waiting.unique();
    delayed.add(waiting);
    request.moveTo(waiting);
    threads.execute(
        () -> {
          int result;
          try {
            result = work.getAsInt();
          } catch (RuntimeException | Error e) {
            LOG.error("Failed to drop the kernel's cached pages of a file", e);
            result = -Errno.EIO;
          }
          if (!device.answer(unique, result) && result == 0) {
            refused.run();
          }
          delayed.remove(waiting);
          waiting.end();
        });
  }

  /** The request if it is to be answered here; else null. */
  @Nullable RequestAtHand find(long unique) {
    for (RequestAtHand waiting : delayed) {
      if (waiting.is(unique)) {
        return waiting;
      }
    }
    return null;
  }

  /** Ends the threads once all queued work is done. */
  void close() {
    threads.shutdown();
  }
}

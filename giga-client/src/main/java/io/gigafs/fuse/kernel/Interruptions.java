package io.gigafs.fuse.kernel;

import io.gigafs.fuse.binding.Errno;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Requests whose callers got a signal while they wait. Safe for use by several threads.
 *
 * <p>The kernel sends one notification that a caller got a signal, of whatever kind, and then makes
 * the caller wait until the request is answered, even if it is killed. Programs do not expect
 * stat(2) or open(2) to fail with EINTR, so a signal that a program handles changes nothing. A
 * caller that is about to terminate never sees the answer. Its request is answered with EINTR at
 * once, while the work continues, and the result is released once the kernel refuses the answer.
 * Until then it is one of the {@link AbandonedRequests}.
 *
 * <p>A caller may be killed after it got another signal, and the kernel does not report that. So
 * the pending signals of the caller are polled for as long as the request is served.
 */
public final class Interruptions {
  private static final long IDLE_SECONDS = 10;

  /** Requests that end sooner need no check of the caller's signals. */
  private static final long FIRST_MILLIS = 20;

  private static final long NEXT_MILLIS = 50;

  /**
   * The data that a killed process has written is flushed as it terminates. Others should see that
   * data once the process is gone, if servers answer at all.
   */
  private static final long FLUSH_MILLIS = 1_000;

  private final FuseDevice device;
  private final PendingSignals signals;
  private final ScheduledThreadPoolExecutor timer;
  private volatile LongFunction<@Nullable RequestAtHand> requests = unique -> null;

  public Interruptions(FuseDevice device, PendingSignals signals, ThreadFactory threads) {
    this.device = device;
    this.signals = signals;
    this.timer = new ScheduledThreadPoolExecutor(1, threads);
    timer.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
    timer.allowCoreThreadTimeOut(true);
    timer.setRemoveOnCancelPolicy(true);
    timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  /**
   * @param served finds a request that is being served, by its number
   */
  void start(LongFunction<@Nullable RequestAtHand> served) {
    requests = served;
  }

  /**
   * Records that a caller got a signal.
   *
   * @param thread the caller's id
   */
  void add(long unique, int opcode, int thread) {
    check(unique, thread, opcode == KernelProtocol.FLUSH ? FLUSH_MILLIS : FIRST_MILLIS);
  }

  /**
   * Checks the caller's signals. The request is searched for each time, since another thread may
   * serve it by now.
   */
  private void check(long unique, int thread, long delayMillis) {
    try {
      timer.schedule(
          () -> {
            RequestAtHand request = requests.apply(unique);
            if (request == null) {
              return;
            }
            if (signals.end(thread) && request.abandon(unique)) {
              device.answer(unique, -Errno.EINTR);
            } else {
              check(unique, thread, NEXT_MILLIS);
            }
          },
          delayMillis,
          TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      // The mount ends, and with it all requests.
      return;
    }
  }

  void close() {
    timer.shutdown();
  }

  /** Checks whether a signal terminates a process. */
  @FunctionalInterface
  interface PendingSignals {
    /**
     * Whether a thread has a pending signal that will terminate it.
     *
     * @param thread its id; 0 for one of another process namespace, whose state is unknown
     */
    boolean end(int thread);
  }
}

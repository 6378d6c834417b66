package io.gigafs.fuse.binding;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Requests whose callers got a signal while they wait. Safe for use by several threads.
 *
 * <p>The kernel says once that a caller got a signal, of whatever kind, and then has the caller
 * wait until the request is answered, even if it is killed. A program does not expect that stat(2)
 * or an opening ends with EINTR, so a signal that it handles changes nothing. A caller that is
 * about to end never sees the answer: its request is answered with EINTR at once, while the work
 * goes on, and whatever comes of it is given back once the answer is refused.
 *
 * <p>A caller may be killed after it got another signal, of which the kernel does not tell. So its
 * pending signals are looked at for as long as the request is served.
 */
final class Interruptions {
  private static final long IDLE_SECONDS = 10;

  /** What ends sooner needs no look at the caller's signals. */
  private static final long FIRST_MILLIS = 20;

  private static final long NEXT_MILLIS = 50;

  /**
   * What a process that was killed has written is flushed as it ends. Others are to see that once
   * it is gone, if servers answer at all.
   */
  private static final long FLUSH_MILLIS = 1_000;

  /**
   * A request whose caller got a signal.
   *
   * @param thread the caller's id
   * @param writes the file that it writes to, {@link AbandonedRequests#NO_NODE} if it does not
   * @param isServed whether the request is still being served
   */
  record Waiting(long unique, int opcode, int thread, long writes, BooleanSupplier isServed) {}

  private final FuseDevice device;
  private final PendingSignals signals;
  private final AbandonedRequests abandoned;
  private final ScheduledThreadPoolExecutor timer;

  Interruptions(
      FuseDevice device,
      PendingSignals signals,
      AbandonedRequests abandoned,
      ThreadFactory threads) {
    this.device = device;
    this.signals = signals;
    this.abandoned = abandoned;
    this.timer = new ScheduledThreadPoolExecutor(1, threads);
    timer.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
    timer.allowCoreThreadTimeOut(true);
    timer.setRemoveOnCancelPolicy(true);
    timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  /** A caller got a signal. */
  void add(Waiting waiting) {
    check(waiting, waiting.opcode == Wire.FLUSH ? FLUSH_MILLIS : FIRST_MILLIS);
  }

  private void check(Waiting waiting, long delayMillis) {
    try {
      timer.schedule(
          () -> {
            if (!waiting.isServed.getAsBoolean()) {
              return;
            }
            if (signals.end(waiting.thread) && abandoned.add(waiting.unique, waiting.writes)) {
              answer(waiting);
            } else {
              check(waiting, NEXT_MILLIS);
            }
          },
          delayMillis,
          TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      // The mount ends, and with it all that is served.
      return;
    }
  }

  private void answer(Waiting waiting) {
    if (waiting.isServed.getAsBoolean()) {
      device.answer(waiting.unique, -Errno.EINTR);
    } else {
      abandoned.end(waiting.unique); // it was answered before it was taken in
    }
  }

  void close() {
    timer.shutdown();
  }
}

package io.gigafs.fuse.binding;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Requests whose callers got a signal while they wait. Safe for use by several threads.
 *
 * <p>The kernel says once that a caller got a signal, of whatever kind, and then has the caller
 * wait until the request is answered, even if it is killed. A program does not expect that stat(2)
 * or an opening ends with EINTR, so a signal that it handles changes nothing. A caller that is
 * about to end never sees the answer: its request is answered with EINTR at once, while the work
 * goes on, and whatever comes of it is given back once the answer is refused. Until then it is one
 * of the {@link AbandonedRequests}.
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

  private final FuseDevice device;
  private final PendingSignals signals;
  private final ScheduledThreadPoolExecutor timer;
  private volatile LongFunction<@Nullable RequestAtHand> requests = unique -> null;

  Interruptions(FuseDevice device, PendingSignals signals, ThreadFactory threads) {
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
   * A caller got a signal.
   *
   * @param thread the caller's id
   */
  void add(long unique, int opcode, int thread) {
    check(unique, thread, opcode == Wire.FLUSH ? FLUSH_MILLIS : FIRST_MILLIS);
  }

  /** The request is looked for each time: it may be served by another thread by now. */
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
      // The mount ends, and with it all that is served.
      return;
    }
  }

  void close() {
    timer.shutdown();
  }
}

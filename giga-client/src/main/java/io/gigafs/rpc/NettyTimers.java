package io.gigafs.rpc;

import io.netty.util.concurrent.DefaultEventExecutor;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Timers on a Netty thread. An exception of a task is logged and does not affect other tasks. */
public final class NettyTimers implements Timers, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(NettyTimers.class);
  private static final long CLOSE_MILLIS = 5_000;

  private final EventExecutor executor;
  private final boolean owned;

  /** Timers on a thread of their own. */
  public NettyTimers(String threadName) {
    this(new DefaultEventExecutor(new DefaultThreadFactory(threadName, true)), true);
  }

  /** Timers on one of the event loops. */
  public NettyTimers(EventLoops loops) {
    this(loops.next(), false);
  }

  private NettyTimers(EventExecutor executor, boolean owned) {
    this.executor = executor;
    this.owned = owned;
  }

  @Override
  public Timer after(long delayMillis, Runnable task) {
    ScheduledFuture<?> scheduled =
        executor.schedule(() -> run(task), delayMillis, TimeUnit.MILLISECONDS);
    return () -> scheduled.cancel(false);
  }

  private static void run(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | Error e) {
      log.error("a timer's task failed", e);
    }
  }

  /** Drops all tasks, and stops the thread if the timers own it. */
  @Override
  public void close() {
    if (owned) {
      executor.shutdownGracefully(0, CLOSE_MILLIS, TimeUnit.MILLISECONDS);
      if (!executor.inEventLoop()) {
        executor.terminationFuture().awaitUninterruptibly(2 * CLOSE_MILLIS);
      }
    }
  }
}

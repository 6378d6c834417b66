package io.gigafs.rpc;

import io.netty.channel.DefaultSelectStrategyFactory;
import io.netty.channel.SelectStrategy;
import io.netty.channel.SelectStrategyFactory;
import io.netty.util.IntSupplier;
import java.util.function.LongSupplier;

/**
 * Has an event loop look for events again and again for a time after the last one, before it sleeps
 * until the next. To wake a thread costs much more than to answer a short request: where clients
 * wait for each answer, a request finds the thread awake. Used by the event loop's thread only.
 *
 * <p>Between two looks it yields the processor to any thread that can run.
 */
final class BusyPolling implements SelectStrategy {
  private final long nanos;
  private final LongSupplier clock;
  private long sleepsAtNanos;
  private boolean hasSlept = true;

  /**
   * A strategy for one event loop.
   *
   * @param nanos how long after the last event it sleeps
   */
  BusyPolling(long nanos, LongSupplier clock) {
    this.nanos = nanos;
    this.clock = clock;
  }

  /** Strategies by the machine's clock; Netty's own for 0. */
  static SelectStrategyFactory factory(long nanos) {
    return nanos == 0
        ? DefaultSelectStrategyFactory.INSTANCE
        : () -> new BusyPolling(nanos, System::nanoTime);
  }

  @Override
  @SuppressWarnings("ThreadPriorityCheck") // The yield is a courtesy, nothing relies on it.
  public int calculateStrategy(IntSupplier look, boolean hasTasks) throws Exception {
    int events = look.get();
    if (events > 0 || hasSlept) {
      // Whatever ended the sleep: an event, a task of another thread, or a timer.
      hasSlept = false;
      sleepsAtNanos = clock.getAsLong() + nanos;
    }
    if (events > 0 || hasTasks) {
      return events;
    }
    if (clock.getAsLong() - sleepsAtNanos < 0) {
      Thread.yield();
      return CONTINUE;
    }
    hasSlept = true;
    return SELECT;
  }
}

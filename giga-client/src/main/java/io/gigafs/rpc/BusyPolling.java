package io.gigafs.rpc;

import io.netty.channel.DefaultSelectStrategyFactory;
import io.netty.channel.SelectStrategy;
import io.netty.channel.SelectStrategyFactory;
import io.netty.util.IntSupplier;
import java.util.function.LongSupplier;

/**
 * Select strategy that polls for events for some time after the last one before the event loop
 * blocks. Waking a thread costs much more than answering a short request; where clients wait for
 * each answer, the next request finds the thread awake. Confined to the event loop's thread.
 *
 * <p>Between two polls it yields the processor to other runnable threads.
 */
final class BusyPolling implements SelectStrategy {
  private final long nanos;
  private final LongSupplier clock;
  private long sleepsAtNanos;
  private boolean hasSlept = true;

  /**
   * Creates the strategy of one event loop.
   *
   * @param nanos how long after the last event the loop polls before it blocks
   */
  BusyPolling(long nanos, LongSupplier clock) {
    this.nanos = nanos;
    this.clock = clock;
  }

  /** Strategies that use the system clock; Netty's default strategy for 0. */
  static SelectStrategyFactory factory(long nanos) {
    return nanos == 0
        ? DefaultSelectStrategyFactory.INSTANCE
        : () -> new BusyPolling(nanos, System::nanoTime);
  }

  @Override
  @SuppressWarnings("ThreadPriorityCheck") // only a hint; correctness does not need it
  public int calculateStrategy(IntSupplier look, boolean hasTasks) throws Exception {
    int events = look.get();
    if (events > 0 || hasSlept) {
      // The loop woke up for an event, a task of another thread, or a timer.
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

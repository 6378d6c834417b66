package io.gigafs.client.request;

import io.gigafs.rpc.Clock;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tasks that wait for an event, until a deadline at most. Safe for use by several threads.
 *
 * <p>One timer serves all of them, so that a short wait costs little.
 */
public final class Deadlines {
  private static final Logger LOG = LoggerFactory.getLogger(Deadlines.class);

  /** The maximum delay of a task after its deadline. */
  static final long TICK_MILLIS = 100;

  private final Pauses pauses;
  private final Clock clock;
  private final AtomicLong count = new AtomicLong();
  private final ConcurrentSkipListSet<Wait> waits = new ConcurrentSkipListSet<>();
  private final AtomicBoolean isTicking = new AtomicBoolean();

  public Deadlines(Pauses pauses, Clock clock) {
    this.pauses = pauses;
    this.clock = clock;
  }

  /** Wraps a task so that it runs once: when the event runs it, or after the deadline. */
  public Wait once(long deadlineNanos, Runnable task) {
    Wait wait = new Wait(deadlineNanos, count.getAndIncrement(), task);
    waits.add(wait);
    tickLater();
    return wait;
  }

  private void tickLater() {
    if (!isTicking.get() && isTicking.compareAndSet(false, true)) {
      pauses.after(TICK_MILLIS, this::tick);
    }
  }

  private void tick() {
    long now = clock.nanos();
    boolean isClosed = pauses.isClosed();
    for (Wait wait : waits) {
      if (!isClosed && wait.deadlineNanos - now > 0) {
        break;
      }
      try {
        wait.run();
      } catch (RuntimeException | Error e) { // the other deadlines have to be kept
        LOG.error("the task of a deadline failed; the others are not affected", e);
      }
    }
    isTicking.set(false);
    if (!waits.isEmpty()) {
      tickLater();
    }
  }

  /** One waiting task. */
  public final class Wait implements Runnable, Comparable<Wait> {
    private final long deadlineNanos;
    private final long number;
    private final Runnable task;
    private final AtomicBoolean isOver = new AtomicBoolean();

    Wait(long deadlineNanos, long number, Runnable task) {
      this.deadlineNanos = deadlineNanos;
      this.number = number;
      this.task = task;
    }

    @Override
    public void run() {
      if (end()) {
        task.run();
      }
    }

    /** Cancels the task; false if it has run or was cancelled before. */
    public boolean end() {
      waits.remove(this);
      return isOver.compareAndSet(false, true);
    }

    @Override
    public int compareTo(Wait other) {
      long later = deadlineNanos - other.deadlineNanos;
      return later == 0 ? Long.compare(number, other.number) : Long.signum(later);
    }

    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return Long.hashCode(number);
    }
  }
}

package io.gigafs.client;

import io.gigafs.protocol.GigaException;
import io.gigafs.rpc.Clock;
import io.gigafs.rpc.Timers;
import java.util.PriorityQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * A clock that advances only when something waits for it. Events run in order of their time, on the
 * thread of the test.
 */
public final class VirtualTime implements Clock, Timers {
  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private long nowNanos = TimeUnit.HOURS.toNanos(1);
  private long sequence;

  private record Event(long atNanos, long sequence, Runnable task) implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      int times = Long.compare(atNanos, other.atNanos);
      return times != 0 ? times : Long.compare(sequence, other.sequence);
    }
  }

  @Override
  public long wallNanos() {
    return nowNanos;
  }

  @Override
  public long nanos() {
    return nowNanos;
  }

  @Override
  public Timer after(long delayMillis, Runnable task) {
    Event event = at(nowNanos + TimeUnit.MILLISECONDS.toNanos(delayMillis), task);
    return () -> events.remove(event);
  }

  /** Runs a task after some microseconds. */
  public void afterMicros(long micros, Runnable task) {
    at(nowNanos + TimeUnit.MICROSECONDS.toNanos(micros), task);
  }

  /** Runs a task at the given time, or now if that has passed. */
  public void atNanos(long nanos, Runnable task) {
    at(Math.max(nanos, nowNanos), task);
  }

  /** Advances the clock and runs the events that become due. */
  public void advanceMillis(long millis) {
    long end = nowNanos + TimeUnit.MILLISECONDS.toNanos(millis);
    while (!events.isEmpty() && events.peek().atNanos <= end) {
      step();
    }
    nowNanos = end;
  }

  /** Runs all scheduled events. */
  public void runAll() {
    while (!events.isEmpty()) {
      step();
    }
  }

  /** Waits for the future; fails the test if no event is left that could complete it. */
  public <T> T await(CompletableFuture<T> future) throws GigaException {
    while (!future.isDone()) {
      if (events.isEmpty()) {
        throw new AssertionError("nothing will ever complete the future");
      }
      step();
    }
    try {
      return future.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof GigaException failure) {
        throw failure;
      }
      throw new AssertionError(e.getCause());
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private void step() {
    Event event = events.remove();
    nowNanos = event.atNanos;
    event.task.run();
  }

  private Event at(long nanos, Runnable task) {
    Event event = new Event(nanos, sequence++, task);
    events.add(event);
    return event;
  }
}

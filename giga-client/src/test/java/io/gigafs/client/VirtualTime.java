package io.gigafs.client;

import io.gigafs.protocol.GigaException;
import io.gigafs.rpc.Clock;
import io.gigafs.rpc.Timers;
import java.util.PriorityQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * Time that passes only when something waits for it: events run in order of their time, on the
 * thread of the test.
 */
final class VirtualTime implements Clock, Timers {
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
  void afterMicros(long micros, Runnable task) {
    at(nowNanos + TimeUnit.MICROSECONDS.toNanos(micros), task);
  }

  /** Runs a task at a time, or now if that is over. */
  void atNanos(long nanos, Runnable task) {
    at(Math.max(nanos, nowNanos), task);
  }

  /** Lets time pass. */
  void advanceMillis(long millis) {
    long end = nowNanos + TimeUnit.MILLISECONDS.toNanos(millis);
    while (!events.isEmpty() && events.peek().atNanos <= end) {
      step();
    }
    nowNanos = end;
  }

  /** Runs whatever is to come. */
  void runAll() {
    while (!events.isEmpty()) {
      step();
    }
  }

  /** What the future comes to; fails the test if nothing is left that could complete it. */
  <T> T await(CompletableFuture<T> future) throws GigaException {
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

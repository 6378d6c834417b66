package io.gigafs.server;

import io.gigafs.protocol.GigaException;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A simulation in one thread: everything is an event at a simulated time, and all random decisions
 * come from one seed. The same seed and the same test give the same run, event for event.
 *
 * <p>Time passes only from one event to the next. No event may block.
 */
public final class Simulation {
  /** The simulated time after which a run that does not reach its goal fails. */
  private static final long PATIENCE_NANOS = 3_600_000_000_000L;

  private static final Logger LOG = LoggerFactory.getLogger(Simulation.class);
  private static final long NANOS_PER_MILLI = 1_000_000L;
  private static final long TRACE_PRIME = 0x100000001b3L;

  private final long seed;
  private final Random random;
  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private LongConsumer beforeEvent = number -> {};
  private long nowNanos;
  private long scheduled;
  private long happened;
  private long trace;

  public Simulation(long seed) {
    this.seed = seed;
    this.random = new Random(seed);
  }

  private record Event(long atNanos, long number, Runnable task) implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      int byTime = Long.compare(atNanos, other.atNanos);
      return byTime != 0 ? byTime : Long.compare(number, other.number);
    }
  }

  public long seed() {
    return seed;
  }

  /** The source of all random numbers. */
  public Random random() {
    return random;
  }

  /** The time since the start of the simulation. */
  public long nowNanos() {
    return nowNanos;
  }

  /** The number of executed events. */
  public long happened() {
    return happened;
  }

  /** A digest of all events and their times: equal for equal runs. */
  public long trace() {
    return trace;
  }

  /** Calls the watcher before each event with the event's number. */
  public void beforeEvent(LongConsumer listener) {
    beforeEvent = listener;
  }

  /** Schedules a task after a delay; the result cancels it if it has not run yet. */
  public Runnable after(long delayNanos, Runnable task) {
    Event event = new Event(nowNanos + Math.max(0, delayNanos), scheduled++, task);
    events.add(event);
    return () -> events.remove(event);
  }

  /** A random number of ns below the bound. */
  long jitter(long boundNanos) {
    return (long) (random.nextDouble() * boundNanos);
  }

  /** Executes the next event; returns false if there is none. */
  public boolean step() {
    Event event = events.poll();
    if (event == null) {
      return false;
    }
    nowNanos = event.atNanos;
    happened++;
    trace = (trace ^ event.atNanos) * TRACE_PRIME + event.number;
    beforeEvent.accept(happened);
    try {
      event.task.run();
    } catch (ProcessDied e) {
      LOG.debug("event {} ended in the middle", happened, e);
    }
    return true;
  }

  /** Advances the time by this much. */
  public void runMillis(long millis) {
    long end = nowNanos + millis * NANOS_PER_MILLI;
    while (!events.isEmpty() && events.peek().atNanos <= end) {
      step();
    }
    nowNanos = end;
  }

  /** Advances the time until the condition holds; fails the test if it never does. */
  public void runUntil(String what, BooleanSupplier holds) {
    long end = nowNanos + PATIENCE_NANOS;
    while (!holds.getAsBoolean()) {
      if (nowNanos > end || !step()) {
        throw new AssertionError("seed " + seed + ": never happens: " + what);
      }
    }
  }

  /** Advances the time until the future completes; returns its result. */
  public <T> T await(CompletableFuture<T> future) throws GigaException {
    runUntil("the future completes", future::isDone);
    try {
      return future.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof GigaException failure) {
        throw failure;
      }
      throw new AssertionError("seed " + seed, e.getCause());
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}

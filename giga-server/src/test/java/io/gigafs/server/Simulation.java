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
 * A world in one thread: everything that happens in it is an event at a simulated time, and all
 * chance comes from one seed. The same seed and the same test are the same run, event for event.
 *
 * <p>Time passes only from one event to the next. Nothing in the world may block.
 */
public final class Simulation {
  /** A world that has not come to its point after so long never will. */
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

  /** The source of all chance. */
  public Random random() {
    return random;
  }

  /** Since the beginning of the world. */
  public long nowNanos() {
    return nowNanos;
  }

  /** How many events have happened. */
  public long happened() {
    return happened;
  }

  /** A digest of what happened and when: equal for equal runs. */
  public long trace() {
    return trace;
  }

  /** Is told of each event right before it happens, with its place in the order of all events. */
  public void beforeEvent(LongConsumer listener) {
    beforeEvent = listener;
  }

  /** Has something happen after a delay; the result takes it back if it has not happened yet. */
  public Runnable after(long delayNanos, Runnable task) {
    Event event = new Event(nowNanos + Math.max(0, delayNanos), scheduled++, task);
    events.add(event);
    return () -> events.remove(event);
  }

  /** Any number of ns below the bound. */
  long jitter(long boundNanos) {
    return (long) (random.nextDouble() * boundNanos);
  }

  /** Lets the next event happen; false if there is none. */
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

  /** Lets so much time pass. */
  public void runMillis(long millis) {
    long end = nowNanos + millis * NANOS_PER_MILLI;
    while (!events.isEmpty() && events.peek().atNanos <= end) {
      step();
    }
    nowNanos = end;
  }

  /** Lets time pass until something holds; fails the test if it never does. */
  public void runUntil(String what, BooleanSupplier holds) {
    long end = nowNanos + PATIENCE_NANOS;
    while (!holds.getAsBoolean()) {
      if (nowNanos > end || !step()) {
        throw new AssertionError("seed " + seed + ": never happens: " + what);
      }
    }
  }

  /** What a future comes to. */
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

package io.gigafs.server;

import io.gigafs.rpc.Timers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * What an operating system gives to a program: clocks, timers and threads, all of which end with
 * it. A program that starts again is another process.
 */
final class SimulatedProcess implements Timers {
  private static final long NANOS_PER_MILLI = 1_000_000L;
  private static final long MAX_ORIGIN_NANOS = 1_000_000_000_000_000L;
  private static final long MAX_WALL_ERROR_NANOS = 50 * NANOS_PER_MILLI;

  /** How late a timer may be, and how soon a thread gets to a task. */
  private static final long TIMER_JITTER_NANOS = NANOS_PER_MILLI;

  private static final long THREAD_JITTER_NANOS = 50_000;

  private final Simulation simulation;
  private final String name;
  private final SimulatedClock clock;
  private final List<Runnable> atDeath = new ArrayList<>();
  private boolean alive = true;

  SimulatedProcess(Simulation simulation, String name) {
    this.simulation = simulation;
    this.name = name;
    this.clock =
        new SimulatedClock(
            simulation,
            simulation.jitter(MAX_ORIGIN_NANOS),
            simulation.jitter(2 * MAX_WALL_ERROR_NANOS) - MAX_WALL_ERROR_NANOS);
  }

  String name() {
    return name;
  }

  boolean isAlive() {
    return alive;
  }

  SimulatedClock clock() {
    return clock;
  }

  /** A thread, or several: tasks may change places. */
  Executor executor() {
    return task -> simulation.after(simulation.jitter(THREAD_JITTER_NANOS), () -> runIfAlive(task));
  }

  @Override
  public Timer after(long delayMillis, Runnable task) {
    long delay = delayMillis * NANOS_PER_MILLI + simulation.jitter(TIMER_JITTER_NANOS);
    return simulation.after(delay, () -> runIfAlive(task))::run;
  }

  /** Runs the action when the process ends. */
  void atDeath(Runnable action) {
    atDeath.add(action);
  }

  /** Ends the process between two instructions of which nobody is in the middle. */
  void kill() {
    if (alive) {
      alive = false;
      atDeath.forEach(Runnable::run);
    }
  }

  private void runIfAlive(Runnable task) {
    if (alive) {
      task.run();
    }
  }

  @Override
  public String toString() {
    return name;
  }
}

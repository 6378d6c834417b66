package io.gigafs.server;

import io.gigafs.rpc.Timers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * The services of an operating system for a program: clocks, timers and threads, which end with it.
 * A program that restarts is a new process.
 */
final class SimulatedProcess implements Timers {
  private static final long NANOS_PER_MILLI = 1_000_000L;
  private static final long MAX_ORIGIN_NANOS = 1_000_000_000_000_000L;
  private static final long MAX_WALL_ERROR_NANOS = 50 * NANOS_PER_MILLI;

  /** The maximum delay of a timer. */
  private static final long TIMER_JITTER_NANOS = NANOS_PER_MILLI;

  private static final long THREAD_JITTER_NANOS = 50_000;

  private final Simulation simulation;
  private final String name;
  private final SimulatedClock clock;
  private final List<Runnable> atDeath = new ArrayList<>();
  private boolean alive = true;

  /**
   * The time that the current task has taken so far; only {@link #takeTime} lets a task take time.
   */
  private long aheadNanos;

  SimulatedProcess(Simulation simulation, String name) {
    this.simulation = simulation;
    this.name = name;
    this.clock =
        new SimulatedClock(
            simulation,
            simulation.jitter(MAX_ORIGIN_NANOS),
            simulation.jitter(2 * MAX_WALL_ERROR_NANOS) - MAX_WALL_ERROR_NANOS,
            () -> aheadNanos);
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

  /** Sets the wall clock forward or back. */
  void jumpWallClock(long nanos) {
    clock.jumpWall(nanos);
  }

  /** Prolongs the current task; its later actions happen later. */
  void takeTime(long nanos) {
    aheadNanos += nanos;
  }

  /** The time that the current task has taken so far. */
  long aheadNanos() {
    return aheadNanos;
  }

  /** Runs the action at the time that the current task has reached: now, if it took no time. */
  void whenSoFar(Runnable action) {
    if (aheadNanos == 0) {
      action.run();
    } else {
      simulation.after(aheadNanos, () -> run(action));
    }
  }

  /** One or more threads: tasks may be reordered. */
  Executor executor() {
    return task ->
        simulation.after(aheadNanos + simulation.jitter(THREAD_JITTER_NANOS), () -> run(task));
  }

  /** One thread: a slow task delays the next one. */
  Executor thread() {
    long[] freeAtNanos = new long[1];
    return task ->
        simulation.after(
            aheadNanos + simulation.jitter(THREAD_JITTER_NANOS),
            () -> runWhenFree(task, freeAtNanos));
  }

  private void runWhenFree(Runnable task, long[] freeAtNanos) {
    long wait = freeAtNanos[0] - simulation.nowNanos();
    if (wait > 0) {
      simulation.after(wait, () -> runWhenFree(task, freeAtNanos));
      return;
    }
    run(
        () -> {
          try {
            task.run();
          } finally {
            freeAtNanos[0] = simulation.nowNanos() + aheadNanos;
          }
        });
  }

  @Override
  public Timer after(long delayMillis, Runnable task) {
    long delay = delayMillis * NANOS_PER_MILLI + simulation.jitter(TIMER_JITTER_NANOS);
    return simulation.after(aheadNanos + delay, () -> run(task))::run;
  }

  /** Runs the action when the process ends. */
  void atDeath(Runnable action) {
    atDeath.add(action);
  }

  /** Ends the process while none of its tasks is running. */
  void kill() {
    if (alive) {
      alive = false;
      atDeath.forEach(Runnable::run);
    }
  }

  /** Runs a task of one of the process's threads, if there still are any. */
  void run(Runnable task) {
    if (!alive) {
      return;
    }
    long before = aheadNanos;
    aheadNanos = 0;
    try {
      task.run();
    } finally {
      aheadNanos = before;
    }
  }

  @Override
  public String toString() {
    return name;
  }
}

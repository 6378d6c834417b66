package io.gigafs.server;

import io.gigafs.rpc.Clock;
import java.util.function.LongSupplier;

/**
 * The clocks of a process: they follow the simulation from their own origin, so that times of
 * different processes cannot be confused.
 */
final class SimulatedClock implements Clock {
  /** 1 January 2025. */
  static final long WALL_START_NANOS = 1_735_689_600_000_000_000L;

  private final Simulation simulation;
  private final long originNanos;
  private final LongSupplier aheadNanos;
  private long wallErrorNanos;

  /**
   * Creates the clocks of a process.
   *
   * @param originNanos the monotonic clock at the start of the simulation
   * @param wallErrorNanos the error of the wall clock
   * @param aheadNanos how long the current task has taken so far
   */
  SimulatedClock(
      Simulation simulation, long originNanos, long wallErrorNanos, LongSupplier aheadNanos) {
    this.simulation = simulation;
    this.originNanos = originNanos;
    this.wallErrorNanos = wallErrorNanos;
    this.aheadNanos = aheadNanos;
  }

  /** Sets the wall clock forward or back. */
  void jumpWall(long nanos) {
    wallErrorNanos += nanos;
  }

  /** Sets the wall clock to the right time. */
  void setWallRight() {
    wallErrorNanos = 0;
  }

  @Override
  public long wallNanos() {
    return WALL_START_NANOS + wallErrorNanos + simulation.nowNanos() + aheadNanos.getAsLong();
  }

  @Override
  public long nanos() {
    return originNanos + simulation.nowNanos() + aheadNanos.getAsLong();
  }
}

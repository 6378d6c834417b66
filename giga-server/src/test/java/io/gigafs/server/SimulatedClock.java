package io.gigafs.server;

import io.gigafs.rpc.Clock;
import java.util.function.LongSupplier;

/**
 * One process's clocks: they run with the simulation, but from an origin of their own, so that no
 * process can take another's time for its own.
 */
final class SimulatedClock implements Clock {
  /** 1 January 2025. */
  static final long WALL_START_NANOS = 1_735_689_600_000_000_000L;

  private final Simulation simulation;
  private final long originNanos;
  private final LongSupplier aheadNanos;
  private long wallErrorNanos;

  /**
   * Clocks of a process.
   *
   * @param originNanos what the monotonic clock shows at the beginning of the world
   * @param wallErrorNanos how far the wall clock is off
   * @param aheadNanos how long what is being done has taken so far
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

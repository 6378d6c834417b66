package io.gigafs.server;

import io.gigafs.rpc.Clock;

/**
 * One process's clocks: they run with the simulation, but from an origin of their own, so that no
 * process can take another's time for its own.
 */
final class SimulatedClock implements Clock {
  /** 1 January 2025. */
  private static final long WALL_START_NANOS = 1_735_689_600_000_000_000L;

  private final Simulation simulation;
  private final long originNanos;
  private long wallErrorNanos;

  /**
   * Clocks of a process.
   *
   * @param originNanos what the monotonic clock shows at the beginning of the world
   * @param wallErrorNanos how far the wall clock is off
   */
  SimulatedClock(Simulation simulation, long originNanos, long wallErrorNanos) {
    this.simulation = simulation;
    this.originNanos = originNanos;
    this.wallErrorNanos = wallErrorNanos;
  }

  /** Sets the wall clock forward, or back. */
  void jump(long nanos) {
    wallErrorNanos += nanos;
  }

  @Override
  public long wallNanos() {
    return WALL_START_NANOS + wallErrorNanos + simulation.nowNanos();
  }

  @Override
  public long nanos() {
    return originNanos + simulation.nowNanos();
  }
}

package io.gigafs.rpc;

import java.time.Instant;

/** The system clocks. */
enum SystemClock implements Clock {
  INSTANCE;

  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  @Override
  public long wallNanos() {
    Instant now = Instant.now();
    return now.getEpochSecond() * NANOS_PER_SECOND + now.getNano();
  }

  @Override
  public long nanos() {
    return System.nanoTime();
  }
}

package io.gigafs.server.lane;

import java.time.Duration;

/**
 * When an access is worth noting, as with the mount option relatime: if the last one was not behind
 * the last change, or is a day ago. Pure.
 */
public final class AccessTime {
  private static final long DAY_NANOS = Duration.ofDays(1).toNanos();

  private AccessTime() {}

  /** Whether an access now is to be noted; all times are in ns since the epoch. */
  public static boolean isDue(
      long accessedNanos, long modifiedNanos, long changedNanos, long nowNanos) {
    return accessedNanos <= modifiedNanos
        || accessedNanos <= changedNanos
        || nowNanos - accessedNanos >= DAY_NANOS;
  }
}

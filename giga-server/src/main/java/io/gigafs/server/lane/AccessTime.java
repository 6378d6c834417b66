package io.gigafs.server.lane;

import io.gigafs.time.FileTimestamp;
import java.time.Duration;

/**
 * When an access is worth noting, as with the mount option relatime: if the last one was not behind
 * the last change, or is a day ago. Pure.
 */
public final class AccessTime {
  private static final long DAY_SECONDS = Duration.ofDays(1).toSeconds();

  private AccessTime() {}

  /** Whether an access now is to be noted. */
  public static boolean isDue(
      long accessedNanos, long modifiedNanos, long changedNanos, long nowNanos) {
    return !FileTimestamp.isAfter(accessedNanos, modifiedNanos)
        || !FileTimestamp.isAfter(accessedNanos, changedNanos)
        || FileTimestamp.secondsBetween(accessedNanos, nowNanos) >= DAY_SECONDS;
  }
}

package io.gigafs.server.partition;

import io.gigafs.time.FileTimestamp;
import java.time.Duration;

/**
 * Decides when an access time is updated, as the mount option relatime does: if the last access was
 * not after the last change, or was at least a day ago. Pure.
 */
public final class AccessTime {
  private static final long DAY_SECONDS = Duration.ofDays(1).toSeconds();

  private AccessTime() {}

  /** Whether an access at this time is to be recorded. */
  public static boolean isDue(
      long accessedNanos, long modifiedNanos, long changedNanos, long nowNanos) {
    return !FileTimestamp.isAfter(accessedNanos, modifiedNanos)
        || !FileTimestamp.isAfter(accessedNanos, changedNanos)
        || FileTimestamp.secondsBetween(accessedNanos, nowNanos) >= DAY_SECONDS;
  }
}

package io.gigafs.time;

import java.math.BigInteger;
import java.time.Instant;

/**
 * A file's time as a {@code long}: nanoseconds since the epoch, modulo 2^64. It covers 2^64
 * nanoseconds from 1901-12-13T20:45:52Z on, which are the years that XFS supports (with bigtime),
 * and more than ext4 does. Times up to April 2262 are plain nanoseconds; later ones are negative
 * numbers below {@link #EARLIEST}. Do not use {@code <} and {@code Math.max} for file times.
 */
public final class FileTimestamp {
  /** -2^31 seconds. */
  static final long EARLIEST_SECONDS = Integer.MIN_VALUE;

  private static final long NANOS_PER_SECOND = 1_000_000_000L;
  private static final int MILLIS_PER_SECOND = 1_000;

  /** The earliest time, in nanoseconds. */
  public static final long EARLIEST = EARLIEST_SECONDS * NANOS_PER_SECOND;

  /** The last second whose nanoseconds are all representable: 2486-07-02T20:20:24Z. */
  static final long LATEST_SECONDS =
      EARLIEST_SECONDS + Long.divideUnsigned(-1, NANOS_PER_SECOND) - 1;

  private FileTimestamp() {}

  /** Whether times of this second are representable. */
  public static boolean canKeep(long seconds) {
    return seconds >= EARLIEST_SECONDS && seconds <= LATEST_SECONDS;
  }

  /**
   * The time of seconds since the epoch, and nanoseconds.
   *
   * @throws IllegalArgumentException if it is not representable
   */
  public static long of(long seconds, long nanos) {
    if (!canKeep(seconds)) {
      throw new IllegalArgumentException(
          "files have times from "
              + Instant.ofEpochSecond(EARLIEST_SECONDS)
              + " to "
              + Instant.ofEpochSecond(LATEST_SECONDS));
    }
    return seconds * NANOS_PER_SECOND + nanos;
  }

  /**
   * The time of milliseconds since the epoch.
   *
   * @throws IllegalArgumentException if it is not representable
   */
  public static long ofMillis(long millis) {
    long nanos = NANOS_PER_SECOND / MILLIS_PER_SECOND * Math.floorMod(millis, MILLIS_PER_SECOND);
    return of(Math.floorDiv(millis, MILLIS_PER_SECOND), nanos);
  }

  /** The representable time nearest to one of another file system. */
  public static long nearest(Instant time) {
    if (time.getEpochSecond() < EARLIEST_SECONDS) {
      return EARLIEST;
    }
    return time.getEpochSecond() > LATEST_SECONDS
        ? of(LATEST_SECONDS, NANOS_PER_SECOND - 1)
        : of(time.getEpochSecond(), time.getNano());
  }

  /** Seconds since the epoch, rounded down. */
  public static long seconds(long time) {
    return time >= EARLIEST
        ? Math.floorDiv(time, NANOS_PER_SECOND)
        : Long.divideUnsigned(time - EARLIEST, NANOS_PER_SECOND) + EARLIEST_SECONDS;
  }

  /** The nanoseconds in addition to the seconds. */
  public static int nanos(long time) {
    return (int) Long.remainderUnsigned(time - EARLIEST, NANOS_PER_SECOND);
  }

  /** Milliseconds since the epoch, rounded down. */
  public static long millis(long time) {
    return seconds(time) * MILLIS_PER_SECOND + nanos(time) / (NANOS_PER_SECOND / MILLIS_PER_SECOND);
  }

  public static Instant instant(long time) {
    return Instant.ofEpochSecond(seconds(time), nanos(time));
  }

  /** Nanoseconds since the epoch, unbounded. */
  public static BigInteger sinceEpoch(long time) {
    return BigInteger.valueOf(seconds(time))
        .multiply(BigInteger.valueOf(NANOS_PER_SECOND))
        .add(BigInteger.valueOf(nanos(time)));
  }

  /** Whole seconds from one time to another, rounded down. */
  public static long secondsBetween(long from, long to) {
    return seconds(to) - seconds(from) - (nanos(to) < nanos(from) ? 1 : 0);
  }

  public static boolean isAfter(long one, long other) {
    return Long.compareUnsigned(one - EARLIEST, other - EARLIEST) > 0;
  }

  public static long later(long one, long other) {
    return isAfter(one, other) ? one : other;
  }
}

package io.gigafs.client;

import java.util.Random;

/** How long to wait before trying again: twice as long each time, and never all at once. */
final class Backoff {
  private static final long FIRST_MILLIS = 10;
  private static final long LONGEST_MILLIS = 1_000;
  private static final int DOUBLINGS = 7;

  private Backoff() {}

  /**
   * A delay in ms, at least 1: half of it fixed, half random.
   *
   * @param failures how often trying has failed, from 1
   */
  static long delayMillis(int failures, Random random) {
    int doublings = Math.min(Math.max(failures, 1) - 1, DOUBLINGS);
    int full = (int) Math.min(LONGEST_MILLIS, FIRST_MILLIS << doublings);
    return full / 2 + 1L + random.nextInt(full / 2);
  }
}

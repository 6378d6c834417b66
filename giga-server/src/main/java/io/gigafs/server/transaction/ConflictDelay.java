package io.gigafs.server.transaction;

/** Retry delays for changes that find a name locked by another transaction. */
final class Busy {
  private static final int SHORTEST_MILLIS = 2;
  private static final int SPREAD_MILLIS = 16;

  private Busy() {}

  /**
   * A short randomized delay, so that two conflicting transactions do not collide again.
   *
   * @param random a number that differs from one attempt to the next
   */
  static int delayMillis(long random) {
    return SHORTEST_MILLIS + (int) Math.floorMod(random, (long) SPREAD_MILLIS);
  }
}

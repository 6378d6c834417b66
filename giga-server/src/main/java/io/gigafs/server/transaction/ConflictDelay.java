package io.gigafs.server.transaction;

/** The delay after which a change that found a name locked by another transaction is retried. */
final class ConflictDelay {
  private static final int SHORTEST_MILLIS = 2;
  private static final int SPREAD_MILLIS = 16;

  private ConflictDelay() {}

  /**
   * A short randomized delay, so that two conflicting transactions do not collide again.
   *
   * @param random a number that differs from one attempt to the next
   */
  static int millis(long random) {
    return SHORTEST_MILLIS + (int) Math.floorMod(random, (long) SPREAD_MILLIS);
  }
}

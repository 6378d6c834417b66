package io.gigafs.server.commit;

/** How long those wait who find that somebody else is changing their name. */
final class Busy {
  private static final int SHORTEST_MILLIS = 2;
  private static final int SPREAD_MILLIS = 16;

  private Busy() {}

  /**
   * A short while, another for each: two that were in each other's way should not be so again.
   *
   * @param random any number that differs from one try to the next
   */
  static int delayMillis(long random) {
    return SHORTEST_MILLIS + (int) Math.floorMod(random, (long) SPREAD_MILLIS);
  }
}

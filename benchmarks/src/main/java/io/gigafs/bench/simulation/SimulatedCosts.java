package io.gigafs.bench.simulation;

/**
 * What a server's work takes.
 *
 * @param createNanos of the server's time per create while its store is small
 * @param growth how much more that is with each doubling of the server's entries past {@link
 *     #SMALL_STORE}, as a part of it: an LSM tree's work is logarithmic
 * @param redirectNanos of the server's time, to send a client on
 * @param splitWaitNanos how long a split to another server takes whatever it moves: messages, syncs
 * @param movedEntryNanos of the source's and of the target's time each, per entry that moves
 * @param localSplitNanos of the server's time for a split whose child stays
 * @param countedEntryNanos likewise, per entry of the child: it is counted
 * @param splitShare what part of a server's time its splits get while there are any
 */
public record SimulatedCosts(
    double createNanos,
    double growth,
    double redirectNanos,
    double splitWaitNanos,
    double movedEntryNanos,
    double localSplitNanos,
    double countedEntryNanos,
    double splitShare) {
  /** Entries; below it a create's cost does not depend on how many there are. */
  public static final double SMALL_STORE = 100_000;

  private static final double NANOS = 1e9;

  public SimulatedCosts {
    if (createNanos <= 0 || growth < 0 || splitShare <= 0 || splitShare >= 1) {
      throw new IllegalArgumentException(
          "a create takes time, no less in a larger store, and splits get a part of it");
    }
  }

  /**
   * Splits that cost what they do on the machine that Giga is developed on, and creates that take
   * this long.
   */
  public static SimulatedCosts ofCreate(double createNanos, double growth) {
    return new SimulatedCosts(
        createNanos, growth, createNanos / 2, 20e6, createNanos / 2, 1e6, 200, 0.5);
  }

  double createSeconds(double entries) {
    double doublings = Math.max(0, Math.log(entries / SMALL_STORE) / Math.log(2));
    return createNanos / NANOS * (1 + growth * doublings);
  }

  double redirectSeconds() {
    return redirectNanos / NANOS;
  }

  double splitWaitSeconds() {
    return splitWaitNanos / NANOS;
  }

  double moveSeconds(long entries) {
    return movedEntryNanos / NANOS * entries;
  }

  double localSplitSeconds(long entries) {
    return (localSplitNanos + countedEntryNanos * entries) / NANOS;
  }
}

package io.gigafs.bench.simulation;

/**
 * The costs of a server's work.
 *
 * @param createNanos server time per create while its store is small
 * @param growth relative increase of that cost with each doubling of the server's entries past
 *     {@link #SMALL_STORE}: an LSM tree's work is logarithmic
 * @param redirectNanos server time of a redirect
 * @param splitWaitNanos fixed duration of a split to another server: messages, syncs
 * @param movedEntryNanos time of the source and of the target each, per entry that moves
 * @param localSplitNanos server time of a split whose child stays
 * @param countedEntryNanos additional server time of such a split per entry of the child, which is
 *     counted
 * @param splitShare share of a server's time that splits get while there are any
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
  /** Number of entries below which a create's cost is constant. */
  static final double SMALL_STORE = 100_000;

  private static final double NANOS = 1e9;

  public SimulatedCosts {
    if (createNanos <= 0 || growth < 0 || splitShare <= 0 || splitShare >= 1) {
      throw new IllegalArgumentException(
          "a create takes time, no less in a larger store, and splits get a part of it");
    }
  }

  /** The split costs of the machine on which Giga is developed, with a given cost of a create. */
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

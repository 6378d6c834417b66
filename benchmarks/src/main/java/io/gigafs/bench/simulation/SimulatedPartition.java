package io.gigafs.bench.simulation;

import io.gigafs.index.Partition;

/**
 * A partition with a count in place of entries. The count is known at certain moments, measured in
 * creates of the whole directory; between them it is drawn at random. Not thread-safe.
 */
final class SimulatedPartition {
  private Partition partition;
  private final int server;
  private long entries;
  private double countedAt;

  /** Entries to come until the partition is full, and when it will be; 0 if not known. */
  private long toCome;

  private double fullAt;

  SimulatedPartition(Partition partition, int server, long entries, double issued) {
    this.partition = partition;
    this.server = server;
    this.entries = entries;
    this.countedAt = issued;
  }

  Partition partition() {
    return partition;
  }

  /** The index of its server. */
  int server() {
    return server;
  }

  long entries() {
    return entries;
  }

  /** The share of all names that belongs to it. */
  double share() {
    return Math.scalb(1.0, -partition.depth());
  }

  /** Draws the time at which it will have received a number of further entries. */
  double fillBy(long more, Draws draws) {
    toCome = more;
    fullAt = countedAt + draws.gamma(more) / share();
    return fullAt;
  }

  /** The predicted entries have arrived. Returns their number. */
  long fill() {
    long came = toCome;
    entries += came;
    countedAt = fullAt;
    toCome = 0;
    return came;
  }

  /** Draws the number of entries that have arrived by now and returns it. Drops the prediction. */
  long count(double issued, Draws draws) {
    if (toCome > 0 && issued >= fullAt) {
      return fill();
    }
    // The last predicted entry arrives when the partition is full, the others at any time until
    // then.
    long came =
        toCome == 0
            ? draws.poisson(share() * (issued - countedAt))
            : draws.binomial(toCome - 1, (issued - countedAt) / (fullAt - countedAt));
    entries += came;
    countedAt = issued;
    toCome = 0;
    return came;
  }

  /**
   * Moves entries to a new partition, and adds entries that the remaining part received meanwhile.
   */
  void split(long moving, long arrived, double issued) {
    partition = partition.afterSplit();
    entries += arrived - moving;
    countedAt = issued;
  }
}

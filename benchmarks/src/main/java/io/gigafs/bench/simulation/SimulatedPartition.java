package io.gigafs.bench.simulation;

import io.gigafs.index.Partition;

/**
 * A partition with a count in place of entries. Its entries are known at certain moments, which are
 * told in creates of the whole directory; between them they are drawn. For one thread.
 */
final class SimulatedPartition {
  private Partition partition;
  private final int server;
  private long entries;
  private double countedAt;

  /** Entries that are to come until the partition is full, and when it will be; 0 if not known. */
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

  /** The place of its server. */
  int server() {
    return server;
  }

  long entries() {
    return entries;
  }

  /** Which part of all names falls into it. */
  double share() {
    return Math.scalb(1.0, -partition.depth());
  }

  /** Draws when it will have so many entries more; returns when that is. */
  double fillBy(long more, Draws draws) {
    toCome = more;
    fullAt = countedAt + draws.gamma(more) / share();
    return fullAt;
  }

  /** It is as full as was foreseen; returns how many have come. */
  long fill() {
    long came = toCome;
    entries += came;
    countedAt = fullAt;
    toCome = 0;
    return came;
  }

  /** Draws what has come up to now, and returns it; nothing is foreseen after that. */
  long count(double issued, Draws draws) {
    if (toCome > 0 && issued >= fullAt) {
      return fill();
    }
    // The last of those that are foreseen comes when it is full, the others at any time until then.
    long came =
        toCome == 0
            ? draws.poisson(share() * (issued - countedAt))
            : draws.binomial(toCome - 1, (issued - countedAt) / (fullAt - countedAt));
    entries += came;
    countedAt = issued;
    toCome = 0;
    return came;
  }

  /** So many go to a new partition, and so many have come to what is left meanwhile. */
  void split(long moving, long arrived, double issued) {
    partition = partition.afterSplit();
    entries += arrived - moving;
    countedAt = issued;
  }
}

package io.gigafs.bench.simulation;

/**
 * A server as a queue: creates, which arrive as fast as it completes them, and background work,
 * which is done in order with a share of the server's time. Seconds are those of the simulation.
 * Not thread-safe.
 */
final class QueueingServer {
  private final SimulatedCosts costs;

  /** The share of all names that is created here. */
  private double share;

  /** Expected number of entries, given the share. */
  private double entries;

  private double countedAt;
  private double busyUntil;

  QueueingServer(SimulatedCosts costs) {
    this.costs = costs;
  }

  boolean isUsed() {
    return share > 0;
  }

  /**
   * Updates the number of entries.
   *
   * @param issued number of creates in the whole directory
   */
  double entries(double issued) {
    entries += share * (issued - countedAt);
    countedAt = issued;
    return entries;
  }

  /** Changes the share of creates and the number of entries of this server. */
  void change(double moreShare, long moreEntries, double issued) {
    entries(issued);
    share = Math.max(0, share + moreShare);
    entries += moreEntries;
  }

  /**
   * Adds background work.
   *
   * @return when it is done
   */
  double work(double seconds, double now) {
    busyUntil = Math.max(now, busyUntil) + seconds / costs.splitShare();
    return busyUntil;
  }

  /** The duration of a create now. */
  double createSeconds(double issued) {
    return costs.createSeconds(entries(issued));
  }

  /** The overall rate, in creates/s, at which the server is saturated. */
  double mostCreates(double now, double issued) {
    if (share == 0) {
      return Double.POSITIVE_INFINITY;
    }
    double free = now < busyUntil ? 1 - costs.splitShare() : 1;
    return free / (share * createSeconds(issued));
  }
}

package io.gigafs.bench.simulation;

/**
 * A server as a queue: creates, which come as fast as it takes them, and work beside them, which is
 * done in order with a part of the server's time. Seconds are those of the simulation. For one
 * thread.
 */
final class SimulatedServer {
  private final SimulatedCosts costs;

  /** Which part of all names is created here. */
  private double share;

  /** How many entries there are, as is to be expected of the share. */
  private double entries;

  private double countedAt;
  private double busyUntil;

  SimulatedServer(SimulatedCosts costs) {
    this.costs = costs;
  }

  boolean isUsed() {
    return share > 0;
  }

  /**
   * Counts the entries made up to now.
   *
   * @param issued how many creates there were in all
   */
  double entries(double issued) {
    entries += share * (issued - countedAt);
    countedAt = issued;
    return entries;
  }

  /** From now on creates of another part come here, and so many entries more are here. */
  void change(double moreShare, long moreEntries, double issued) {
    entries(issued);
    share = Math.max(0, share + moreShare);
    entries += moreEntries;
  }

  /**
   * Takes on work beside the creates.
   *
   * @return when it is done
   */
  double work(double seconds, double now) {
    busyUntil = Math.max(now, busyUntil) + seconds / costs.splitShare();
    return busyUntil;
  }

  /** How long a create takes by now. */
  double createSeconds(double issued) {
    return costs.createSeconds(entries(issued));
  }

  /** At how many creates/s in all the server is busy all the time. */
  double mostCreates(double now, double issued) {
    if (share == 0) {
      return Double.POSITIVE_INFINITY;
    }
    double free = now < busyUntil ? 1 - costs.splitShare() : 1;
    return free / (share * createSeconds(issued));
  }
}

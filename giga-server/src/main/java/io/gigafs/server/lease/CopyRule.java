package io.gigafs.server.lease;

/**
 * Decides which names are copied to other servers. Pure.
 *
 * <ol>
 *   <li>A name is copied if its partition is hot, by the same mark as for a split by load, and if
 *       the name alone takes a quarter of the partition's requests and at least a quarter of the
 *       mark.
 *   <li>It stays copied until all servers together get less than a sixteenth of the mark of
 *       look-ups.
 * </ol>
 *
 * @param mark requests a second; 0 disables copies
 */
public record CopyRule(long mark) {
  /** How long a partition must be hot before names are copied. */
  static final long HOT_NANOS = 3_000_000_000L;

  /** The maximum number of servers with copies of a name, besides its partition's. */
  static final int MAX_SERVERS = 7;

  private static final int SHARES = 4;
  private static final int SHARES_TO_KEEP = 16;

  boolean isOn() {
    return mark > 0;
  }

  /**
   * Whether a name is to be copied.
   *
   * @param ofName look-ups of it a second
   * @param perSecond requests of the partition a second
   */
  boolean isHot(double ofName, long perSecond) {
    return ofName * SHARES >= perSecond && ofName * SHARES >= mark;
  }

  /**
   * Whether a copied name stays copied.
   *
   * @param perSecond look-ups of it a second at all servers
   */
  boolean staysHot(double perSecond) {
    return perSecond * SHARES_TO_KEEP >= mark;
  }
}

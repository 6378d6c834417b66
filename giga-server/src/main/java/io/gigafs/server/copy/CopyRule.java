package io.gigafs.server.copy;

/**
 * When a name is worth copies at other servers: its partition is hot, by the same mark as for a
 * split for heat, and the name alone takes a quarter of the partition's requests, and at least a
 * quarter of what makes a partition hot. It is worth them until all servers together are asked for
 * it at less than a sixteenth of the mark. Pure.
 *
 * @param mark requests a second; 0 if nothing is copied
 */
public record CopyRule(long mark) {
  /** For as long a partition has to be hot. */
  static final long HOT_NANOS = 3_000_000_000L;

  /** So many servers have copies of a name, beside its holder. */
  static final int MAX_SERVERS = 7;

  private static final int SHARES = 4;
  private static final int SHARES_TO_KEEP = 16;

  boolean isOn() {
    return mark > 0;
  }

  /**
   * Whether a name is to be copied.
   *
   * @param share of the partition's look-ups that are of the name
   * @param perSecond requests that the partition takes
   */
  boolean isHot(double share, long perSecond) {
    return share * SHARES >= 1 && share * perSecond * SHARES >= mark;
  }

  /**
   * Whether a name that is copied stays so.
   *
   * @param perSecond look-ups of it at its holder and at the other servers
   */
  boolean staysHot(double perSecond) {
    return perSecond * SHARES_TO_KEEP >= mark;
  }
}

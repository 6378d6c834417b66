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

  /** How many servers have copies of a name at most, beside its partition's. */
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
   * @param perSecond requests that the partition takes
   */
  boolean isHot(double ofName, long perSecond) {
    return ofName * SHARES >= perSecond && ofName * SHARES >= mark;
  }

  /**
   * Whether a name that is copied stays so.
   *
   * @param perSecond look-ups of it at its partition's server and at the others
   */
  boolean staysHot(double perSecond) {
    return perSecond * SHARES_TO_KEEP >= mark;
  }
}

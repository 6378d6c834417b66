package io.gigafs.bench.split;

/**
 * A policy for splits of partitions.
 *
 * @param name in the setting and in the report
 * @param threshold the cluster's setting that implements it
 */
record Policy(String name, int threshold) {
  private static final String NEVER = "never";
  private static final String ONCE_PER_SERVER = "servers";

  /**
   * The policy with a name: a number of entries; {@code never}; or {@code servers}, which splits
   * until each server has a partition and no further.
   *
   * @param servers a power of two
   * @param files number of files that are created in the directory
   * @throws IllegalArgumentException if the name is invalid
   */
  static Policy of(String name, int servers, long files) {
    return switch (name) {
      case NEVER -> new Policy(name, Integer.MAX_VALUE);
      // One more split would leave half of a server's share in each partition, one less twice its
      // share.
      case ONCE_PER_SERVER -> new Policy(name, Math.toIntExact(files / servers * 3 / 2));
      default -> new Policy(name, Integer.parseInt(name));
    };
  }

  /** The threshold as a user-readable text. */
  String shownThreshold() {
    return threshold == Integer.MAX_VALUE ? "none" : Integer.toString(threshold);
  }
}

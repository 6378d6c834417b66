package io.gigafs.bench.split;

/**
 * When partitions split.
 *
 * @param name as it is given and told
 * @param threshold the cluster's setting that makes it so
 */
record Policy(String name, int threshold) {
  private static final String NEVER = "never";
  private static final String ONCE_PER_SERVER = "servers";

  /**
   * The policy of a name: a number of entries; {@code never}; or {@code servers}, until each server
   * has a partition and no further.
   *
   * @param servers a power of two
   * @param files how many are made in the directory
   * @throws IllegalArgumentException if it is none
   */
  static Policy of(String name, int servers, long files) {
    return switch (name) {
      case NEVER -> new Policy(name, Integer.MAX_VALUE);
      // A split more would leave half a server's share in each partition, one less twice of it.
      case ONCE_PER_SERVER -> new Policy(name, Math.toIntExact(files / servers * 3 / 2));
      default -> new Policy(name, Integer.parseInt(name));
    };
  }

  /** The threshold, for people. */
  String shownThreshold() {
    return threshold == Integer.MAX_VALUE ? "none" : Integer.toString(threshold);
  }
}

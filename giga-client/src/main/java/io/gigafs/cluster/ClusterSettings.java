package io.gigafs.cluster;

/**
 * What all servers and clients of a cluster agree on.
 *
 * @param splitThreshold a partition splits when it holds more entries than this
 */
public record ClusterSettings(int splitThreshold) {
  public static final int DEFAULT_SPLIT_THRESHOLD = 8_000;
  public static final ClusterSettings DEFAULTS = new ClusterSettings(DEFAULT_SPLIT_THRESHOLD);

  public ClusterSettings {
    if (splitThreshold < 2) {
      throw new IllegalArgumentException("split-threshold is at least 2, not " + splitThreshold);
    }
  }
}

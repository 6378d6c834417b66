package io.gigafs.cluster;

/**
 * What all servers and clients of a cluster agree on.
 *
 * @param splitThreshold a partition splits when it holds more entries than this; from 1,000 on each
 *     at a point of its own, up to a quarter below
 * @param inlineLimit files of up to about this many bytes are kept by the servers: each client
 *     draws its own limit between half of it and one and a half; 0 for none
 */
public record ClusterSettings(int splitThreshold, int inlineLimit) {
  public static final int DEFAULT_SPLIT_THRESHOLD = 8_000;

  /** 64 KiB. */
  public static final int DEFAULT_INLINE_LIMIT = 64 << 10;

  /** 1 MiB: a file that is kept inline is rewritten with every change. */
  public static final int MAX_INLINE_LIMIT = 1 << 20;

  public static final ClusterSettings DEFAULTS = new ClusterSettings(DEFAULT_SPLIT_THRESHOLD);

  public ClusterSettings {
    if (splitThreshold < 2) {
      throw new IllegalArgumentException("split-threshold is at least 2, not " + splitThreshold);
    }
    if (inlineLimit < 0 || inlineLimit > MAX_INLINE_LIMIT) {
      throw new IllegalArgumentException(
          "inline-limit is 0 to " + MAX_INLINE_LIMIT + " bytes, not " + inlineLimit);
    }
  }

  /** Settings with the usual limit of inline files. */
  public ClusterSettings(int splitThreshold) {
    this(splitThreshold, DEFAULT_INLINE_LIMIT);
  }

  /** The most bytes that a server keeps inline for one file. */
  public int mostInlineBytes() {
    return inlineLimit + inlineLimit / 2;
  }
}

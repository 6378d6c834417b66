package io.gigafs.cluster;

import java.nio.charset.StandardCharsets;

/**
 * What all servers and clients of a cluster agree on.
 *
 * @param splitThreshold a partition splits when it holds more entries than this; from 1,000 on each
 *     at a point of its own, up to a quarter below
 * @param inlineLimit files of up to about this many bytes are kept by the servers: each client
 *     draws its own limit between half of it and one and a half; 0 for none
 * @param transferDirectory the absolute path at which all servers have mounted a directory, in
 *     which partitions change hands as files; empty for none: then they go in messages
 */
public record ClusterSettings(int splitThreshold, int inlineLimit, String transferDirectory) {
  public static final int DEFAULT_SPLIT_THRESHOLD = 8_000;

  /** 64 KiB. */
  public static final int DEFAULT_INLINE_LIMIT = 64 << 10;

  /** 1 MiB: a file that is kept inline is rewritten with every change. */
  public static final int MAX_INLINE_LIMIT = 1 << 20;

  private static final int MAX_PATH_BYTES = 1024;

  public static final ClusterSettings DEFAULTS = new ClusterSettings(DEFAULT_SPLIT_THRESHOLD);

  public ClusterSettings {
    if (splitThreshold < 2) {
      throw new IllegalArgumentException("split-threshold is at least 2, not " + splitThreshold);
    }
    if (inlineLimit < 0 || inlineLimit > MAX_INLINE_LIMIT) {
      throw new IllegalArgumentException(
          "inline-limit is 0 to " + MAX_INLINE_LIMIT + " bytes, not " + inlineLimit);
    }
    if (!transferDirectory.isEmpty() && !isPath(transferDirectory)) {
      throw new IllegalArgumentException(
          "transfer-directory is an absolute path of up to "
              + MAX_PATH_BYTES
              + " bytes without control characters, not '"
              + transferDirectory
              + "'");
    }
  }

  /** Settings with the usual limit of inline files. */
  public ClusterSettings(int splitThreshold) {
    this(splitThreshold, DEFAULT_INLINE_LIMIT);
  }

  /** Settings without a directory of transfers. */
  public ClusterSettings(int splitThreshold, int inlineLimit) {
    this(splitThreshold, inlineLimit, "");
  }

  private static boolean isPath(String text) {
    return text.startsWith("/")
        && text.getBytes(StandardCharsets.UTF_8).length <= MAX_PATH_BYTES
        && text.chars().noneMatch(Character::isISOControl);
  }

  /** The same, with partitions that change hands in a directory; empty for none. */
  public ClusterSettings withTransferDirectory(String directory) {
    return new ClusterSettings(splitThreshold, inlineLimit, directory);
  }

  /** The most bytes that a server keeps inline for one file. */
  public int mostInlineBytes() {
    return inlineLimit + inlineLimit / 2;
  }
}

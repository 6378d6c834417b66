package io.gigafs.cluster;

import java.nio.charset.StandardCharsets;

/**
 * Settings that all servers and clients of a cluster share.
 *
 * @param splitThreshold a partition splits when it holds more entries than this; from 1,000 on each
 *     partition has its own threshold, up to a quarter lower
 * @param inlineLimit servers store the data of files up to about this many bytes; each client draws
 *     its own limit between 0.5 and 1.5 times this value; 0 disables inline data
 * @param transferDirectory absolute path of a directory that all servers have mounted and through
 *     which partitions are transferred as files; if empty, they are transferred in messages
 */
public record ClusterSettings(int splitThreshold, int inlineLimit, String transferDirectory) {
  public static final int DEFAULT_SPLIT_THRESHOLD = 8_000;

  /** 64 KiB. */
  public static final int DEFAULT_INLINE_LIMIT = 64 << 10;

  /** 1 MiB. The limit is low because every change of an inline file rewrites the whole file. */
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

  /** Settings with the default inline limit. */
  public ClusterSettings(int splitThreshold) {
    this(splitThreshold, DEFAULT_INLINE_LIMIT);
  }

  /** Settings without a transfer directory. */
  public ClusterSettings(int splitThreshold, int inlineLimit) {
    this(splitThreshold, inlineLimit, "");
  }

  private static boolean isPath(String text) {
    return text.startsWith("/")
        && text.getBytes(StandardCharsets.UTF_8).length <= MAX_PATH_BYTES
        && text.chars().noneMatch(Character::isISOControl);
  }

  /** A copy with this transfer directory; empty for none. */
  public ClusterSettings withTransferDirectory(String directory) {
    return new ClusterSettings(splitThreshold, inlineLimit, directory);
  }

  /** The maximum number of bytes that a server stores inline for one file. */
  public int mostInlineBytes() {
    return inlineLimit + inlineLimit / 2;
  }
}

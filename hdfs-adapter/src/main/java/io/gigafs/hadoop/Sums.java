package io.gigafs.hadoop;

import io.gigafs.client.ContentSum;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.client.Quota;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import org.apache.hadoop.fs.ContentSummary;
import org.apache.hadoop.fs.QuotaUsage;
import org.jspecify.annotations.Nullable;

/** Totals and limits of paths. Hadoop counts a directory itself in its quota. */
record Sums(GigaClient client) {
  private static final long UNLIMITED = -1;

  /** Leaves a limit of {@link #setQuota} unchanged. */
  private static final long AS_IT_IS = Long.MAX_VALUE;

  ContentSummary contentSummary(GigaPath path) throws GigaException {
    FileAttributes attributes = client.stat(path);
    ContentSum sum =
        attributes.isDirectory() ? client.sum(path) : new ContentSum(1, 0, attributes.size());
    Quota quota = attributes.isDirectory() ? quota(path) : null;
    return new ContentSummary.Builder()
        .length(sum.bytes())
        .fileCount(sum.files())
        .directoryCount(sum.directories())
        .spaceConsumed(sum.bytes())
        .quota(entryLimit(quota))
        .spaceQuota(byteLimit(quota))
        .build();
  }

  /**
   * Usage of a directory with a quota is counted by the servers; for any other the tree is summed
   * up.
   */
  QuotaUsage quotaUsage(GigaPath path) throws GigaException {
    Quota quota = client.stat(path).isDirectory() ? quota(path) : null;
    if (quota == null) {
      return contentSummary(path);
    }
    return new QuotaUsage.Builder()
        .fileAndDirectoryCount(quota.usedEntries() + 1)
        .quota(entryLimit(quota))
        .spaceConsumed(quota.usedBytes())
        .spaceQuota(byteLimit(quota))
        .build();
  }

  /** Sets limits as HDFS does: -1 removes one, {@link Long#MAX_VALUE} leaves it unchanged. */
  void setQuota(GigaPath path, long entries, long bytes) throws GigaException {
    Quota before = quota(path);
    long maxEntries =
        entries == AS_IT_IS ? (before == null ? 0 : before.maxEntries()) : limit(entries - 1);
    long maxBytes = bytes == AS_IT_IS ? (before == null ? 0 : before.maxBytes()) : limit(bytes);
    client.setQuota(path, maxEntries, maxBytes);
  }

  private static long limit(long wanted) {
    return Math.max(0, wanted);
  }

  private static long entryLimit(@Nullable Quota quota) {
    return quota == null || quota.maxEntries() == 0 ? UNLIMITED : quota.maxEntries() + 1;
  }

  private static long byteLimit(@Nullable Quota quota) {
    return quota == null || quota.maxBytes() == 0 ? UNLIMITED : quota.maxBytes();
  }

  private @Nullable Quota quota(GigaPath path) throws GigaException {
    try {
      return client.quota(path);
    } catch (GigaException e) {
      if (e.code() == ErrorCode.ENODATA) {
        return null;
      }
      throw e;
    }
  }
}

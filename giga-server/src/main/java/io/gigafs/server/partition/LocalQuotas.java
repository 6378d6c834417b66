package io.gigafs.server.partition;

import io.gigafs.index.InodeId;
import io.gigafs.protocol.quota.QuotaUsage;
import io.gigafs.tablefs.PartitionKey;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * A server's shares of all quotas. Safe for use by several threads.
 *
 * <p>After a start, partitions are counted one by one. A partition that is loaded by a request
 * before is counted then, and not again. Until all are counted, this server takes part in no count
 * of a quota.
 */
public final class LocalQuotas {
  private final ConcurrentMap<Long, LocalQuota> byDomain = new ConcurrentHashMap<>();

  /** The partitions that were counted since the start; null once all are. Guarded by this. */
  private @Nullable Set<PartitionKey> counted = new HashSet<>();

  private volatile boolean complete;

  /** This server's share of a quota. */
  public LocalQuota of(InodeId domain) {
    return byDomain.computeIfAbsent(domain.value(), value -> new LocalQuota(new InodeId(value)));
  }

  public Collection<LocalQuota> all() {
    return List.copyOf(byDomain.values());
  }

  /** Records the usage of a partition when it is loaded. */
  public void loaded(PartitionKey partition, LocalQuota localQuota, QuotaUsage holds) {
    if (!complete && isFirst(partition)) {
      localQuota.use(holds);
    }
  }

  /**
   * Records that the usage of a new partition is counted: it is the child of a split, or was taken
   * in from another server.
   */
  public void inherited(PartitionKey partition) {
    if (!complete) {
      isFirst(partition);
    }
  }

  private synchronized boolean isFirst(PartitionKey partition) {
    return counted != null && counted.add(partition);
  }

  /** Records that all partitions that existed at the start have been loaded. */
  public synchronized void complete() {
    counted = null;
    complete = true;
  }

  /** Whether this server's usage is known. */
  public boolean isComplete() {
    return complete;
  }
}

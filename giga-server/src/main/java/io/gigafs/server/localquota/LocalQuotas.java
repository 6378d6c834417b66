package io.gigafs.server.localquota;

import io.gigafs.index.InodeId;
import io.gigafs.protocol.Usage;
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
 * <p>After a start the partitions are counted one by one, and each again when it is loaded by
 * somebody else before its turn: the first of them counts. Until all are, no count of a quota has
 * this server's part.
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

  /** Notes what a partition was found to hold when it was loaded. */
  public void loaded(PartitionKey partition, LocalQuota localQuota, Usage holds) {
    if (!complete && isFirst(partition)) {
      localQuota.use(holds);
    }
  }

  /** Notes that a partition came to be of what was counted as another's. */
  public void inherited(PartitionKey partition) {
    if (!complete) {
      isFirst(partition);
    }
  }

  private synchronized boolean isFirst(PartitionKey partition) {
    return counted != null && counted.add(partition);
  }

  /** All partitions that were there at the start have been loaded. */
  public synchronized void complete() {
    counted = null;
    complete = true;
  }

  /** Whether what is used here is known. */
  public boolean isComplete() {
    return complete;
  }
}

package io.gigafs.server.quota;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.server.lane.Lane;
import io.gigafs.server.lane.PartitionState;
import io.gigafs.server.lane.SlotState;
import io.gigafs.tablefs.PartitionKey;
import io.gigafs.tablefs.Store;
import io.gigafs.tablefs.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts, after a start, what the partitions here use of quotas: has each be loaded once by its
 * lane. Goes on in the background while the server serves.
 */
public final class StartCount {
  private static final Logger LOG = LoggerFactory.getLogger(StartCount.class);
  private static final int AT_A_TIME = 64;
  private static final long RETRY_MILLIS = 1_000;

  private final QuotaContext context;
  private final Store store;
  private final Executor background;
  private volatile boolean stopped;

  public StartCount(QuotaContext context, Store store, Executor background) {
    this.context = context;
    this.store = store;
    this.background = background;
  }

  /** When what was under way before the start has been taken up again, which reserves its own. */
  public void start() {
    context.lanes().whenAllTurned(() -> background.execute(() -> countFrom(0)));
  }

  /** Leaves the rest uncounted. */
  public void stop() {
    stopped = true;
  }

  /** In the background. */
  private void countFrom(int slot) {
    if (stopped) {
      return;
    }
    try {
      for (int next = slot; next < context.view().slots(); next++) {
        if (context.view().state(next) != SlotState.ABSENT) {
          List<PartitionKey> found = bounded(next);
          if (!found.isEmpty()) {
            load(next, found, 0);
            return;
          }
        }
      }
      context.localQuotas().complete();
    } catch (StoreException e) {
      LOG.error("what slot {} uses of quotas cannot be counted, trying again", slot, e);
      context.timers().after(RETRY_MILLIS, () -> background.execute(() -> countFrom(slot)));
    }
  }

  private List<PartitionKey> bounded(int slot) {
    List<PartitionKey> found = new ArrayList<>();
    store.scanPartitions(
        slot,
        (key, header) -> {
          if (header.quotaDomain() != 0) {
            found.add(key);
          }
          return !stopped;
        },
        damaged -> LOG.warn("not counted for any quota: {}", damaged.getMessage()));
    return found;
  }

  private void load(Lane lane, PartitionKey key) {
    @Nullable PartitionState partition =
        lane.partitions().find(new InodeId(key.directory()), new PartitionIndex(key.index()));
    if (partition != null && context.view().state(key.slot()) == SlotState.LEAVING) {
      // The other server may have had it before the start.
      partition.usage().leave();
    }
  }

  private void load(int slot, List<PartitionKey> keys, int from) {
    Lane lane = context.lanes().of(slot);
    lane.submit(
        commitBatch -> {
          int to = Math.min(from + AT_A_TIME, keys.size());
          try {
            for (PartitionKey key : keys.subList(from, to)) {
              load(lane, key);
            }
          } catch (StoreException e) {
            LOG.error("what slot {} uses of quotas cannot be counted, trying again", slot, e);
            context.timers().after(RETRY_MILLIS, () -> background.execute(() -> countFrom(slot)));
            return;
          }
          if (to < keys.size()) {
            load(slot, keys, to);
          } else {
            background.execute(() -> countFrom(slot + 1));
          }
        });
  }
}

package io.gigafs.server.quota;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.partition.Lane;
import io.gigafs.server.partition.LocalQuotas;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.partition.SlotState;
import io.gigafs.tablefs.PartitionKey;
import io.gigafs.tablefs.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts this server's usage of quotas after a start: each partition is loaded once by its lane.
 * Runs in the background while the server serves.
 */
public final class StartCount {
  private static final Logger LOG = LoggerFactory.getLogger(StartCount.class);
  private static final int AT_A_TIME = 64;
  private static final long RETRY_MILLIS = 1_000;

  private final ServerContext context;
  private final LocalQuotas localQuotas;
  private final Executor background;
  private volatile boolean stopped;

  public StartCount(ServerContext context, LocalQuotas localQuotas, Executor background) {
    this.context = context;
    this.localQuotas = localQuotas;
    this.background = background;
  }

  /** Starts after the lanes have resumed interrupted work, which makes its own reservations. */
  public void start() {
    context.lanes().whenAllRan(() -> background.execute(() -> countFrom(0)));
  }

  /** Stops the count early. */
  public void stop() {
    stopped = true;
  }

  /** Runs in the background. */
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
      localQuotas.complete();
    } catch (StoreException e) {
      LOG.error("cannot count quota usage of slot {}, trying again", slot, e);
      context.timers().after(RETRY_MILLIS, () -> background.execute(() -> countFrom(slot)));
    }
  }

  private List<PartitionKey> bounded(int slot) {
    List<PartitionKey> found = new ArrayList<>();
    context
        .store()
        .scanPartitions(
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
      // The importing server may have got it before the start.
      partition.usage().beginTransfer();
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
            LOG.error("cannot count quota usage of slot {}, trying again", slot, e);
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

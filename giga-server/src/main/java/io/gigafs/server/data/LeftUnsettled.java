package io.gigafs.server.data;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.Partition;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PositionRange;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.Lane;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.EntryRange;
import io.gigafs.tablefs.PartitionHeader;
import io.gigafs.tablefs.PartitionKey;
import io.gigafs.tablefs.StoreException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * After a start, finds files below quotas that are counted with more than their size, because the
 * server crashed after the last writer had gone and before it had asked the volume; settles them.
 * Runs in the background, one partition at a time.
 */
public final class LeftUnsettled {
  private static final Logger LOG = LoggerFactory.getLogger(LeftUnsettled.class);

  private final ServerContext context;
  private final Executor background;
  private final Measures measures;
  private volatile boolean stopped;

  public LeftUnsettled(ServerContext context, Measures measures, Executor background) {
    this.context = context;
    this.background = background;
    this.measures = measures;
  }

  /** Starts once everything that was in progress before the start has been resumed. */
  public void start() {
    context.lanes().whenAllRan(() -> background.execute(() -> look(0)));
  }

  /** Stops; files that are left stay unsettled. */
  public void stop() {
    stopped = true;
  }

  private void look(int slot) {
    if (stopped || slot == context.view().slots()) {
      return;
    }
    try {
      if (context.view().state(slot).serves()) {
        for (Map.Entry<PartitionKey, EntryRange> each : bounded(slot).entrySet()) {
          List<Name> names = unsettled(each.getValue());
          if (!names.isEmpty()) {
            context
                .lanes()
                .of(slot)
                .submit(commitBatch -> settle(each.getKey(), names, commitBatch));
          }
        }
      }
    } catch (StoreException e) {
      LOG.warn(
          "quotas may count files of slot {} with too many bytes until they are measured", slot, e);
    }
    background.execute(() -> look(slot + 1));
  }

  private Map<PartitionKey, EntryRange> bounded(int slot) {
    Map<PartitionKey, EntryRange> found = new LinkedHashMap<>();
    context
        .store()
        .scanPartitions(
            slot,
            (key, header) -> {
              if (header.quotaDomain() != 0) {
                found.put(key, rangeOf(key, header));
              }
              return !stopped;
            },
            damaged ->
                LOG.debug(
                    "skipping a damaged partition header; giga fsck reports it: {}",
                    damaged.getMessage()));
    return found;
  }

  private static EntryRange rangeOf(PartitionKey key, PartitionHeader header) {
    PositionRange range = new Partition(new PartitionIndex(key.index()), header.depth()).range();
    return new EntryRange(key.directory(), range.first().value(), range.last().value());
  }

  private List<Name> unsettled(EntryRange range) {
    List<Name> names = new ArrayList<>();
    context
        .store()
        .scanEntries(
            range,
            null,
            (entry, attributes) -> {
              if (StoredFiles.isStored(attributes) && attributes.has(Attributes.UNSETTLED)) {
                names.add(Name.of(entry.name()));
              }
              return !stopped;
            });
    return names;
  }

  private void settle(PartitionKey key, List<Name> names, CommitBatch commitBatch) {
    try {
      Lane lane = context.lanes().of(key.slot());
      @Nullable PartitionState partition =
          lane.partitions().find(new InodeId(key.directory()), new PartitionIndex(key.index()));
      if (partition == null) {
        return;
      }
      for (Name name : names) {
        Attributes file = commitBatch.batch().getEntry(partition.keyOf(name));
        if (file != null && StoredFiles.isStored(file) && !partition.isBlocked(name)) {
          measures.settleSoon(partition, name, file, commitBatch);
        }
      }
    } catch (StoreException e) {
      LOG.warn("quotas may count files of {} with too many bytes until they are measured", key, e);
    }
  }
}

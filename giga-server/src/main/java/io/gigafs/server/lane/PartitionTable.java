package io.gigafs.server.lane;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.server.lane.ReplyWindow.Known;
import io.gigafs.tablefs.Batch;
import io.gigafs.tablefs.PartitionHeader;
import io.gigafs.tablefs.PartitionKey;
import io.gigafs.tablefs.Store;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A lane's partitions: those in use are in memory, the others in the store, from where they are
 * loaded when first asked for. Used by the lane's thread only.
 */
public final class PartitionTable {
  /** So many partitions may be in memory before idle ones are put away. */
  private static final int MAX_LOADED = 65_536;

  /** Of so many partitions that are gone the answers are remembered. */
  private static final int MAX_GONE = 4_096;

  private final Store store;
  private final int slots;
  private final int splitThreshold;
  private final Map<Id, PartitionState> loaded = new HashMap<>();

  /**
   * What partitions that are gone had answered: who made a file, lost the answer and asks again
   * must not be told that nothing was done because the file and its directory were removed since. A
   * restart forgets it.
   */
  private final Map<Id, ReplyWindow> gone =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Id, ReplyWindow> eldest) {
          return size() > MAX_GONE;
        }
      };

  private final LongSupplier leaseNumbers;
  private final long leasesUnknownUntilNanos;
  private final boolean leasesUnknown;

  /**
   * The partitions of a lane.
   *
   * @param leaseNumbers gives each lease a number that no other lease of the server has
   * @param leasesUnknownUntilNanos until when clients may hold leases from before the server's
   *     start; null if there was no before
   */
  public PartitionTable(
      Store store,
      int slots,
      int splitThreshold,
      LongSupplier leaseNumbers,
      @Nullable Long leasesUnknownUntilNanos) {
    this.store = store;
    this.slots = slots;
    this.splitThreshold = splitThreshold;
    this.leaseNumbers = leaseNumbers;
    this.leasesUnknown = leasesUnknownUntilNanos != null;
    this.leasesUnknownUntilNanos = leasesUnknownUntilNanos == null ? 0 : leasesUnknownUntilNanos;
  }

  /** The partition, or null if this server does not have it. */
  public @Nullable PartitionState find(InodeId directory, PartitionIndex index) {
    Id id = new Id(directory.value(), index.value());
    PartitionState partition = loaded.get(id);
    if (partition == null) {
      PartitionKey key =
          new PartitionKey(directory.slotOf(index, slots), id.directory(), id.index());
      PartitionHeader header = store.getPartition(key);
      if (header == null) {
        return null;
      }
      partition = PartitionState.load(store, key, header, splitThreshold, leaseNumbers);
      if (leasesUnknown) {
        partition.leases().unknownUntil(leasesUnknownUntilNanos);
      }
      loaded.put(id, partition);
    }
    return partition;
  }

  /**
   * Forgets a partition that is gone from the store, and lets whoever waits for it find that out.
   */
  public void drop(PartitionState partition) {
    Id id = new Id(partition.directory().value(), partition.index().value());
    loaded.remove(id);
    if (!partition.replies().isEmpty()) {
      gone.put(id, partition.replies());
    }
    partition.resumeParked();
  }

  /** What a partition that is gone had answered to a mutation. */
  Known repliesOfGone(InodeId directory, PartitionIndex index, long client, long number) {
    ReplyWindow replies = gone.get(new Id(directory.value(), index.value()));
    return replies == null ? Known.NEW : replies.find(client, number);
  }

  /** The partitions in memory. */
  public Collection<PartitionState> loaded() {
    return loaded.values();
  }

  /**
   * Writes the counts of changed partitions to the batch, so that they need not be counted again.
   */
  public void saveCounts(Batch batch) {
    for (PartitionState partition : loaded.values()) {
      partition.saveCounts(batch);
    }
  }

  /**
   * Answers parked requests that are past their deadline and forgets leases and replies that nobody
   * will ask for.
   */
  public void sweep(Turn turn) {
    for (PartitionState partition : loaded.values()) {
      partition.sweep(turn);
    }
    if (loaded.size() > MAX_LOADED) {
      putAwayIdle(turn);
    }
  }

  private void putAwayIdle(Turn turn) {
    List<Id> idle = new ArrayList<>();
    loaded.forEach(
        (id, partition) -> {
          if (idle.size() < MAX_LOADED / 2 && partition.isIdle()) {
            idle.add(id);
          }
        });
    for (Id id : idle) {
      PartitionState partition = loaded.remove(id);
      if (partition != null) {
        partition.saveCounts(turn.batch());
      }
    }
  }

  private record Id(long directory, int index) {}
}

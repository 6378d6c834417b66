package io.gigafs.server.partition;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.namespace.PartitionAttributes;
import io.gigafs.server.reply.ConfirmedNumbers;
import io.gigafs.server.reply.DuplicateRequestCache;
import io.gigafs.tablefs.CorruptRowException;
import io.gigafs.tablefs.PartitionHeader;
import io.gigafs.tablefs.PartitionKey;
import io.gigafs.tablefs.Store;
import io.gigafs.tablefs.StoreException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A lane's partitions: those in use are in memory, the others are loaded from the store on first
 * use. Used on the lane only.
 */
public final class PartitionTable {
  /** The number of loaded partitions above which idle ones are unloaded. */
  private static final int MAX_LOADED = 65_536;

  /** The number of removed partitions with cached replies, and of those with cached attributes. */
  private static final int MAX_GONE = 4_096;

  private static final int RECENT_BITS = 9;
  private static final int RECENT = 1 << RECENT_BITS;

  /** An odd number without pattern: the partition indices of one slot are equidistant. */
  private static final int MIXER = 0x9e3779b9;

  private final Store store;
  private final int slots;
  private final Shared shared;
  private final @Nullable Long leasesUnknownUntilNanos;
  private final Map<Id, PartitionState> loaded = new HashMap<>();

  /** Partitions with intents that could not be resumed yet, and the number of these. */
  private final Map<Id, Integer> unrecovered = new HashMap<>();

  /** Whether an intent is being resumed; it finds one partition. */
  private boolean isRecovering;

  private @Nullable Id recovered;

  /** Until when clients may have leases on partitions that are not loaded yet. */
  private final Map<Id, Long> leasesOfUnloaded = new HashMap<>();

  /**
   * The cached replies of removed partitions: a client that retries a create whose reply was lost
   * must not get an error because file and directory were removed since. Their rows stay in the
   * store for as long, and are loaded again after a restart.
   */
  private final Map<Id, DuplicateRequestCache> gone = new LinkedHashMap<>();

  /** The attributes of removed directories, for clients that have them open; not stored. */
  private final Map<Id, PartitionAttributes> removed = new LinkedHashMap<>();

  /** A direct-mapped cache of recently found partitions. */
  private final @Nullable PartitionState[] recent = new PartitionState[RECENT];

  /**
   * The dependencies that a lane's partitions share.
   *
   * @param splitThreshold a partition with more entries splits, see {@link SplitPoint}
   * @param changeStarts initial values of change counters, see {@link ChangeCounter}
   * @param localQuotas the server's shares of quotas
   * @param recalls what the server's lease books share
   * @param delegationQuietNanos see {@link PartitionDelegation#isAskedByOne}
   */
  record Shared(
      int splitThreshold,
      LongSupplier changeStarts,
      ConfirmedNumbers confirmed,
      LocalQuotas localQuotas,
      LeaseRecaller recalls,
      long delegationQuietNanos) {}

  /**
   * Creates a lane's table.
   *
   * @param changeStarts initial values of change counters, see {@link ChangeCounter}
   * @param localQuotas the server's shares of quotas
   * @param recalls what the server's lease books share
   * @param delegationQuietNanos how long a partition must have been used by one client only before
   *     its names are delegated
   * @param leasesUnknownUntilNanos until when clients may have leases from before the server's
   *     start; null if it was the first start
   */
  public PartitionTable(
      Store store,
      int slots,
      int splitThreshold,
      LongSupplier changeStarts,
      LocalQuotas localQuotas,
      LeaseRecaller recalls,
      long delegationQuietNanos,
      @Nullable Long leasesUnknownUntilNanos) {
    this.store = store;
    this.slots = slots;
    this.shared =
        new Shared(
            splitThreshold,
            changeStarts,
            new ConfirmedNumbers(),
            localQuotas,
            recalls,
            delegationQuietNanos);
    this.leasesUnknownUntilNanos = leasesUnknownUntilNanos;
  }

  /**
   * Finds the partition; null if this server does not have it.
   *
   * @throws StoreException if the store cannot be read, or an intent of the partition could not be
   *     resumed yet
   */
  public @Nullable PartitionState find(InodeId directory, PartitionIndex index) {
    if (isRecovering) {
      recovered = new Id(directory.value(), index.value());
    }
    int place = placeOf(directory, index);
    PartitionState last = recent[place];
    if (last != null
        && !last.isStale()
        && last.index().equals(index)
        && last.directory().equals(directory)) {
      return last;
    }
    Id id = new Id(directory.value(), index.value());
    if (!isRecovering && unrecovered.containsKey(id)) {
      throw new StoreException(
          StoreException.Kind.IO,
          "partition " + index + " of directory " + directory + " is not recovered yet");
    }
    PartitionState found = loaded.get(id);
    if (found == null) {
      found = load(id, directory.slotOf(index, slots));
    }
    if (found != null) {
      if (found.isStale()) {
        found.reload(store);
      }
      recent[place] = found;
    }
    return found;
  }

  /**
   * Resumes an intent. If the store cannot be read, nothing else finds the partition until the
   * intent is resumed: its names may have to be locked.
   *
   * @param again whether this failed before
   * @throws StoreException if the store cannot be read; then the intent has to be resumed again
   */
  public void recover(boolean again, Runnable resumption) {
    isRecovering = true;
    recovered = null;
    boolean isUnreadable = false;
    try {
      resumption.run();
    } catch (StoreException e) {
      // fsck repairs a corrupt row; trying again would not help.
      isUnreadable = !(e instanceof CorruptRowException);
      throw e;
    } finally {
      isRecovering = false;
      if (recovered != null && isUnreadable && !again) {
        unrecovered.merge(recovered, 1, Integer::sum);
      } else if (recovered != null && !isUnreadable && again) {
        unrecovered.computeIfPresent(recovered, (id, intents) -> intents == 1 ? null : intents - 1);
      }
      if (!unrecovered.isEmpty()) {
        Arrays.fill(recent, null); // it may have closed partitions now, and find looks there first
      }
    }
  }

  private static int placeOf(InodeId directory, PartitionIndex index) {
    int mixed = (directory.hashCode() * 31 + index.value()) * MIXER;
    return mixed >>> (Integer.SIZE - RECENT_BITS);
  }

  private @Nullable PartitionState load(Id id, int slot) {
    PartitionKey key = new PartitionKey(slot, id.directory(), id.index());
    PartitionHeader header = store.getPartition(key);
    if (header == null) {
      return null;
    }
    PartitionState partition = PartitionState.load(store, key, header, shared);
    if (leasesUnknownUntilNanos != null) {
      partition.leases().unknownUntil(leasesUnknownUntilNanos);
    }
    Long grantedElsewhere = leasesOfUnloaded.remove(id);
    if (grantedElsewhere != null) {
      partition.leases().unknownUntil(grantedElsewhere);
    }
    loaded.put(id, partition);
    return partition;
  }

  /**
   * Accounts for leases on a new partition that were granted elsewhere. Reads nothing, so that it
   * cannot fail.
   */
  public void leasesUnknownUntil(
      InodeId directory, PartitionIndex index, long untilNanos, long nowNanos) {
    Id id = new Id(directory.value(), index.value());
    PartitionState known = loaded.get(id);
    if (known != null) {
      known.leases().unknownUntil(untilNanos);
    } else {
      leasesOfUnloaded.values().removeIf(until -> until - nowNanos <= 0);
      leasesOfUnloaded.put(id, untilNanos);
    }
  }

  /**
   * Unloads a partition that was deleted from the store, and resumes its waiting requests, which
   * find that out.
   */
  public void drop(PartitionState partition) {
    if (forget(partition) && !partition.replies().isEmpty()) {
      gone.put(idOf(partition), partition.replies());
    }
    partition.resumeParked();
  }

  /**
   * Drops the partition of a directory that was removed at a time in ns since the epoch. Its
   * attributes are remembered until {@code MAX_GONE} others are removed.
   */
  public void remove(PartitionState partition, long nanos) {
    removed.put(idOf(partition), partition.attributes().removedAt(nanos));
    if (removed.size() > MAX_GONE) {
      removed.remove(removed.keySet().iterator().next());
    }
    drop(partition);
  }

  /** The partition's share of the attributes of a removed directory; null if unknown. */
  public @Nullable PartitionAttributes removed(InodeId directory, PartitionIndex index) {
    return removed.get(new Id(directory.value(), index.value()));
  }

  /** Unloads a partition that another server has taken over. */
  public void forgetMoved(PartitionState partition) {
    forget(partition);
    partition.resumeParked();
  }

  /**
   * Redirects requests that wait for a partition of the slot to the server that serves it now, and
   * drops the cached replies of removed partitions, which that server has.
   */
  public void leave(int slot) {
    for (PartitionState partition : loaded.values()) {
      if (partition.slot() == slot) {
        partition.resumeParked();
      }
    }
    gone.keySet().removeIf(id -> slotOf(id) == slot);
    removed.keySet().removeIf(id -> slotOf(id) == slot);
  }

  private int slotOf(Id id) {
    return new InodeId(id.directory()).slotOf(new PartitionIndex(id.index()), slots);
  }

  private boolean forget(PartitionState partition) {
    recent[placeOf(partition.directory(), partition.index())] = null;
    return loaded.remove(idOf(partition), partition);
  }

  private static Id idOf(PartitionState partition) {
    return new Id(partition.directory().value(), partition.index().value());
  }

  /** The cached replies of a removed partition. */
  public DuplicateRequestCache repliesOfGone(InodeId directory, PartitionIndex index) {
    Id id = new Id(directory.value(), index.value());
    DuplicateRequestCache replies = gone.get(id);
    if (replies == null) {
      replies = new DuplicateRequestCache(directory, index.value(), shared.confirmed());
      replies.load(store);
      if (!replies.isEmpty()) {
        gone.put(id, replies);
      }
    }
    return replies;
  }

  /** Whether the cached replies of a removed partition are loaded. */
  public boolean remembersGone(InodeId directory, PartitionIndex index) {
    return gone.containsKey(new Id(directory.value(), index.value()));
  }

  /** Loads the cached replies of a removed partition, so that they are deleted when they expire. */
  public void rememberGone(InodeId directory, PartitionIndex index) {
    var unused = repliesOfGone(directory, index);
  }

  /** The partitions of a slot whose names are delegated to clients or copied by servers. */
  List<PartitionState> withAnythingOut(int slot) {
    return loaded.values().stream()
        .filter(partition -> partition.slot() == slot && partition.leases().isAnythingOut())
        .toList();
  }

  /** The partitions in memory, without those that are not recovered yet. */
  public Collection<PartitionState> loaded() {
    return unrecovered.isEmpty()
        ? loaded.values()
        : loaded.values().stream()
            .filter(partition -> !unrecovered.containsKey(idOf(partition)))
            .toList();
  }

  /** Stores the counts of changed partitions, so that they need no recount. */
  public void saveCounts(CommitBatch commitBatch) {
    for (PartitionState partition : loaded.values()) {
      partition.saveCounts(commitBatch);
    }
  }

  /** Makes all waiting clients retry, when the lane stops. */
  public void retryParkedLater(CommitBatch commitBatch) {
    for (PartitionState partition : loaded.values()) {
      partition.retryParkedLater(commitBatch);
    }
  }

  /**
   * Answers parked requests past their deadline, drops expired leases and replies, and unloads idle
   * partitions.
   */
  void sweep(CommitBatch commitBatch, Lane lane) {
    for (PartitionState partition : loaded.values()) {
      partition.sweep(commitBatch, lane);
    }
    sweepGone(commitBatch);
    if (loaded.size() > MAX_LOADED) {
      putAwayIdle(commitBatch);
    }
  }

  private void sweepGone(CommitBatch commitBatch) {
    Iterator<DuplicateRequestCache> eldestFirst = gone.values().iterator();
    int tooMany = gone.size() - MAX_GONE;
    while (eldestFirst.hasNext()) {
      DuplicateRequestCache replies = eldestFirst.next();
      if (tooMany > 0) {
        replies.deleteAll(commitBatch.batch());
        tooMany--;
        eldestFirst.remove();
      } else {
        replies.sweep(commitBatch.batch(), commitBatch.nanos());
        if (replies.isEmpty()) {
          eldestFirst.remove();
        }
      }
    }
  }

  /** Commits before and after, because the store must have everything that is unloaded. */
  private void putAwayIdle(CommitBatch commitBatch) {
    if (!commitBatch.commit()) {
      return;
    }
    List<PartitionState> idle = new ArrayList<>();
    for (PartitionState partition : loaded.values()) {
      if (idle.size() < MAX_LOADED / 2 && partition.isIdle()) {
        partition.saveCounts(commitBatch);
        idle.add(partition);
      }
    }
    if (commitBatch.commit()) {
      idle.forEach(this::forget);
    }
  }

  private record Id(long directory, int index) {}
}

package io.gigafs.tablefs;

import io.gigafs.tablefs.Attached.Attachment;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A node's metadata store: entries, partition headers, intents, replies and id ranges, in one
 * log-structured store.
 *
 * <p>Reads see all earlier commits. Writes are collected in a {@link Batch} and become visible
 * together in {@link #commit}. The store is thread-safe; a batch belongs to one thread.
 *
 * <p>Batches are not isolated from each other. Callers that read, decide and write must own the
 * keys that the decision depends on (a server's lane owns its partitions).
 */
public interface Store extends AutoCloseable {
  /** The lowest id that is ever reserved. Lower ones are for fixed ids, such as the root's. */
  long FIRST_ID = 16;

  /** The names of the families whose rows {@link #extract} and {@link #readRows} return. */
  Set<String> ENTRY_FAMILIES = Set.of("entries", "inline", "xattrs", "holds");

  /** The highest id that is ever reserved: an inode id has 48 bits for it. */
  long LAST_ID = (1L << 48) - 1;

  /**
   * The random id that this store received on creation. It distinguishes a replaced disk from a
   * known one.
   */
  UUID id();

  /** The cluster of this store, or null if it was never bound to one. */
  @Nullable UUID clusterId();

  /**
   * Binds a fresh store to a cluster, durably.
   *
   * @throws StoreException if the store belongs to another cluster
   */
  void bindToCluster(UUID clusterId);

  /**
   * Binds the store to its owner, durably: opening it with another owner in the settings fails. Has
   * no effect on a store without a directory.
   */
  void bindToOwner(String owner);

  /** An empty batch over this store. */
  Batch newBatch();

  /**
   * Applies the batch atomically. With {@link Durability#ALWAYS}, returns only when it is on the
   * disk; a batch of open state and replies of sessions alone waits for no disk. The batch is
   * unchanged; the caller clears it.
   *
   * <p>After a failed commit or sync all others fail too, while reads continue, until the disk
   * accepts writes again, which {@link #maintain} detects. Nothing of a failed batch exists then.
   *
   * @throws StoreException if nothing of the batch was applied
   */
  void commit(Batch batch);

  /** Returns when all earlier commits are on the disk. */
  void sync();

  /** The attributes of an entry, or null if there is none. */
  @Nullable Attributes getEntry(EntryKey key);

  /** The inline bytes of a file, or null if there are none. */
  byte @Nullable [] getInline(EntryKey key);

  /**
   * Visits the objects that are queued for deletion, in the byte order of their locations, as they
   * were when the call began.
   *
   * @param after visit only those behind this one, or null to start with the first
   * @param visitor returns whether the scan should continue
   */
  void scanReclaim(byte @Nullable [] after, Predicate<byte[]> visitor);

  /**
   * Visits the entries of a range in key order, as they were when the call began.
   *
   * @param after visit only entries behind this key, or null to start with the range's first
   */
  void scanEntries(EntryRange range, @Nullable EntryKey after, EntryVisitor visitor);

  /**
   * Visits the rows of a kind that are attached to entries of a range, in key order, as they were
   * when the call began.
   */
  void scanAttached(Attachment kind, EntryRange range, AttachedVisitor visitor);

  /**
   * As {@link #scanAttached(Attachment, EntryRange, AttachedVisitor)}.
   *
   * @param damaged gets each row that cannot be read, which is left out
   */
  void scanAttached(
      Attachment kind,
      EntryRange range,
      AttachedVisitor visitor,
      Consumer<CorruptRowException> damaged);

  /**
   * Counts the entries of a range, as they are when the call begins. An unreadable entry counts as
   * an empty file.
   */
  EntryCounts countEntries(EntryRange range);

  /** A partition's header, or null if this store does not have the partition. */
  @Nullable PartitionHeader getPartition(PartitionKey key);

  /**
   * The failure of a request that needs a header whose contents are damaged. The store cannot
   * decode all of them, such as the partition map.
   *
   * @param cause what is wrong with the header
   */
  CorruptRowException damaged(PartitionKey key, RuntimeException cause);

  /** All partition headers of a slot, in key order. */
  void scanPartitions(int slot, PartitionVisitor visitor);

  /**
   * All readable partition headers of a slot, in key order.
   *
   * @param damaged receives each unreadable one
   */
  void scanPartitions(int slot, PartitionVisitor visitor, Consumer<CorruptRowException> damaged);

  /** All intents of a slot, in key order. */
  List<Intent> intents(int slot);

  /** All reply rows of a partition, in key order. */
  List<StoredReply> replies(long directory, int partition);

  /**
   * All reply rows of a partition whose keys can be read, in key order.
   *
   * @param damaged receives each of the others
   */
  List<StoredReply> replies(long directory, int partition, Consumer<CorruptRowException> damaged);

  /**
   * Visits the entries of all directories in key order, for tools that check a store. Rows that are
   * deleted during the scan stay on the disk until it ends. A visitor with much work should stop
   * the scan from time to time, and resume behind the last key.
   *
   * @param after visit only entries behind this key, or null to start with the first
   */
  void scanAllEntries(@Nullable EntryKey after, EntryVisitor visitor);

  /** Visits the partition headers of all slots, as {@link #scanAllEntries} does entries. */
  void scanAllPartitions(@Nullable PartitionKey after, PartitionVisitor visitor);

  /**
   * Visits all reply rows, as {@link #scanAllEntries} does entries.
   *
   * @param visitor returns whether the scan should continue
   */
  void scanAllReplies(StoredReply.@Nullable Key after, Predicate<StoredReply> visitor);

  /**
   * Visits the rows of a kind that are attached to any entry, in key order, as {@link
   * #scanAllEntries} does entries.
   *
   * @param after visit only rows of entries behind this one, or null to start with the first
   */
  void scanAllAttached(Attachment kind, @Nullable EntryKey after, AttachedVisitor visitor);

  /**
   * Visits all rows of a kind, and continues after rows whose keys cannot be read.
   *
   * @param damaged receives each of these
   */
  void scanAllAttached(
      Attachment kind, AttachedVisitor visitor, Consumer<CorruptRowException> damaged);

  /** The intents of all slots, in key order. */
  List<Intent> allIntents();

  /**
   * Reserves {@code count} ids of a slot's counter permanently. Returns the first, once the
   * reservation is on the disk. A fresh counter starts at {@link #FIRST_ID}.
   *
   * @throws StoreException of kind NO_SPACE if fewer are left below {@link #LAST_ID}
   */
  long reserveIds(int slot, int count);

  /**
   * The lowest id of a slot's counter that was never reserved, {@link #LAST_ID} + 1 if all were.
   */
  long idsReserved(int slot);

  /**
   * Raises a slot's counter so that no lower id is ever reserved; durable when it returns. A higher
   * counter is unchanged: it never decreases. A server that takes over a slot calls this with the
   * counter of the previous one.
   *
   * @param lowest the lowest id that may be reserved afterwards, {@link #FIRST_ID} to {@link
   *     #LAST_ID} + 1
   */
  void raiseIds(int slot, long lowest);

  /**
   * Writes all rows of the range (entries and everything attached to them), as they are when the
   * call begins, to sorted table files in a directory of the caller's. The rows remain in the
   * store.
   *
   * @return the files, and the sums over their entries
   */
  ExtractedRange extract(EntryRange range, Path directory);

  /**
   * Replaces the contents of the range by the rows of files made by {@link #extract}, durably.
   * Installing twice has the same result as once. The files are consumed (moved or linked where the
   * file system allows it).
   *
   * <p>Damaged files (unless verified already), and files with rows outside the range, are refused
   * before anything is changed. The old contents are deleted first, then the attached rows are
   * added, then all entries at once. A concurrent reader, or one after a crash in the middle, sees
   * the old entries, none, or the new ones with all their rows, never a mixture.
   */
  void install(EntryRange range, List<RangeFile> files);

  /**
   * All rows of the range (entries and everything attached to them), as they are when the call
   * begins, if they are few; for a range too small for files.
   *
   * @param maxBytes maximum size of keys and values
   * @return empty if there are more
   */
  Optional<List<StoredRow>> readRows(EntryRange range, long maxBytes);

  /**
   * Replaces the contents of the range by rows from {@link #readRows}, in one batch, which becomes
   * durable together with concurrently committed ones.
   *
   * @throws IllegalArgumentException if a row is not in the range; nothing is changed then
   */
  void writeRows(EntryRange range, List<StoredRow> rows);

  /**
   * A row as it is stored, even if unreadable, and everything attached to it if it is an entry;
   * empty if there is no such row.
   *
   * @param family as {@link CorruptRowException#family} names it
   */
  List<StoredRow> rawRows(String family, byte[] key);

  /** Deletes rows that {@link #rawRows} returned, durably. */
  void deleteRaw(List<StoredRow> rows);

  /**
   * Creates a directory from which this store can be opened as it is now: with all earlier commits,
   * and with all or nothing of each concurrent one. Immutable files are linked, not copied.
   *
   * @param directory must not exist yet; on the store's file system. A partial copy may remain if
   *     the call fails
   */
  void checkpoint(Path directory);

  /**
   * Fails while the free space is below the reserve. Operations that take space permanently and can
   * fail without harm, such as creates and moves, call this first, so that deletions can still be
   * written.
   *
   * @throws StoreException of kind NO_SPACE if less than the reserve is free
   */
  void checkRoom();

  /** The problems of the store, usually none. */
  StoreHealth health();

  /**
   * Stops reporting accepted losses in {@link #health}, once an operator has repaired their
   * consequences; except those of files that are still missing.
   */
  void settleLosses();

  /**
   * Monitors the disk: detects when space is short or available again, and makes the store writable
   * after a failure. A store that was opened from a data directory does this by itself once a
   * second.
   */
  void maintain();

  /** Sizes and rates for operators. */
  StoreStatistics statistics();

  @Override
  void close();

  /** Receives rows that are attached to entries. */
  @FunctionalInterface
  interface AttachedVisitor {
    /** Returns whether the scan should continue. */
    boolean visit(EntryKey entry, Attached row);
  }

  /** Receives entries of a scan in key order. */
  @FunctionalInterface
  interface EntryVisitor {
    /** Returns whether the scan should continue. */
    boolean visit(EntryKey key, Attributes attributes);
  }

  /** Receives partition headers of a scan in key order. */
  @FunctionalInterface
  interface PartitionVisitor {
    /** Returns whether the scan should continue. */
    boolean visit(PartitionKey key, PartitionHeader header);
  }

  /**
   * A range's rows outside the store.
   *
   * @param files empty for an empty range
   * @param counts sums over the entries among the rows
   */
  record ExtractedRange(List<RangeFile> files, EntryCounts counts) {}
}

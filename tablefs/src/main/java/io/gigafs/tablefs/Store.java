package io.gigafs.tablefs;

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
 * <p>Reads see what was committed before them. Writes are collected in a {@link Batch} and become
 * visible together in {@link #commit}. The store is safe for use by several threads; a batch
 * belongs to one thread.
 *
 * <p>What it does not promise: isolation between two batches. Callers that read, decide and write
 * own the keys that they decide about (a server's lane owns its partitions).
 */
public interface Store extends AutoCloseable {
  /** The lowest id that is ever reserved; lower ones are for ids that are fixed, as the root's. */
  long FIRST_ID = 16;

  /** The names of the families that {@link #extract} and {@link #readRows} give rows of. */
  Set<String> ENTRY_FAMILIES = Set.of("entries", "inline", "xattrs", "holds");

  /** The highest id that is ever reserved: an inode id keeps 48 bits for it. */
  long LAST_ID = (1L << 48) - 1;

  /**
   * The random id that this store was given when it was made; it tells a lost disk from a known
   * one.
   */
  UUID id();

  /** The cluster that this store belongs to, or null if it was never bound to one. */
  @Nullable UUID clusterId();

  /**
   * Binds a fresh store to a cluster, durably.
   *
   * @throws StoreException if the store belongs to another cluster
   */
  void bindToCluster(UUID clusterId);

  /**
   * Binds the store to its owner, durably: opened with another in its settings it is refused. Does
   * nothing for a store without a directory.
   */
  void bindToOwner(String owner);

  /** An empty batch over this store. */
  Batch newBatch();

  /**
   * Applies the batch atomically and, with {@link Durability#ALWAYS}, returns only when it is on
   * the disk; a batch of nothing but what sessions hold, and were answered, waits for no disk. The
   * batch is left as it was; the caller clears it.
   *
   * <p>Once a commit or a sync failed, all others fail too, and reads go on, until the disk is fit
   * for writes again, which {@link #tend} finds out. Nothing of a batch that failed is there then.
   *
   * @throws StoreException if nothing of the batch was applied
   */
  void commit(Batch batch);

  /** Returns when all that was committed before the call is on the disk. */
  void sync();

  /** The attributes of an entry, or null if there is none of that name. */
  @Nullable Attributes getEntry(EntryKey key);

  /** The bytes that a file keeps beside its entry, or null if there are none. */
  byte @Nullable [] getInline(EntryKey key);

  /**
   * Visits the objects that are queued to be deleted, in the order of their locations as bytes, as
   * they were when the call began.
   *
   * @param after visit only those behind this one, or null to start with the first
   * @param visitor returns whether the scan should go on
   */
  void scanReclaim(byte @Nullable [] after, Predicate<byte[]> visitor);

  /**
   * Visits the entries of a range in key order, as they were when the call began.
   *
   * @param after visit only entries behind this key, or null to start with the range's first
   */
  void scanEntries(EntryRange range, @Nullable EntryKey after, EntryVisitor visitor);

  /**
   * Visits the rows of a kind that hang on entries of a range, in key order, as they were when the
   * call began.
   */
  void scanAttached(Attachment kind, EntryRange range, AttachedVisitor visitor);

  /**
   * Counts the entries of a range, as they are when the call begins. One that cannot be read counts
   * as a file of no bytes.
   */
  EntryCounts countEntries(EntryRange range);

  /** A partition's header, or null if this store does not hold the partition. */
  @Nullable PartitionHeader getPartition(PartitionKey key);

  /** All partition headers of a slot, in key order. */
  void scanPartitions(int slot, PartitionVisitor visitor);

  /**
   * All partition headers of a slot that can be read, in key order.
   *
   * @param damaged receives each of these
   */
  void scanPartitions(int slot, PartitionVisitor visitor, Consumer<CorruptRowException> damaged);

  /** All intents of a slot, in key order. */
  List<Intent> intents(int slot);

  /** All reply rows of a partition, in key order. */
  List<Reply> replies(long directory, int partition);

  /**
   * All reply rows of a partition whose keys can be read, in key order.
   *
   * @param damaged receives each of these
   */
  List<Reply> replies(long directory, int partition, Consumer<CorruptRowException> damaged);

  /**
   * Visits the entries of all directories in key order, for tools that check a store. Rows that are
   * deleted meanwhile stay on the disk for the visitor: one that has much to do stops the scan now
   * and then, and goes on behind the last key that it saw.
   *
   * @param after visit only entries behind this key, or null to start with the first
   */
  void scanAllEntries(@Nullable EntryKey after, EntryVisitor visitor);

  /** Visits the partition headers of all slots, as {@link #scanAllEntries} does entries. */
  void scanAllPartitions(@Nullable PartitionKey after, PartitionVisitor visitor);

  /**
   * Visits all reply rows, as {@link #scanAllEntries} does entries.
   *
   * @param visitor returns whether the scan should go on
   */
  void scanAllReplies(Reply.@Nullable Key after, Predicate<Reply> visitor);

  /**
   * Visits the rows of a kind that hang on any entry, in key order, as {@link #scanAllEntries} does
   * entries.
   *
   * @param after visit only rows of entries behind this one, or null to start with the first
   */
  void scanAllAttached(Attachment kind, @Nullable EntryKey after, AttachedVisitor visitor);

  /**
   * Visits the rows of a kind from the first on, and goes on behind rows whose keys cannot be read.
   *
   * @param damaged receives each of these
   */
  void scanAllAttached(
      Attachment kind, AttachedVisitor visitor, Consumer<CorruptRowException> damaged);

  /** The intents of all slots, in key order. */
  List<Intent> allIntents();

  /**
   * Takes {@code count} ids of a slot's counter out of use for anyone else, for ever: returns the
   * first, once the reservation is on the disk. A fresh counter starts at {@link #FIRST_ID}.
   *
   * @throws StoreException of kind NO_SPACE if fewer are left below {@link #LAST_ID}
   */
  long reserveIds(int slot, int count);

  /**
   * The lowest id of a slot's counter that was never reserved, {@link #LAST_ID} + 1 if all were.
   */
  long idsReserved(int slot);

  /**
   * Takes all ids below the given one out of a slot's counter, for ever; on the disk when it
   * returns. A counter that is there already stays as it is: it never falls. For a server that
   * takes a slot over from one whose counter stood there.
   *
   * @param lowest the lowest id that may be reserved afterwards, {@link #FIRST_ID} to {@link
   *     #LAST_ID} + 1
   */
  void raiseIds(int slot, long lowest);

  /**
   * Writes all rows of the range (entries and all that hangs on them), as they are when the call
   * begins, to sorted table files in a directory of the caller's. The rows stay in the store.
   *
   * @return the files, and what their entries add up to
   */
  ExtractedRange extract(EntryRange range, Path directory);

  /**
   * Puts the rows of files made by {@link #extract} in the place of what the range held, durably:
   * installing twice is the same as once. The files are consumed (moved or linked where the file
   * system allows it).
   *
   * <p>Damaged files (unless they are verified already), or files with rows of another range, are
   * refused before anything is changed. What the range held goes first, then what hangs on entries
   * comes, then all entries at once: who looks at the range meanwhile, or after a crash in the
   * middle, sees the old entries, none, or the new ones with all that belongs to them, never a
   * mixture.
   */
  void install(EntryRange range, List<RangeFile> files);

  /**
   * All rows of the range (entries and all that hangs on them), as they are when the call begins,
   * if they are few; for a range that is not worth files.
   *
   * @param maxBytes how many bytes of keys and values there may be
   * @return nothing if there are more
   */
  Optional<List<StoredRow>> readRows(EntryRange range, long maxBytes);

  /**
   * Puts rows made by {@link #readRows} in the place of what the range held, in one batch, which is
   * on the disk when those that are committed at the same time are.
   *
   * @throws IllegalArgumentException if a row is not of the range; nothing is changed then
   */
  void writeRows(EntryRange range, List<StoredRow> rows);

  /**
   * A row as it is stored, whether it can be read or not, and all that hangs on it if it is one of
   * an entry; nothing if there is no such row.
   *
   * @param family as {@link CorruptRowException#family} names it
   */
  List<StoredRow> rawRows(String family, byte[] key);

  /** Deletes rows that {@link #rawRows} gave; they are gone from the disk when it returns. */
  void deleteRaw(List<StoredRow> rows);

  /**
   * Makes a directory from which this store can be opened as it is now: all that was committed
   * before the call, and of each batch that is committed meanwhile all or nothing. What does not
   * change any more is linked, not copied.
   *
   * @param directory that is not there yet, on the store's file system; half a one may be left if
   *     the call fails
   */
  void checkpoint(Path directory);

  /**
   * Refuses what would take space for good while little is left on the disk: creates and moves,
   * whose failure does no harm, ask first, so that deletions can still be written.
   *
   * @throws StoreException of kind NO_SPACE if less is left than is kept in reserve
   */
  void checkRoom();

  /** What is wrong with the store; nothing, usually. */
  StoreHealth health();

  /**
   * Ends that {@link #health} reports losses that were accepted, as somebody has seen to what they
   * left behind; not of those of files that are still missing.
   */
  void settleLosses();

  /**
   * Looks after the disk: notices that space is short or there again, and makes the store fit for
   * writes again after a failure. A store that was opened from a data directory does this by itself
   * once a second.
   */
  void tend();

  /** Sizes and rates for operators. */
  StoreStatistics statistics();

  @Override
  void close();
}

package io.gigafs.tablefs.engine;

import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.StoreStatistics;
import io.gigafs.tablefs.schema.Family;
import io.gigafs.tablefs.schema.KeyRange;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An ordered key-value store with column families. Keys compare as unsigned bytes.
 *
 * <p>Safe for use by several threads. Every method but {@link #close} fails with {@link
 * StoreException}: of kind NO_SPACE if the disk is full, DAMAGED if a file does not hold what was
 * written to it, IO otherwise, also after {@code close}.
 *
 * <p>A write that fails has no effect. After that the engine may refuse all writes, and reads go
 * on, until {@link #recover} succeeds.
 *
 * <p>What it does not promise: that a write is on the disk before {@link #sync} or a synced write
 * returned. It does promise that writes reach the disk in their order: what a crash leaves is the
 * result of all writes up to some point, which is not before the last sync.
 */
public interface Engine extends AutoCloseable {
  /** What {@link #get} returns if there is no such row. */
  int NOT_FOUND = -1;

  /**
   * Copies the value of a row into a buffer.
   *
   * @return the length of the value, bytes, or {@link #NOT_FOUND}; if it is more than the buffer's,
   *     only the part that fits was copied
   */
  int get(Family family, byte[] key, byte[] value);

  /**
   * Reads many rows, which takes less than one after the other, above all if their keys are near
   * each other.
   *
   * @return the value of each row in the order of the keys, null where there is no such row
   */
  List<byte @Nullable []> getAll(Family family, List<byte[]> keys);

  /**
   * Whether there is no such row for sure, which takes no look at rows: false may mean that this is
   * not known.
   */
  default boolean isAbsent(Family family, byte[] key) {
    return false;
  }

  /**
   * Applies all records, in their order, or none of them.
   *
   * @param sync whether to return only when they and all earlier writes are on the disk
   */
  void write(WriteRecords records, boolean sync);

  /** Returns when all earlier writes are on the disk. */
  void sync();

  /** All families as they are now. */
  Snapshot snapshot();

  /** The rows of a range as they are now, in key order. */
  Cursor scan(Family family, KeyRange range);

  /**
   * Writes the rest of a cursor's rows to a new file that {@link #ingest} of the same kind of
   * engine takes, and syncs it.
   *
   * @return how many rows were written; if there are none there is no file
   */
  long writeSortedFile(Path file, Cursor rows);

  /**
   * Reads a sorted file and changes nothing.
   *
   * @param isVerified whether the file is known to be as it was written; then its ends are read
   *     only
   * @throws StoreException of kind IO if it is damaged, has no row, or one outside the range
   */
  void checkSortedFile(Path file, KeyRange range, boolean isVerified);

  /**
   * Adds all rows of a sorted file at once, durably; a row of the file replaces one of the same
   * key. All earlier writes are ordered before them. The file is moved, linked or copied: it may be
   * gone or left.
   *
   * @param range that holds all rows of the file, see {@link #checkSortedFile}
   */
  void ingest(Family family, KeyRange range, Path file);

  /**
   * Sees to it that work behind the calls takes no more space than there is; called about once a
   * second, and whenever some of what is free was written.
   *
   * @param isShort whether little space is left, or soon may be: what is deleted is to make room
   *     soon
   * @param freeBytes as {@link #freeBytes()} has it now
   * @param reserveBytes of these that are kept for deletions
   * @return bytes that such work which is under way may still take, at most
   */
  default long boundMerges(boolean isShort, long freeBytes, long reserveBytes) {
    return 0;
  }

  /** Begins to free the space of what was deleted. Does not wait for it. */
  default void reclaimSpace() {}

  /** Bytes that the file system of the rows has left for this process. */
  long freeBytes();

  /**
   * Why work that goes on behind the calls had to stop since the engine was opened or recovered, or
   * null if it did not: writes will fail sooner or later. Cheap enough for once a second.
   */
  @Nullable StoreException backgroundFailure();

  /** Does what is due now and then, some of it at a time. Called by one thread, once a second. */
  default void tend() {}

  /**
   * Makes the engine fit for writes again after a write, a sync or work in the background failed.
   * All writes that returned are there then, and nothing of those that failed. Reads wait
   * meanwhile.
   *
   * @throws StoreException if the disk is not fit yet, or reads are under way for too long; to be
   *     called again later
   */
  void recover();

  /**
   * Gives up for good what was in files that are lost, so that all rows that are left can be read
   * and changed: a row in a lost table is gone, or is as it was earlier; of a row whose bytes were
   * in a lost file of their own, no bytes are left. Calls wait meanwhile.
   *
   * @return names, without directories, of the files that rows are still missing of
   * @throws StoreException if calls are under way for too long, or the disk fails; to be called
   *     again
   */
  default Set<String> giveUpLost() {
    return Set.of();
  }

  /**
   * Puts all rows as they are now into a directory, durably, from which such an engine can be
   * opened. What does not change any more is linked, not copied: this takes little time and space.
   *
   * @param directory that is not there yet, on the file system of the rows
   */
  void checkpoint(Path directory);

  /** What was found damaged since the engine was opened: files, and what is wrong with each. */
  List<String> damage();

  /** Sizes for operators; may take milliseconds. */
  StoreStatistics statistics();

  /**
   * Waits for calls that are under way and closes what the engine holds, cursors and snapshots
   * excepted: they must have been closed before. Does not sync. Closing twice is the same as once.
   */
  @Override
  void close();
}

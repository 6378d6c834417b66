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
 * <p>Thread-safe. Every method except {@link #close} fails with {@link StoreException}: of kind
 * NO_SPACE if the disk is full, DAMAGED if a file does not contain what was written to it, IO
 * otherwise, also after {@code close}.
 *
 * <p>A write that fails has no effect. After a failed write the engine may refuse all writes, while
 * reads continue, until {@link #recover} succeeds.
 *
 * <p>A write is durable once {@link #sync} or a later synced write has returned. Writes reach the
 * disk in order: a crash leaves the result of all writes up to some point at or after the last
 * sync.
 */
public interface Engine extends AutoCloseable {
  /** The result of {@link #get} if there is no such row. */
  int NOT_FOUND = -1;

  /** The one gate of this engine and of all in front of it. */
  EngineGate gate();

  /**
   * Copies the value of a row into a buffer.
   *
   * @return the length of the value, bytes, or {@link #NOT_FOUND}; a value longer than the buffer
   *     is truncated to it
   */
  int get(Family family, byte[] key, byte[] value);

  /**
   * Reads many rows. This is faster than single reads, especially if the keys are close together.
   *
   * @return the value of each row in the order of the keys, null where there is no such row
   */
  List<byte @Nullable []> getAll(Family family, List<byte[]> keys);

  /**
   * Whether the row certainly does not exist, found without reading rows. False may mean unknown.
   */
  default boolean isAbsent(Family family, byte[] key) {
    return false;
  }

  /**
   * Applies all records, in order, or none of them.
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
   * Writes the remaining rows of a cursor to a new file and syncs it. {@link #ingest} of the same
   * kind of engine accepts the file.
   *
   * @return number of rows written; if it is 0 no file is created
   */
  long writeSortedFile(Path file, Cursor rows);

  /**
   * Validates a sorted file. Changes nothing.
   *
   * @param isVerified whether the file is known to be unchanged since it was written; then only its
   *     first and last row are read
   * @throws StoreException of kind IO if it is damaged, has no row, or has a row outside the range
   */
  void checkSortedFile(Path file, KeyRange range, boolean isVerified);

  /**
   * Adds all rows of a sorted file atomically and durably. A row of the file replaces one with the
   * same key. All earlier writes are ordered before it. The file is moved, linked or copied: it may
   * or may not exist afterwards.
   *
   * @param range that contains all rows of the file, see {@link #checkSortedFile}
   */
  void ingest(Family family, KeyRange range, Path file);

  /**
   * Limits the disk space that background merges take. Called about once a second, and whenever a
   * part of the free space was written.
   *
   * @param isShort whether little space is left, or soon may be: then space of deleted rows has to
   *     be freed soon
   * @param freeBytes the current value of {@link #freeBytes()}
   * @param reserveBytes the part of it that is reserved for deletions
   * @return upper bound of the bytes that running merges may still take
   */
  default long boundMerges(boolean isShort, long freeBytes, long reserveBytes) {
    return 0;
  }

  /** Starts freeing the space of deleted rows. Does not wait for it. */
  default void reclaimSpace() {}

  /** Bytes that are free for this process on the file system of the rows. */
  long freeBytes();

  /**
   * The failure that stopped background work since the engine was opened or recovered, or null.
   * After one, writes will fail sooner or later. Cheap enough to be called once a second.
   */
  @Nullable StoreException backgroundFailure();

  /** Performs periodic work, a part of it per call. Called by one thread, once a second. */
  default void maintain() {}

  /**
   * Makes the engine writable again after a write, a sync or background work failed. Afterwards all
   * acknowledged writes exist, and nothing of the failed ones. Reads wait meanwhile.
   *
   * @throws StoreException if the disk still fails, or reads take too long to finish; call again
   *     later
   */
  void recover();

  /**
   * Abandons the rows in lost files, so that all other rows can be read and changed. A row in a
   * lost table is gone, or has an earlier value. A row whose value was in a lost file of its own
   * has lost that value. Calls wait meanwhile.
   *
   * @return names, without directories, of files from which rows are still missing
   * @throws StoreException if calls take too long to finish, or the disk fails; call again later
   */
  default Set<String> giveUpLost() {
    return Set.of();
  }

  /**
   * Writes all rows as they are now to a directory, durably. An engine of the same kind can be
   * opened from it. Immutable files are linked, not copied, so this takes little time and space.
   *
   * @param directory must not exist yet; on the file system of the rows
   */
  void checkpoint(Path directory);

  /** Damage found since the engine was opened: each file and what is wrong with it. */
  List<String> damage();

  /** Sizes for operators. May take milliseconds. */
  StoreStatistics statistics();

  /**
   * Waits for running calls and releases all resources, except cursors and snapshots, which must
   * have been closed before. Does not sync. Idempotent.
   */
  @Override
  void close();
}

package io.gigafs.tablefs.engine.rocksdb;

import java.util.List;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.FlushOptions;
import org.rocksdb.MutableColumnFamilyOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * Makes RocksDB free the space of deleted rows. Not thread-safe.
 *
 * <p>Deletions free nothing while they are in memory. Tables with many deletions are merged soon.
 * The blobs of deleted rows are freed with their file; a file that still has live blobs is freed
 * only when these are rewritten, which takes space.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>A merge of tables rewrites the blobs of the oldest files only. These are no more than a
 *       part of the free space beyond the reserve and beyond the claims of running merges.
 *       Otherwise a merge could fill a disk that creates fill at the same time.
 *   <li>Writes wait for merges once the pending merges amount to half of the free space: a merge
 *       needs the space of all its input until it has ended.
 *   <li>While space is short, each flushed table is merged at once, however few deletions it has:
 *       each of them may be of a large file.
 * </ol>
 */
final class Garbage {
  /**
   * Initial share of a family's blob files that counts as old, until the free space is known: none.
   */
  static final double AGE_AT_FIRST = 0;

  /** Usual share of blob files that counts as old. */
  private static final double USUAL_AGE = 0.25;

  /** Old files with more than this share of garbage are rewritten. */
  static final double USUAL_GARBAGE = 0.5;

  private static final double ANY_AGE = 1;
  private static final double EAGER_GARBAGE = 0.2;

  /** Number of level 0 tables that triggers a merge: RocksDB's default, and immediately. */
  private static final int USUAL_TABLES = 4;

  private static final int ANY_TABLE = 1;

  /** Merges may rewrite one part in this number of the free space beyond the reserve. */
  private static final long PART_OF_ROOM = 4;

  /** One blob file may be rewritten if this multiple of its size is free. */
  private static final long FILES_FREE = 2;

  /**
   * The limit is raised only if it grows by this factor, because each change writes an options
   * file.
   */
  private static final double MIN_GROWTH = 1.2;

  /** The limit is lowered only if it shrinks by this factor. */
  private static final double MAX_SHRINKAGE = 0.9;

  /** Upper bound of the pending bytes at which writes wait: RocksDB's default. */
  private static final long MAX_PENDING_BYTES = 256L << 30;

  private final RocksDB rocks;
  private final ColumnFamilyHandle entries;
  private final ColumnFamilyHandle blobs;
  private final List<ColumnFamilyHandle> families;
  private final RunningMerges merges;
  private final FlushOptions flush;
  private boolean isEager;
  private double age = AGE_AT_FIRST;
  private long pendingBytes = MAX_PENDING_BYTES;

  /**
   * @param entries the family with most rows
   * @param blobs the family with blob files
   * @param families all families
   * @param merges running merges of the database
   */
  Garbage(
      RocksDB rocks,
      ColumnFamilyHandle entries,
      ColumnFamilyHandle blobs,
      List<ColumnFamilyHandle> families,
      RunningMerges merges,
      NativeHandles handles) {
    this.rocks = rocks;
    this.entries = entries;
    this.blobs = blobs;
    this.families = List.copyOf(families);
    this.merges = merges;
    this.flush = handles.own(new FlushOptions()).setWaitForFlush(false).setAllowWriteStall(true);
  }

  /**
   * Adapts the limits of merges to the free space. Called about once a second, and as the disk
   * fills.
   *
   * @param isShort whether little space is left, or soon may be
   * @param reserveBytes the part of the free space that is reserved for deletions
   * @return upper bound of the bytes that running merges may still write
   */
  long bound(boolean isShort, long freeBytes, long reserveBytes) throws RocksDBException {
    long files = rocks.getLongProperty(blobs, "rocksdb.num-blob-files");
    long bytes = rocks.getLongProperty(blobs, "rocksdb.live-blob-file-size");
    long claimedBytes = merges.claimedBytes();
    double wanted =
        Math.min(
            isShort ? ANY_AGE : USUAL_AGE,
            affordableAge(files, bytes, freeBytes - claimedBytes, reserveBytes));
    // Includes the previous bound until the next call: a merge may be about to start with it.
    merges.bound(Math.max(rewritten(age, files, bytes), rewritten(wanted, files, bytes)));
    if (isShort != isEager || wanted < age * MAX_SHRINKAGE || wanted > age * MIN_GROWTH) {
      rocks.setOptions(
          blobs,
          MutableColumnFamilyOptions.builder()
              .setBlobGarbageCollectionAgeCutoff(wanted)
              .setBlobGarbageCollectionForceThreshold(isShort ? EAGER_GARBAGE : USUAL_GARBAGE)
              .setLevel0FileNumCompactionTrigger(isShort ? ANY_TABLE : USUAL_TABLES)
              .build());
      isEager = isShort;
      age = wanted;
    }
    long pending = affordablePending(freeBytes);
    if (pending != pendingBytes) {
      for (ColumnFamilyHandle family : List.of(entries, blobs)) {
        rocks.setOptions(
            family,
            MutableColumnFamilyOptions.builder()
                .setSoftPendingCompactionBytesLimit(pending / 2)
                .setHardPendingCompactionBytesLimit(pending)
                .build());
      }
      pendingBytes = pending;
    }
    return claimedBytes;
  }

  /** A power of two, so that the option does not change at every call. */
  static long affordablePending(long freeBytes) {
    return Math.min(MAX_PENDING_BYTES, Math.max(1, Long.highestOneBit(freeBytes / 2)));
  }

  /** Bytes of the oldest of these files, which merges rewrite. RocksDB rounds down. */
  static long rewritten(double age, long files, long bytes) {
    return files == 0 ? 0 : ((long) (age * files)) * (bytes / files);
  }

  /**
   * The share of these files whose bytes may be rewritten.
   *
   * @param freeBytes free bytes that are not claimed
   */
  static double affordableAge(long files, long bytes, long freeBytes, long reserveBytes) {
    if (files == 0) {
      return ANY_AGE;
    }
    long fileBytes = Math.max(1, bytes / files);
    long affordable = Math.max(0, freeBytes - reserveBytes) / PART_OF_ROOM / fileBytes;
    if (affordable == 0 && freeBytes / FILES_FREE >= fileBytes) {
      affordable = 1;
    }
    return affordable >= files ? ANY_AGE : (affordable + 0.5) / files;
  }

  /** Flushes memtables that contain deletions. */
  void flush() throws RocksDBException {
    for (ColumnFamilyHandle family : families) {
      if (rocks.getLongProperty(family, "rocksdb.num-deletes-active-mem-table") > 0
          || rocks.getLongProperty(family, "rocksdb.num-deletes-imm-mem-tables") > 0) {
        rocks.flush(flush, family);
      }
    }
  }
}

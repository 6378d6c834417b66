package io.gigafs.tablefs.engine.rocksdb;

import java.util.List;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.FlushOptions;
import org.rocksdb.MutableColumnFamilyOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * Has RocksDB free the space of deleted rows. Deletions free nothing as long as they are in memory;
 * tables with many are merged soon. Blobs of deleted rows go with their file, and a file of which
 * some are left only if these are written anew, which takes space. For one thread at a time.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>A merge of tables writes anew the blobs of the oldest files alone, and these are no more
 *       than a part of what is free beyond the reserve and what merges under way may take: else a
 *       merge would fill a disk that creates fill meanwhile.
 *   <li>Writes wait for merges once these have as much to do as half of what is free: a merge needs
 *       the space of all that it merges until it has ended.
 *   <li>While space is short each table that is written from memory is merged at once, however few
 *       deletions it has: each may be of a large file.
 * </ol>
 */
final class Garbage {
  /** Which part of a family's blob files is old before it is known what is free: none. */
  static final double AGE_AT_FIRST = 0;

  /** Which part is old, usually. */
  private static final double USUAL_AGE = 0.25;

  /** Of old files of which more than this part is deleted, the rest is written anew. */
  static final double USUAL_GARBAGE = 0.5;

  private static final double ANY_AGE = 1;
  private static final double SOME_GARBAGE = 0.2;

  /** Tables of level 0 that are merged into the next level: RocksDB's default, and at once. */
  private static final int USUAL_TABLES = 4;

  private static final int ANY_TABLE = 1;

  /** The blobs that merges write anew have such a part of what is free beyond the reserve. */
  private static final long PART_OF_ROOM = 4;

  /** One file of blobs may be written anew if that many times its size is free. */
  private static final long FILES_FREE = 2;

  /** What merges may take is changed only if that is so much more, as each change writes a file. */
  private static final double SOME_MORE = 1.2;

  /** The same where it is to be less. */
  private static final double SOME_LESS = 0.9;

  /** With more free than that writes wait for merges as RocksDB has them do. */
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
   * @param entries the family that has most rows
   * @param blobs the family that has blob files
   * @param families all
   * @param merges of the database
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
   * Sees to it that merges have room; about once a second, and as the disk fills.
   *
   * @param isShort whether little space is left, or soon may be
   * @param reserveBytes of what is free that are kept for deletions
   * @return bytes that merges under way may still take, at most
   */
  long bound(boolean isShort, long freeBytes, long reserveBytes) throws RocksDBException {
    long files = rocks.getLongProperty(blobs, "rocksdb.num-blob-files");
    long bytes = rocks.getLongProperty(blobs, "rocksdb.live-blob-file-size");
    long claimedBytes = merges.claimedBytes();
    double wanted =
        Math.min(
            isShort ? ANY_AGE : USUAL_AGE,
            affordableAge(files, bytes, freeBytes - claimedBytes, reserveBytes));
    // Until the next time also what was the bound before: a merge may be about to begin with it.
    merges.bound(Math.max(rewritten(age, files, bytes), rewritten(wanted, files, bytes)));
    if (isShort != isEager || wanted < age * SOME_LESS || wanted > age * SOME_MORE) {
      rocks.setOptions(
          blobs,
          MutableColumnFamilyOptions.builder()
              .setBlobGarbageCollectionAgeCutoff(wanted)
              .setBlobGarbageCollectionForceThreshold(isShort ? SOME_GARBAGE : USUAL_GARBAGE)
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

  /** A power of two, so that it is not set anew again and again. */
  static long affordablePending(long freeBytes) {
    return Math.min(MAX_PENDING_BYTES, Math.max(1, Long.highestOneBit(freeBytes / 2)));
  }

  /** The bytes of the oldest of these files, which merges write anew. RocksDB rounds down. */
  static long rewritten(double age, long files, long bytes) {
    return files == 0 ? 0 : ((long) (age * files)) * (bytes / files);
  }

  /**
   * Which part of these files has no more bytes than may be written anew.
   *
   * @param freeBytes that are free and not claimed
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

  /** Brings deletions to tables, where there are any. */
  void flush() throws RocksDBException {
    for (ColumnFamilyHandle family : families) {
      if (rocks.getLongProperty(family, "rocksdb.num-deletes-active-mem-table") > 0
          || rocks.getLongProperty(family, "rocksdb.num-deletes-imm-mem-tables") > 0) {
        rocks.flush(flush, family);
      }
    }
  }
}

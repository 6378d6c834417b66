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
 * some are left only if these are written anew, which takes space: usually that is done for old
 * files alone. For one thread at a time.
 */
final class Garbage {
  /** Which part of a family's blob files is old, usually; see {@link Tuning}. */
  static final double USUAL_AGE = 0.25;

  /** Of old files of which more than this part is deleted, the rest is written anew. */
  static final double USUAL_GARBAGE = 0.5;

  private static final double ANY_AGE = 1;
  private static final double SOME_GARBAGE = 0.2;

  private final RocksDB rocks;
  private final ColumnFamilyHandle blobs;
  private final List<ColumnFamilyHandle> families;
  private final FlushOptions flush;
  private boolean isEager;

  /**
   * @param blobs the family that has blob files
   * @param families all
   */
  Garbage(
      RocksDB rocks,
      ColumnFamilyHandle blobs,
      List<ColumnFamilyHandle> families,
      NativeHandles handles) {
    this.rocks = rocks;
    this.blobs = blobs;
    this.families = List.copyOf(families);
    this.flush = handles.own(new FlushOptions()).setWaitForFlush(false).setAllowWriteStall(true);
  }

  void collect(boolean isShort) throws RocksDBException {
    if (isShort != isEager) {
      rocks.setOptions(
          blobs,
          MutableColumnFamilyOptions.builder()
              .setBlobGarbageCollectionAgeCutoff(isShort ? ANY_AGE : USUAL_AGE)
              .setBlobGarbageCollectionForceThreshold(isShort ? SOME_GARBAGE : USUAL_GARBAGE)
              .build());
      isEager = isShort;
    }
    if (isShort) {
      rocks.flush(flush, families);
    }
  }
}

package io.gigafs.tablefs.engine.rocksdb;

import io.gigafs.tablefs.engine.rocksdb.Database.SnapshotPulse.OncePerSecond;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.FlushOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Flushes the memtables of a family when they contain many deletions. A listing has to step over
 * these, and over the rows that they hide. RocksDB's own trigger does not help where several
 * memtables are merged into one file: it then waits until that number is reached. Thread-safe.
 */
final class DeletedRows {
  private static final Logger LOG = LoggerFactory.getLogger(DeletedRows.class);

  /** Deletions that a listing steps over in about a millisecond. */
  private static final long MOST = 10_000;

  private final RocksDB rocks;
  private final ColumnFamilyHandle family;
  private final FlushOptions flush;

  /**
   * Limits both the property reads and the flushes, which must not happen for each page of a
   * listing.
   */
  private final OncePerSecond looks = new OncePerSecond();

  DeletedRows(RocksDB rocks, ColumnFamilyHandle family, NativeHandles handles) {
    this.rocks = rocks;
    this.family = family;
    // A listing must not wait for the flush, and writes must not stall sooner than without it.
    this.flush = handles.own(new FlushOptions()).setWaitForFlush(false).setAllowWriteStall(true);
  }

  /** To be called before a scan of the family. Starts a flush if it is worthwhile. */
  void beforeScan() {
    if (!looks.isDue()) {
      return;
    }
    try {
      long deleted =
          rocks.getLongProperty(family, "rocksdb.num-deletes-active-mem-table")
              + rocks.getLongProperty(family, "rocksdb.num-deletes-imm-mem-tables");
      if (deleted >= MOST) {
        rocks.flush(flush, family);
      }
    } catch (RocksDBException e) {
      // Only listings become slower. Writes report a failing disk by themselves.
      LOG.warn("cannot flush memtables with many deletions; listings may be slow", e);
    }
  }
}

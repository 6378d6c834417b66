package io.gigafs.tablefs.engine.rocksdb;

import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.FlushOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has the memory tables of a family written out when many of their rows are deletions: each listing
 * steps over them, and over the rows that they hide. RocksDB can do that by itself, but not where
 * several memory tables become one file: it then waits until there are so many. Safe for use by
 * several threads.
 */
final class DeletedRows {
  private static final Logger LOG = LoggerFactory.getLogger(DeletedRows.class);

  /** Stepping over so many takes a millisecond. */
  private static final long MOST = 10_000;

  private final RocksDB rocks;
  private final ColumnFamilyHandle family;
  private final FlushOptions flush;

  /** Neither the look nor the file that may come of it is to be had for each page of a listing. */
  private final OncePerSecond looks = new OncePerSecond();

  DeletedRows(RocksDB rocks, ColumnFamilyHandle family, NativeHandles handles) {
    this.rocks = rocks;
    this.family = family;
    // A listing is not to wait for it, and writes stall no sooner than without it.
    this.flush = handles.own(new FlushOptions()).setWaitForFlush(false).setAllowWriteStall(true);
  }

  /** Before the family is scanned: begins to write the tables out, if that is worth it. */
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
      // Listings are slow then, and no worse: whoever writes hears of a disk that fails.
      LOG.warn("memory tables with many deletions cannot be written out", e);
    }
  }
}

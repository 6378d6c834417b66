package io.gigafs.tablefs.engine.rocksdb;

import io.gigafs.tablefs.StoreSettings;
import io.gigafs.tablefs.schema.Family;
import java.util.List;
import java.util.Properties;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.DataBlockIndexType;
import org.rocksdb.Filter;
import org.rocksdb.HyperClockCache;
import org.rocksdb.IndexType;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.Options;
import org.rocksdb.TablePropertiesCollectorFactory;
import org.rocksdb.WALRecoveryMode;

/** The RocksDB options, each with its reason. All native objects belong to the handles. */
final class Tuning {
  private static final long KIB = 1L << 10;
  private static final long MIB = 1L << 20;

  /** Filter bits per key: about one lookup of a missing key in a hundred reads a block. */
  private static final double FILTER_BITS = 10;

  /**
   * Number of entry memtables that are flushed as one file. Together they are as large as the
   * setting.
   */
  private static final int MERGED_BUFFERS = 4;

  /** Size of the first sorted level, and of a blob file, in write buffers. */
  private static final int LEVEL_BUFFERS = 4;

  /** Maximum size of a merge that can be split, in write buffers. */
  private static final int MERGE_BUFFERS = 8;

  /** A table with this density of deletions is compacted, so that listings stay fast. */
  private static final int DELETION_WINDOW = 4_096;

  private static final int DELETION_TRIGGER = 1_024;
  private static final double DELETION_RATIO = 0.5;

  /** Maximum number of range deletions in a memtable: each read of it checks all of them. */
  private static final int MAX_RANGE_DELETIONS = 256;

  /**
   * Deleted rows of a memtable that one step of a listing may meet before the memtable is flushed.
   * Stepping over that number takes a millisecond.
   */
  private static final int HIDDEN_ROWS = 10_000;

  private final NativeHandles handles;
  private final StoreSettings settings;
  private final boolean compacts;
  private final Cache blockCache;
  private final Filter filter;

  /** Holds options that Java cannot set on a family; families copy it. */
  private final Options carrier;

  /**
   * @param compacts whether tables are merged in the background
   */
  Tuning(NativeHandles handles, StoreSettings settings, boolean compacts) {
    this.handles = handles;
    this.compacts = compacts;
    this.settings = settings;
    // Takes no lock on a hit, so lanes do not contend.
    this.blockCache = handles.own(new HyperClockCache(settings.blockCacheBytes(), 0, -1, false));
    this.filter = handles.own(new BloomFilter(FILTER_BITS, false));
    Properties hidden = new Properties();
    hidden.setProperty("memtable_op_scan_flush_trigger", String.valueOf(HIDDEN_ROWS));
    ColumnFamilyOptions parsed =
        handles.own(ColumnFamilyOptions.getColumnFamilyOptionsFromProps(hidden));
    this.carrier = handles.own(new Options(handles.own(new DBOptions()), parsed));
    carrier.setTablePropertiesCollectorFactory(
        List.of(
            handles.own(
                TablePropertiesCollectorFactory.NewCompactOnDeletionCollectorFactory(
                    DELETION_WINDOW, DELETION_TRIGGER, DELETION_RATIO))));
  }

  /**
   * @param create whether to create the database; otherwise it must exist
   * @param whole whether every table and every synced log must be present; otherwise the remaining
   *     data are served
   */
  DBOptions database(boolean create, boolean whole) {
    Properties hidden = new Properties();
    hidden.setProperty("track_and_verify_wals_in_manifest", String.valueOf(whole));
    // The substitute of a lost table has another id than the original.
    hidden.setProperty("verify_sst_unique_id_in_manifest", String.valueOf(whole));
    return handles
        .own(DBOptions.getDBOptionsFromProps(hidden))
        .setParanoidChecks(whole)
        .setWalRecoveryMode(WALRecoveryMode.PointInTimeRecovery)
        .setCreateIfMissing(create)
        .setErrorIfExists(create)
        .setCreateMissingColumnFamilies(create)
        .setMaxBackgroundJobs(settings.backgroundJobs())
        // See RunningMerges.
        .setEnableThreadTracking(true)
        .setMaxOpenFiles(settings.maxOpenFiles())
        // A limit for all families together, so that nine of them do not need nine times the
        // memory.
        .setDbWriteBufferSize(4 * settings.writeBufferBytes())
        // A rarely written family must not pin the log of all others.
        .setMaxTotalWalSize(4 * settings.writeBufferBytes())
        // Writes pages out continuously, so that the periodic sync has little left to do.
        .setBytesPerSync(MIB)
        .setWalBytesPerSync(512 * KIB)
        .setAvoidUnnecessaryBlockingIO(true)
        // Lets the kernel read ahead: rows of a directory and bytes of its files are neighbours,
        // and listings and copies read files sequentially.
        .setAdviseRandomOnOpen(false)
        .setSkipStatsUpdateOnDbOpen(true)
        .setStatsDumpPeriodSec(0)
        .setStatsPersistPeriodSec(0)
        .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
        .setKeepLogFileNum(4)
        .setMaxLogFileSize(4 * MIB);
  }

  ColumnFamilyOptions family(Family family) {
    long bufferBytes = Math.max(MIB, settings.writeBufferBytes() / 8);
    ColumnFamilyOptions options = common().setWriteBufferSize(bufferBytes);
    return switch (family) {
      case ENTRIES ->
          options
              // Inserts into small memtables are fast, because these stay in the CPU caches.
              // Several are flushed together, so that the number of files does not grow.
              .setWriteBufferSize(Math.max(MIB, settings.writeBufferBytes() / MERGED_BUFFERS))
              .setMinWriteBufferNumberToMerge(MERGED_BUFFERS)
              // Writes continue while one or two such groups are being flushed.
              .setMaxWriteBufferNumber(4 * MERGED_BUFFERS)
              // A create first looks up a missing key: the memtable's filter answers.
              .setMemtablePrefixBloomSizeRatio(0.1)
              .setMemtableWholeKeyFiltering(true);
      case INLINE ->
          options
              .setWriteBufferSize(settings.writeBufferBytes())
              .setEnableBlobFiles(true)
              .setBlobFileSize(LEVEL_BUFFERS * settings.writeBufferBytes())
              // Files of less than a page share blocks with their neighbours. With cold caches,
              // 100,000 files of 1 KiB were read at 41,000/s instead of 25,000/s in random order,
              // and at 79,000/s instead of 61,000/s in listing order. Merges do not rewrite larger
              // files.
              .setMinBlobSize(4 * KIB)
              .setBlobCompressionType(CompressionType.LZ4_COMPRESSION)
              .setEnableBlobGarbageCollection(true)
              .setBlobGarbageCollectionAgeCutoff(Garbage.AGE_AT_FIRST)
              .setBlobGarbageCollectionForceThreshold(Garbage.USUAL_GARBAGE);
      case XATTRS, HOLDS, PARTITIONS, INTENTS, REPLIES, RECLAIM, META -> options;
    };
  }

  /** RocksDB's default family, which stays empty. */
  ColumnFamilyOptions unusedFamily() {
    return handles.own(new ColumnFamilyOptions()).setWriteBufferSize(MIB);
  }

  /**
   * Options for sorted files. They are optimized for speed, because their partition is frozen until
   * it has moved.
   */
  Options sortedFile() {
    return handles
        .own(new Options())
        .setCompressionType(CompressionType.LZ4_COMPRESSION)
        .setTableFormatConfig(table());
  }

  private ColumnFamilyOptions common() {
    return handles
        .own(new ColumnFamilyOptions(carrier))
        .setDisableAutoCompactions(!compacts)
        .setLevelCompactionDynamicLevelBytes(true)
        // Multiples of the write buffer, which is small on a small disk. They limit the space that
        // a merge takes until its old tables can be deleted.
        .setTargetFileSizeBase(Math.max(MIB, settings.writeBufferBytes() / 2))
        .setMaxBytesForLevelBase(LEVEL_BUFFERS * settings.writeBufferBytes())
        .setMaxCompactionBytes(MERGE_BUFFERS * settings.writeBufferBytes())
        .setCompressionType(CompressionType.LZ4_COMPRESSION)
        .setBottommostCompressionType(CompressionType.ZSTD_COMPRESSION)
        .setTableFormatConfig(table())
        .setMemtableMaxRangeDeletions(MAX_RANGE_DELETIONS);
  }

  private BlockBasedTableConfig table() {
    return new BlockBasedTableConfig()
        .setBlockCache(blockCache)
        .setBlockSize(16 * KIB)
        .setDataBlockIndexType(DataBlockIndexType.kDataBlockBinaryAndHash)
        .setFilterPolicy(filter)
        .setWholeKeyFiltering(true)
        .setOptimizeFiltersForMemory(true)
        // Indexes and filters live in the cache, in partitions, so that the cache size bounds them,
        // and a node whose filters exceed its cache still reads 4 KiB, not a megabyte.
        // Unpartitioned, a missing key is found 0.3 us sooner while everything fits.
        .setIndexType(IndexType.kTwoLevelIndexSearch)
        .setPartitionFilters(true)
        .setMetadataBlockSize(4 * KIB)
        .setCacheIndexAndFilterBlocks(true)
        .setCacheIndexAndFilterBlocksWithHighPriority(true)
        .setPinTopLevelIndexAndFilter(true)
        .setPinL0FilterAndIndexBlocksInCache(true)
        .setFormatVersion(6);
  }
}

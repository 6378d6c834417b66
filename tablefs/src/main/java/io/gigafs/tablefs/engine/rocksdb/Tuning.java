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

/** How RocksDB is set up, each choice with its reason. Owns nothing: all goes to the handles. */
final class Tuning {
  private static final long KIB = 1L << 10;
  private static final long MIB = 1L << 20;

  /** Bits of the filters per key: one miss in a hundred reads a block. */
  private static final double FILTER_BITS = 10;

  /**
   * Memory tables of entries that are written out as one file, all of them as large as the setting
   * says.
   */
  private static final int MERGED_BUFFERS = 4;

  /** How many write buffers the first level that is sorted holds, and a file of blobs. */
  private static final int LEVEL_BUFFERS = 4;

  /** How many write buffers a merge of tables may take, where it can be done in parts. */
  private static final int MERGE_BUFFERS = 8;

  /** Deletions in a row of rows that make a table worth compacting, so that listings stay fast. */
  private static final int DELETION_WINDOW = 4_096;

  private static final int DELETION_TRIGGER = 1_024;
  private static final double DELETION_RATIO = 0.5;

  /** Range deletions that a memory table may hold: each read of it looks at them. */
  private static final int MAX_RANGE_DELETIONS = 256;

  /**
   * Deleted rows of a memory table that one step of a listing may meet before the table is written
   * out, and the rows with it: stepping over so many takes a millisecond.
   */
  private static final int HIDDEN_ROWS = 10_000;

  private final NativeHandles handles;
  private final StoreSettings settings;
  private final boolean compacts;
  private final Cache blockCache;
  private final Filter filter;

  /** Holds what cannot be set on a family in Java; families copy it. */
  private final Options carrier;

  /**
   * @param compacts whether tables are merged in the background
   */
  Tuning(NativeHandles handles, StoreSettings settings, boolean compacts) {
    this.handles = handles;
    this.compacts = compacts;
    this.settings = settings;
    // Takes no lock on a hit, so lanes do not wait for each other.
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
   * @param create whether the database is made; else it must be there
   * @param whole whether nothing may be missing: a table, or a log that was synced. Else what is
   *     there is served
   */
  DBOptions database(boolean create, boolean whole) {
    Properties hidden = new Properties();
    hidden.setProperty("track_and_verify_wals_in_manifest", String.valueOf(whole));
    // A table that stands in for a lost one is not the one that was written.
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
        // All families together, so that nine of them do not take nine times the memory.
        .setDbWriteBufferSize(4 * settings.writeBufferBytes())
        // A family that is seldom written must not keep the log of all others.
        .setMaxTotalWalSize(4 * settings.writeBufferBytes())
        // Written out as it grows, so that the sync of the interval finds little left to do.
        .setBytesPerSync(MIB)
        .setWalBytesPerSync(512 * KIB)
        .setAvoidUnnecessaryBlockingIO(true)
        // The kernel may read ahead: a directory's rows and its files' bytes are neighbours, and
        // who
        // reads one after the other, as listings and copies do, reads a file from front to back.
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
              // Small memory tables are quick to insert into, for they stay in the processor's
              // caches; they are written out several at a time, so that there are not more files.
              .setWriteBufferSize(Math.max(MIB, settings.writeBufferBytes() / MERGED_BUFFERS))
              .setMinWriteBufferNumberToMerge(MERGED_BUFFERS)
              // Writes go on while one or two of such lots are being written out.
              .setMaxWriteBufferNumber(4 * MERGED_BUFFERS)
              // A create asks for a missing key first: the memory table's filter answers.
              .setMemtablePrefixBloomSizeRatio(0.1)
              .setMemtableWholeKeyFiltering(true);
      case INLINE ->
          options
              .setWriteBufferSize(settings.writeBufferBytes())
              .setEnableBlobFiles(true)
              .setBlobFileSize(LEVEL_BUFFERS * settings.writeBufferBytes())
              // Files of less than a page share blocks with their neighbours: with cold caches
              // 100,000 of 1 KiB were read with 41,000/s instead of 25,000/s in any order, and with
              // 79,000/s instead of 61,000/s as listed. Merges of tables leave larger ones alone.
              .setMinBlobSize(4 * KIB)
              .setBlobCompressionType(CompressionType.LZ4_COMPRESSION)
              .setEnableBlobGarbageCollection(true)
              .setBlobGarbageCollectionAgeCutoff(Garbage.AGE_AT_FIRST)
              .setBlobGarbageCollectionForceThreshold(Garbage.USUAL_GARBAGE);
      case XATTRS, HOLDS, PARTITIONS, INTENTS, REPLIES, RECLAIM, META -> options;
    };
  }

  /** RocksDB's own family, which stays empty. */
  ColumnFamilyOptions unusedFamily() {
    return handles.own(new ColumnFamilyOptions()).setWriteBufferSize(MIB);
  }

  /** How sorted files are written: quickly, as their partition stands still until it has moved. */
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
        // Multiples of the write buffer, which is small on a small disk: what a merge of tables
        // takes of it until the old ones can go.
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
        // Indexes and filters live in the cache, in parts, so that its size bounds them and a node
        // with more rows than its cache has filter bits still reads 4 KiB, not a megabyte. In one
        // piece a missing key is found 0.3 us sooner while all fits.
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

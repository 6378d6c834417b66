package io.gigafs.bench.ceiling;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.CompressionType;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * RocksDB with one family of rows of the size of those of empty files. Its log is synced every 5 s.
 * Not thread-safe.
 */
final class BareStore implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BareStore.class);
  private static final long SYNC_SECONDS = 5;
  private static final int PREFIX_BYTES = 16;
  private static final int VALUE_BYTES = 48;
  private static final long WRITE_BUFFER_BYTES = 64L << 20;
  private static final double FILTER_BITS = 10;
  private static final double MEMTABLE_FILTER = 0.1;

  private final Options options = new Options();
  private final BloomFilter filter = new BloomFilter(FILTER_BITS, false);
  private final WriteOptions writes = new WriteOptions();
  private final WriteBatch batch = new WriteBatch();
  private final byte[] key = new byte[PREFIX_BYTES + BareFrame.NAME_BYTES];
  private final ByteBuffer name = ByteBuffer.wrap(key, PREFIX_BYTES, BareFrame.NAME_BYTES).slice();
  private final byte[] value = new byte[VALUE_BYTES];
  private final ScheduledExecutorService syncs = Executors.newSingleThreadScheduledExecutor();
  private final RocksDB rocks;

  BareStore(Path directory) throws RocksDBException {
    options
        .setCreateIfMissing(true)
        .setWriteBufferSize(WRITE_BUFFER_BYTES)
        .setMaxWriteBufferNumber(4)
        .setMemtablePrefixBloomSizeRatio(MEMTABLE_FILTER)
        .setMemtableWholeKeyFiltering(true)
        .setCompressionType(CompressionType.LZ4_COMPRESSION)
        .setTableFormatConfig(new BlockBasedTableConfig().setFilterPolicy(filter));
    rocks = RocksDB.open(options, directory.toString());
    syncs.scheduleWithFixedDelay(this::sync, SYNC_SECONDS, SYNC_SECONDS, TimeUnit.SECONDS);
  }

  /** The buffer for the row's name, to be filled before {@link #add}. */
  ByteBuffer name() {
    return name.clear();
  }

  /** Looks up a row, and adds a put of it to the batch if it does not exist. */
  void add() throws RocksDBException {
    spread();
    if (rocks.get(key) == null) {
      batch.put(key, value);
    }
  }

  /** Orders rows by a hash, as a directory does (a step of SplitMix64). */
  private void spread() {
    long hash = 0;
    for (int i = PREFIX_BYTES; i < key.length; i++) {
      hash = (hash ^ key[i]) * 0x9E3779B97F4A7C15L;
      hash ^= hash >>> 29;
    }
    for (int i = 0; i < Long.BYTES; i++) {
      key[Long.BYTES + i] = (byte) (hash >>> (Byte.SIZE * (Long.BYTES - 1 - i)));
    }
  }

  /** Writes the batch. */
  void write() throws RocksDBException {
    rocks.write(writes, batch);
    batch.clear();
  }

  private void sync() {
    try {
      rocks.flushWal(true);
    } catch (RocksDBException e) {
      LOG.error("the log cannot be synced", e);
    }
  }

  @Override
  public void close() {
    syncs.shutdownNow();
    try {
      if (!syncs.awaitTermination(SYNC_SECONDS, TimeUnit.SECONDS)) {
        LOG.warn("a sync of the log does not end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    batch.close();
    writes.close();
    rocks.close();
    options.close();
    filter.close();
  }
}

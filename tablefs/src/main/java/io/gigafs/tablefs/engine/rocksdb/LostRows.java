package io.gigafs.tablefs.engine.rocksdb;

import io.gigafs.tablefs.schema.Family;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.CompactRangeOptions;
import org.rocksdb.CompactRangeOptions.BottommostLevelCompaction;
import org.rocksdb.FlushOptions;
import org.rocksdb.MutableColumnFamilyOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteOptions;

/**
 * Removes from a database the leftovers of its lost files: rows whose blobs are gone, and the
 * substitutes of lost tables. Not thread-safe.
 */
final class LostRows {
  /** The new value of a row whose bytes are lost. Its checksum does not match. */
  private static final byte[] LOST = new byte[Integer.BYTES + 1];

  private final Database database;
  private final RocksDB rocks;

  LostRows(Database database) {
    this.database = database;
    this.rocks = database.rocks();
  }

  /** Overwrites all rows whose values are in lost blob files. Nothing else may use the database. */
  void replaceThoseIn(Set<String> lostBlobs) throws RocksDBException {
    ColumnFamilyHandle blobs = database.handle(Family.INLINE);
    try (RocksIterator entry = rocks.newIterator(database.handle(Family.ENTRIES));
        WriteOptions writes = new WriteOptions()) {
      for (entry.seekToFirst(); entry.isValid(); entry.next()) {
        byte[] key = entry.key();
        if (isIn(lostBlobs, blobs, key)) {
          rocks.put(blobs, writes, key, LOST);
        }
      }
      entry.status();
    }
  }

  private boolean isIn(Set<String> lostBlobs, ColumnFamilyHandle blobs, byte[] key)
      throws RocksDBException {
    try {
      rocks.get(blobs, key);
      return false;
    } catch (RocksDBException e) {
      if (lostBlobs.contains(RocksFailures.fileIn(String.valueOf(e.getMessage())))) {
        return true;
      }
      throw e;
    }
  }

  /** Removes all references to lost blob files, without reading these files. */
  void forgetBlobs() throws RocksDBException {
    ColumnFamilyHandle blobs = database.handle(Family.INLINE);
    setCollects(blobs, false);
    try (FlushOptions flush = new FlushOptions().setWaitForFlush(true).setAllowWriteStall(true)) {
      rocks.flush(flush, blobs);
      compact(blobs, null, null);
    } finally {
      setCollects(blobs, true);
    }
  }

  private void setCollects(ColumnFamilyHandle blobs, boolean collects) throws RocksDBException {
    rocks.setOptions(
        blobs,
        MutableColumnFamilyOptions.builder().setEnableBlobGarbageCollection(collects).build());
  }

  /** Compacts the substitutes of lost tables away. */
  void mergeAway(List<LostTable> tables) throws RocksDBException {
    for (LostTable table : tables) {
      compact(database.handle(Family.ofLabel(table.family())), table.first(), table.last());
    }
  }

  private void compact(ColumnFamilyHandle family, byte @Nullable [] first, byte @Nullable [] last)
      throws RocksDBException {
    try (CompactRangeOptions options =
        new CompactRangeOptions()
            .setExclusiveManualCompaction(false)
            .setBottommostLevelCompaction(BottommostLevelCompaction.kForce)) {
      rocks.compactRange(family, first, last, options);
    }
  }

  /** Names of all live files. */
  Set<String> liveFiles() throws RocksDBException {
    return database.withLiveFiles(
        files ->
            files.stream()
                .map(file -> file.startsWith("/") ? file.substring(1) : file)
                .collect(Collectors.toSet()));
  }
}

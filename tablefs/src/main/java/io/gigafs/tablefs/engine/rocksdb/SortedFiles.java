package io.gigafs.tablefs.engine.rocksdb;

import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.StoreException.Kind;
import io.gigafs.tablefs.engine.Cursor;
import io.gigafs.tablefs.schema.KeyRange;
import java.nio.file.Path;
import java.util.Arrays;
import org.rocksdb.EnvOptions;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileReader;
import org.rocksdb.SstFileReaderIterator;
import org.rocksdb.SstFileWriter;

/** Writes and checks table files outside the database. */
final class SortedFiles {
  private final EnvOptions environment;
  private final Options options;

  SortedFiles(NativeHandles handles, Options options) {
    this.environment = handles.own(new EnvOptions());
    this.options = options;
  }

  long write(Path file, Cursor rows) throws RocksDBException {
    if (!rows.next()) {
      return 0;
    }
    try (SstFileWriter writer = new SstFileWriter(environment, options)) {
      writer.open(file.toString());
      long count = 0;
      do {
        writer.put(rows.key(), Arrays.copyOf(rows.value(), rows.valueLength()));
        count++;
      } while (rows.next());
      writer.finish();
      return count;
    }
  }

  void check(Path file, KeyRange range, boolean isVerified) {
    try (SstFileReader reader = new SstFileReader(options);
        ReadOptions reads = new ReadOptions()) {
      reader.open(file.toString());
      if (!isVerified) {
        reader.verifyChecksum();
      }
      try (SstFileReaderIterator rows = reader.newIterator(reads)) {
        rows.seekToFirst();
        checkRow(file, range, rows);
        rows.seekToLast();
        checkRow(file, range, rows);
      }
    } catch (RocksDBException e) {
      throw new StoreException(
          Kind.IO, "sorted file " + file + " is damaged, recreate it: " + e.getMessage(), e);
    }
  }

  private static void checkRow(Path file, KeyRange range, SstFileReaderIterator row)
      throws RocksDBException {
    row.status();
    if (!row.isValid() || !range.contains(row.key())) {
      throw new StoreException(
          Kind.IO, "sorted file " + file + " has a row outside its range, or none: recreate it");
    }
  }
}

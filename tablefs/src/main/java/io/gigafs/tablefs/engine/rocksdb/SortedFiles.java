package io.gigafs.tablefs.engine.rocksdb;

import io.gigafs.tablefs.engine.Cursor;
import java.nio.file.Path;
import java.util.Arrays;
import org.rocksdb.EnvOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileWriter;

/** Writes table files outside the database. */
final class SortedFiles {
  private final Path directory;
  private final EnvOptions environment;
  private final Options options;

  SortedFiles(Path directory, NativeHandles handles, Options options) {
    this.directory = directory;
    this.environment = handles.own(new EnvOptions());
    this.options = options;
  }

  long write(Path file, Cursor rows) {
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
    } catch (RocksDBException e) {
      throw Failures.of(directory, "cannot write sorted file " + file, e);
    }
  }
}

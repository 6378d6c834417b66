package io.gigafs.tablefs.engine.rocksdb;

import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.StoreException.Kind;
import io.gigafs.tablefs.StoreStatistics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Measures the files and the disk of a database. */
final class DiskUse {
  private DiskUse() {}

  static StoreStatistics of(Path directory, long rows) {
    try (Stream<Path> files = Files.list(directory)) {
      FileStore disk = Files.getFileStore(directory);
      long free = disk.getUsableSpace();
      return new StoreStatistics(
          rows,
          files.mapToLong(DiskUse::size).sum(),
          free,
          Math.max(0, disk.getUnallocatedSpace() - free),
          disk.getTotalSpace());
    } catch (IOException | UncheckedIOException e) {
      throw new StoreException(Kind.IO, directory + ": cannot measure the files", e);
    }
  }

  /** Bytes of the file system that this process may use. */
  static long freeBytes(Path directory) {
    try {
      return Files.getFileStore(directory).getUsableSpace();
    } catch (IOException e) {
      throw new StoreException(Kind.IO, directory + ": cannot read the free space", e);
    }
  }

  static long size(Path file) {
    try {
      return Files.isRegularFile(file) ? Files.size(file) : 0;
    } catch (NoSuchFileException e) {
      return 0; // compacted away meanwhile
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

package io.gigafs.tablefs.engine.rocksdb;

import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.StoreException.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;

/** Tests whether the disk has the space and health to reopen a database. */
final class DiskProbe {
  private static final String FILE = "PROBE";
  private static final int PROBE_BYTES = 64 << 10;

  /** Bytes that opening a database writes, in addition to the rows of its log. */
  private static final long OPENING_BYTES = 4L << 20;

  private DiskProbe() {}

  /**
   * Writes a small test file.
   *
   * @throws StoreException if that fails, or if there is no space to flush the rows of the log to
   *     tables
   */
  static void check(Path directory) {
    long needed = OPENING_BYTES + logBytes(directory);
    long free = DiskUse.freeBytes(directory);
    if (free < needed) {
      throw new StoreException(
          Kind.NO_SPACE,
          directory + ": the disk has " + free + " bytes left and " + needed + " are needed");
    }
    Path file = directory.resolve(FILE);
    try {
      try (FileChannel channel =
          FileChannel.open(
              file,
              StandardOpenOption.CREATE,
              StandardOpenOption.WRITE,
              StandardOpenOption.TRUNCATE_EXISTING)) {
        ByteBuffer bytes = ByteBuffer.allocate(PROBE_BYTES);
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
        channel.force(true);
      } finally {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new StoreException(Kind.IO, directory + ": the disk takes no writes: " + e, e);
    }
  }

  private static long logBytes(Path directory) {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith(".log")).mapToLong(DiskUse::size).sum();
    } catch (IOException | UncheckedIOException e) {
      throw new StoreException(Kind.IO, directory + ": cannot be read: " + e, e);
    }
  }
}

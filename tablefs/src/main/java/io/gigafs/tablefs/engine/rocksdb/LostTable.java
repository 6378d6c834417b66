package io.gigafs.tablefs.engine.rocksdb;

import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.StoreException.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.CompressionType;
import org.rocksdb.EnvOptions;
import org.rocksdb.LiveFileMetaData;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileWriter;

/**
 * A live table of a database whose file is missing or has the wrong length.
 *
 * <p>RocksDB cannot drop a table whose keys overlap those of other tables. A substitute of the same
 * length (mostly a hole) replaces the lost file. It contains only the deletion of the lost table's
 * first key. A merge with its neighbours removes it for good.
 *
 * @param name of the file, without directories
 * @param bytes its size
 * @param family its column family
 * @param first its first key
 * @param last its last key
 */
@SuppressWarnings("ArrayRecordComponent") // only transferred, never compared
record LostTable(String name, long bytes, String family, byte[] first, byte[] last) {
  /** In this version of the format, the footer locates the other parts of the table. */
  private static final int FORMAT = 5;

  private static final int FOOTER_BYTES = 53;

  private static final String FRESH = ".stand-in";

  /** The lost tables of an open database. */
  static List<LostTable> of(Path directory, RocksDB rocks) {
    return rocks.getLiveFilesMetaData().stream()
        .filter(table -> sizeOf(directory.resolve(nameOf(table))) != table.size())
        .map(
            table ->
                new LostTable(
                    nameOf(table),
                    table.size(),
                    new String(table.columnFamilyName(), StandardCharsets.US_ASCII),
                    table.smallestKey(),
                    table.largestKey()))
        .toList();
  }

  private static String nameOf(LiveFileMetaData table) {
    String name = table.fileName();
    return name.startsWith("/") ? name.substring(1) : name;
  }

  private static long sizeOf(Path file) {
    try {
      return DiskUse.size(file);
    } catch (UncheckedIOException e) {
      throw new StoreException(Kind.IO, file + ": cannot read its size", e);
    }
  }

  /**
   * Replaces the lost table by its substitute, and moves what is left of it aside. The database
   * must be closed.
   */
  void replace(Path directory, Path aside) throws RocksDBException {
    Path file = directory.resolve(name);
    Path fresh = directory.resolve(name + FRESH);
    try {
      Files.deleteIfExists(fresh);
      byte[] table = tableWithout(fresh);
      if (table.length > bytes) {
        throw new StoreException(
            Kind.IO, file + ": cannot be replaced: it has " + bytes + " bytes only");
      }
      write(fresh, table);
      LiveFiles.putAside(file, aside);
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new StoreException(Kind.IO, file + ": cannot be replaced: " + e, e);
    }
  }

  /** The bytes of a table with one deletion. */
  private byte[] tableWithout(Path scratch) throws RocksDBException, IOException {
    try (EnvOptions environment = new EnvOptions();
        Options options =
            new Options()
                .setCompressionType(CompressionType.NO_COMPRESSION)
                .setTableFormatConfig(new BlockBasedTableConfig().setFormatVersion(FORMAT));
        SstFileWriter writer = new SstFileWriter(environment, options)) {
      writer.open(scratch.toString());
      writer.delete(first);
      writer.finish();
    }
    byte[] table = Files.readAllBytes(scratch);
    Files.delete(scratch);
    return table;
  }

  private void write(Path fresh, byte[] table) throws IOException {
    int body = table.length - FOOTER_BYTES;
    try (FileChannel out =
        FileChannel.open(fresh, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      writeAt(out, 0, ByteBuffer.wrap(table, 0, body));
      writeAt(out, bytes - FOOTER_BYTES, ByteBuffer.wrap(table, body, FOOTER_BYTES));
      out.force(true);
    }
  }

  private static void writeAt(FileChannel out, long offset, ByteBuffer from) throws IOException {
    long at = offset;
    while (from.hasRemaining()) {
      at += out.write(from, at);
    }
  }
}

package io.gigafs.tablefs.engine.rocksdb;

import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.StoreException.Kind;
import io.gigafs.tablefs.engine.LossRecords;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Looks whether the files are there that a database's rows are in, once it is open: RocksDB looks
 * at tables, but at a blob file only when somebody wants a row of it.
 */
final class LiveFiles {
  private static final String TABLE = ".sst";
  private static final String BLOBS = ".blob";

  /** A file of blobs begins and ends with this number, lowest byte first; see RocksDB's format. */
  private static final int BLOB_MAGIC = 0x00248f37;

  private static final int FOOTER_BYTES = 32;

  private LiveFiles() {}

  /**
   * What is wrong with the files, one message for each file.
   *
   * @param names RocksDB's, each with a slash in front
   * @throws StoreException if something is that is not accepted
   */
  static List<String> check(Path directory, Collection<String> names, LossRecords losses) {
    List<String> wrong = new ArrayList<>();
    for (String name : names.stream().sorted().toList()) {
      String file = name.startsWith("/") ? name.substring(1) : name;
      String what = wrong(directory.resolve(file));
      if (!what.isEmpty()) {
        if (!losses.covers(file)) {
          losses.accept(file, what + ": rows that lie in it would be lost");
        }
        wrong.add(what);
      }
    }
    return wrong;
  }

  /** Whether a file is one of blobs, and gone or not whole. */
  static boolean isLostBlobs(Path file) {
    return file.toString().endsWith(BLOBS) && !wrong(file).isEmpty();
  }

  /** Moves a file that is not whole to another directory, if it is there: reads fail then. */
  static void putAside(Path file, Path aside) {
    try {
      if (Files.exists(file)) {
        Files.createDirectories(aside);
        Files.move(file, aside.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
      }
    } catch (IOException e) {
      throw new StoreException(Kind.IO, file + ": cannot be put aside: " + e, e);
    }
  }

  private static String wrong(Path file) {
    boolean isBlobs = file.toString().endsWith(BLOBS);
    if (!isBlobs && !file.toString().endsWith(TABLE)) {
      return "";
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      return isBlobs && !isWhole(channel) ? file + " is damaged or cut short" : "";
    } catch (NoSuchFileException e) {
      return file + " is missing";
    } catch (IOException e) {
      throw new StoreException(Kind.IO, file + ": cannot be read: " + e, e);
    }
  }

  private static boolean isWhole(FileChannel channel) throws IOException {
    return channel.size() > FOOTER_BYTES
        && numberAt(channel, 0) == BLOB_MAGIC
        && numberAt(channel, channel.size() - FOOTER_BYTES) == BLOB_MAGIC;
  }

  private static int numberAt(FileChannel channel, long at) throws IOException {
    ByteBuffer number = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    while (number.hasRemaining() && channel.read(number, at + number.position()) >= 0) {}
    return number.hasRemaining() ? 0 : number.getInt(0);
  }
}

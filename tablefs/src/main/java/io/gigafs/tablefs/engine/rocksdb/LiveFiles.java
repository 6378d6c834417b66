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
 * Checks that the live files of an open database exist. RocksDB itself checks tables on opening,
 * but a blob file only when a row in it is read.
 */
final class LiveFiles {
  private static final String TABLE = ".sst";
  private static final String BLOBS = ".blob";

  /**
   * The number at the begin and in the footer of a blob file, little-endian; see RocksDB's format.
   */
  private static final int BLOB_MAGIC = 0x00248f37;

  private static final int FOOTER_BYTES = 32;

  private LiveFiles() {}

  /**
   * The problems of the files, one message per file.
   *
   * @param names as RocksDB names the files, each with a leading slash
   * @throws StoreException if a file has a problem and its loss is not accepted
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

  /** Whether a file is a blob file that is missing, damaged or truncated. */
  static boolean isLostBlobs(Path file) {
    return file.toString().endsWith(BLOBS) && !wrong(file).isEmpty();
  }

  /** Moves a damaged file, if it exists, to another directory, so that reads of it fail. */
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

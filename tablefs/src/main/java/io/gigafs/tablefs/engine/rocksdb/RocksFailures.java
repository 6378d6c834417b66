package io.gigafs.tablefs.engine.rocksdb;

import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.StoreException.Kind;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** Maps RocksDB failures to store failures, and remembers which files are damaged. Thread-safe. */
final class RocksFailures {
  /** A file name in RocksDB's messages. */
  private static final Pattern FILE = Pattern.compile("(/\\S+\\.(?:sst|blob|log))");

  /** RocksDB's message after a write to the log has failed for any reason. */
  private static final String FAILED_BEFORE = "Writer has previous error";

  /** A disk with less free space, in bytes, counts as full: a write to the log may fail. */
  private static final long NEXT_TO_NOTHING = 1L << 20;

  /** Maximum number of damaged files to remember. */
  private static final int MAX_DAMAGE = 100;

  private final Path directory;
  private final Map<String, String> damage = new ConcurrentSkipListMap<>();

  RocksFailures(Path directory) {
    this.directory = directory;
  }

  StoreException of(String what, RocksDBException cause) {
    Status status = cause.getStatus();
    String message = String.valueOf(cause.getMessage());
    if (isForSpace(status, message)) {
      return new StoreException(
          Kind.NO_SPACE, directory + ": " + what + ": the disk is full; free space on it", cause);
    }
    if (status != null && status.getCode() == Status.Code.Corruption) {
      note(message);
      return new StoreException(
          Kind.DAMAGED, directory + ": " + what + ": a file is damaged: " + message, cause);
    }
    return new StoreException(Kind.IO, directory + ": " + what + ": " + message, cause);
  }

  /** A sync may see the error of a failed write before the writer does, and without its reason. */
  private boolean isForSpace(@Nullable Status status, String message) {
    return (status != null && status.getSubCode() == Status.SubCode.NoSpace)
        || (message.contains(FAILED_BEFORE) && DiskUse.freeBytes(directory) < NEXT_TO_NOTHING);
  }

  private void note(String message) {
    if (damage.size() < MAX_DAMAGE) {
      Matcher file = FILE.matcher(message);
      damage.putIfAbsent(file.find() ? file.group(1) : message, message);
    }
  }

  /** The name, without directories, of the file that a RocksDB message is about; otherwise "db". */
  static String fileIn(String message) {
    Matcher file = FILE.matcher(message);
    return file.find() ? file.group(1).substring(file.group(1).lastIndexOf('/') + 1) : "db";
  }

  /** Forgets the damage, once the damaged files are no longer in use. */
  void forget() {
    damage.clear();
  }

  /** The damage found, one message per file, ordered by file name. */
  List<String> damage() {
    return List.copyOf(damage.values());
  }
}

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

/**
 * Turns failures of RocksDB into failures of the store, and remembers which files are damaged. Safe
 * for use by several threads.
 */
final class Failures {
  /** How RocksDB's messages name a file. */
  private static final Pattern FILE = Pattern.compile("(/\\S+\\.(?:sst|blob|log))");

  /** What RocksDB says once a write to the log has failed, whatever the reason was. */
  private static final String FAILED_BEFORE = "Writer has previous error";

  /** Bytes of a disk that is full: with less left a write to the log may fail. */
  private static final long NEXT_TO_NOTHING = 1L << 20;

  /** So many damaged files are remembered: more tell no more. */
  private static final int MAX_DAMAGE = 100;

  private final Path directory;
  private final Map<String, String> damage = new ConcurrentSkipListMap<>();

  Failures(Path directory) {
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

  /** A sync may hear of a write that failed sooner than the writer does, and not the reason. */
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

  /** The name, without directories, of the file that a message of RocksDB is about; else "db". */
  static String fileIn(String message) {
    Matcher file = FILE.matcher(message);
    return file.find() ? file.group(1).substring(file.group(1).lastIndexOf('/') + 1) : "db";
  }

  /** The damaged files are no more. */
  void forget() {
    damage.clear();
  }

  /** What was found damaged, one message for each file, in the order of their names. */
  List<String> damage() {
    return List.copyOf(damage.values());
  }
}

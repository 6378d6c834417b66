package io.gigafs.tablefs.engine.rocksdb;

import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.StoreException.Kind;
import io.gigafs.tablefs.engine.Boot;
import io.gigafs.tablefs.engine.LossRecords;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The position that a database has reached: the sequence numbers of its last acknowledged and its
 * last synced record, and its newest log. The next opening uses it to detect truncated or missing
 * logs, because a log does not record its own end. Thread-safe.
 *
 * <pre>
 * word  what
 * 0, 1  the machine's boot, high and low half
 * 2     the last acknowledged record; valid during this boot only
 * 3     the last record that was synced, or is in tables
 * 4     the newest log that was seen
 * 5     the last record that was in tables when the database was opened
 * 6     1 once the database was closed cleanly
 * </pre>
 *
 * <p>Numbers may lag behind, but are never ahead of the actual state.
 */
final class WriteMark implements AutoCloseable {
  static final String FILE = "WRITTEN";

  private static final Logger LOG = LoggerFactory.getLogger(WriteMark.class);

  private static final int BOOT_HIGH = 0;
  private static final int BOOT_LOW = 1;
  private static final int ACKNOWLEDGED = 2;
  private static final int SYNCED = 3;
  private static final int NEWEST_LOG = 4;
  private static final int BASE = 5;
  private static final int CLOSED = 6;
  private static final int WORDS = 7;

  private final Path file;
  private final MappedWords words;
  private final Boot boot;
  private final boolean found;
  private volatile long synced;
  private long forced;

  private WriteMark(Path file, MappedWords words, Boot boot, boolean found) {
    this.file = file;
    this.words = words;
    this.boot = boot;
    this.found = found;
  }

  /**
   * Opens the mark in the directory of a database.
   *
   * @param expected whether the database is known to have one
   */
  static WriteMark open(Path directory, Boot boot, boolean expected, LossRecords losses) {
    Path file = directory.resolve(FILE);
    try {
      boolean found = Files.exists(file) && Files.size(file) == MappedWords.BYTES;
      if (expected && !found) {
        losses.accept(FILE, file + " is missing: it says up to where the logs were written");
      }
      MappedWords words = MappedWords.of(file);
      return new WriteMark(file, words, boot, found);
    } catch (IOException e) {
      throw new StoreException(Kind.IO, file + ": cannot be mapped: " + e, e);
    }
  }

  /** Writes the mark of a checkpoint: all records up to the given one are on the disk. */
  static void write(Path directory, long lastRecord) {
    try (MappedWords words = MappedWords.of(directory.resolve(FILE))) {
      words.put(SYNCED, lastRecord);
      words.put(NEWEST_LOG, RocksLogFile.newest(directory));
      words.force();
    } catch (IOException e) {
      throw new StoreException(Kind.IO, directory + ": cannot write " + FILE + ": " + e, e);
    }
  }

  /** Refuses a damaged mark, or resets it if its loss is accepted. */
  void check(LossRecords losses) {
    for (int word = 0; word < WORDS; word++) {
      if (words.get(word) == MappedWords.DAMAGED) {
        losses.accept(FILE, file + " is damaged: it says up to where the logs were written");
        forget();
        return;
      }
    }
  }

  private void forget() {
    for (int word = 0; word < WORDS; word++) {
      words.put(word, Long.MAX_VALUE);
    }
  }

  private boolean isOfThisBoot() {
    return words.get(BOOT_HIGH) == boot.high() && words.get(BOOT_LOW) == boot.low();
  }

  /** All records up to this one must exist; -1 if that is not known. */
  long required() {
    return isOfThisBoot() ? words.get(ACKNOWLEDGED) : words.get(SYNCED);
  }

  /** All records up to this one are in tables; -1 if that is not known. */
  long base() {
    return words.get(BASE);
  }

  /** Number of a log that must exist, unless a newer one does; -1 if that is not known. */
  long newestLog() {
    return words.get(NEWEST_LOG);
  }

  /**
   * Whether the last process that had the database open died without a crash of the machine since.
   */
  boolean isAfterKill() {
    return found && isOfThisBoot() && words.get(CLOSED) != 1;
  }

  /** Records that the database is open and that all records up to the given one are in tables. */
  void begin(long lastRecord, long newestLog) {
    words.put(CLOSED, 0);
    words.put(BASE, lastRecord);
    words.put(NEWEST_LOG, newestLog);
    words.put(SYNCED, lastRecord);
    words.put(ACKNOWLEDGED, lastRecord);
    words.put(BOOT_HIGH, boot.high());
    words.put(BOOT_LOW, boot.low());
    synced = lastRecord;
    forced = lastRecord;
    forced();
  }

  void acknowledged(long lastRecord) {
    words.put(ACKNOWLEDGED, lastRecord);
  }

  long acknowledged() {
    return words.get(ACKNOWLEDGED);
  }

  void synced(long lastRecord) {
    synced = lastRecord;
    words.put(SYNCED, lastRecord);
  }

  void newestLog(long number) {
    if (words.get(NEWEST_LOG) != number) {
      words.put(NEWEST_LOG, number);
    }
  }

  /** Writes the mark to the disk. Not thread-safe. */
  void force() {
    long now = synced;
    if (now != forced && forced()) {
      forced = now;
    }
  }

  /** A mark may lag behind. A failing disk also fails writes and syncs, which report it. */
  private boolean forced() {
    try {
      words.force();
      return true;
    } catch (UncheckedIOException e) {
      LOG.warn("{} not updated on the disk, retrying later: {}", file, e.getMessage());
      return false;
    }
  }

  /** Records a clean shutdown. */
  void closed(long lastRecord) {
    words.put(ACKNOWLEDGED, lastRecord);
    words.put(CLOSED, 1);
    forced();
  }

  /** Closes the mark of a database that was not opened. Deletes it if it did not exist before. */
  void abandon() {
    words.close();
    if (!found) {
      try {
        Files.deleteIfExists(file);
      } catch (IOException e) {
        throw new StoreException(Kind.IO, file + ": cannot be removed: " + e, e);
      }
    }
  }

  @Override
  public void close() {
    words.close();
  }
}

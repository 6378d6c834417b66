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
 * How far a database has got: the number of its last acknowledged record, that of the last one that
 * was synced, and its newest log. The next opening of the database knows by it whether the logs end
 * where they ended, as no log says that of itself. Safe for use by several threads.
 *
 * <pre>
 * word  what
 * 0, 1  the machine's boot, high and low half
 * 2     the last record that was acknowledged; what it tells ends with the boot
 * 3     the last record that was synced, or is in tables
 * 4     the newest log that was seen
 * 5     the last record that was in tables when the database was opened
 * 6     1 once the database was closed in order
 * </pre>
 *
 * <p>Numbers may be late, but are never ahead of what they tell of.
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
   * The mark in the directory of a database.
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

  /** Writes the mark of a copy: of a database all of which up to a record is on the disk. */
  static void write(Path directory, long lastRecord) {
    try (MappedWords words = MappedWords.of(directory.resolve(FILE))) {
      words.put(SYNCED, lastRecord);
      words.put(NEWEST_LOG, LogFile.newest(directory));
      words.force();
    } catch (IOException e) {
      throw new StoreException(Kind.IO, directory + ": cannot write " + FILE + ": " + e, e);
    }
  }

  /** Refuses a mark that is damaged, or forgets it. */
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

  /** The record up to which all have to be there; -1 if that is not known. */
  long required() {
    return isOfThisBoot() ? words.get(ACKNOWLEDGED) : words.get(SYNCED);
  }

  /** The record up to which all are in tables; -1 if that is not known. */
  long base() {
    return words.get(BASE);
  }

  /** The number of a log that has to be there, or a newer one; -1 if that is not known. */
  long newestLog() {
    return words.get(NEWEST_LOG);
  }

  /** Whether the last process that had the database open died, and the machine has not since. */
  boolean isAfterKill() {
    return found && isOfThisBoot() && words.get(CLOSED) != 1;
  }

  /** The database is open, and all up to this record is in tables. */
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

  /** Brings to the disk what was put; for one thread at a time. */
  void force() {
    long now = synced;
    if (now != forced && forced()) {
      forced = now;
    }
  }

  /** A disk that takes nothing fails writes and syncs too, which tell of it: a mark may be late. */
  private boolean forced() {
    try {
      words.force();
      return true;
    } catch (UncheckedIOException e) {
      LOG.warn("{} stays as it was on the disk: {}", file, e.getMessage());
      return false;
    }
  }

  /** All that was acknowledged is in order. */
  void closed(long lastRecord) {
    words.put(ACKNOWLEDGED, lastRecord);
    words.put(CLOSED, 1);
    forced();
  }

  /** Closes a mark of a database that was not opened: one that was not there before goes. */
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

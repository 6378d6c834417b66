package io.gigafs.tablefs.engine.rocksdb;

import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.StoreException.Kind;
import io.gigafs.tablefs.engine.LossRecords;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks the logs of a database before it is opened. RocksDB replays a log up to the first
 * unreadable record and takes that for its end.
 *
 * <p>The end of a log is torn when the process or the machine dies during a write. The unreadable
 * part then lies behind all records that are required. Anything else is damage. If it is not known
 * which records are required, an end counts as torn if no readable record follows it.
 */
final class LogCheck {
  private static final Logger LOG = LoggerFactory.getLogger(LogCheck.class);

  private final Path directory;
  private final WriteMark mark;
  private final LossRecords losses;
  private final LongSupplier replayed;

  /**
   * @param replayed returns the sequence number of the last row that RocksDB finds in tables and
   *     logs, without changing anything
   */
  LogCheck(Path directory, WriteMark mark, LossRecords losses, LongSupplier replayed) {
    this.directory = directory;
    this.mark = mark;
    this.losses = losses;
    this.replayed = replayed;
  }

  /**
   * Checks the logs. Moves damaged ones aside if their loss is accepted.
   *
   * @return whether something was lost
   * @throws StoreException if the loss is not accepted; nothing is changed then
   */
  boolean run() {
    List<RocksLogFile> logs = RocksLogFile.all(directory);
    long required = mark.required();
    long last = -1;
    for (int i = 0; i < logs.size(); i++) {
      RocksLogFile log = logs.get(i);
      last = Math.max(last, log.last());
      if (!log.isWhole()) {
        return endsAt(log, logs.subList(i + 1, logs.size()), last, required);
      }
    }
    return lacks(logs, last, required);
  }

  /** Handles a log with an unreadable part. Returns whether rows are lost. */
  private boolean endsAt(RocksLogFile log, List<RocksLogFile> later, long last, long required) {
    long behind = log.lastBehind();
    long bytes = log.bytes() - log.goodBytes();
    for (RocksLogFile each : later) {
      behind = Math.max(behind, Math.max(each.last(), each.lastBehind()));
      bytes += each.bytes();
    }
    boolean isTorn = required >= 0 ? last >= required : behind <= last;
    if (isTorn) {
      LOG.warn(
          "{}: skipped the last {} bytes, torn when the process or the machine died;"
              + " every acknowledged and synced write is before them",
          log.path(),
          bytes);
      return false;
    }
    long lost = Math.max(behind, required) - Math.max(last, 0);
    losses.accept(
        log.name(),
        log.path()
            + " is damaged at byte "
            + log.badAt()
            + " of "
            + log.bytes()
            + ": rows "
            + (Math.max(last, 0) + 1)
            + " to "
            + Math.max(behind, required)
            + " ("
            + lost
            + " of them in "
            + bytes
            + " bytes of "
            + (1 + later.size())
            + " logs) lie there or behind it and would be lost");
    cut(log, later);
    return true;
  }

  /** Handles logs that are readable to their ends. Returns whether rows are lost. */
  private boolean lacks(List<RocksLogFile> logs, long last, long required) {
    long newest = logs.isEmpty() ? 0 : logs.get(logs.size() - 1).number();
    boolean isNewestThere = newest >= mark.newestLog();
    if (isNewestThere && (last >= required || required <= mark.base())) {
      return false;
    }
    long found = Math.max(last, replayed.getAsLong());
    if (isNewestThere && found >= required) {
      return false;
    }
    if (!isNewestThere && required >= 0 && required <= mark.base()) {
      return false; // nothing was ever written to the log that is gone
    }
    long lost = required - Math.max(Math.min(found, required), 0);
    String how =
        isNewestThere
            ? "the logs in "
                + directory
                + " are cut short: they end at row "
                + found
                + ", and row "
                + required
                + " was acknowledged"
            : "log " + nameOf(mark.newestLog()) + " in " + directory + " is missing";
    losses.accept(
        isNewestThere && !logs.isEmpty()
            ? logs.get(logs.size() - 1).name()
            : nameOf(mark.newestLog()),
        how
            + ": "
            + (lost > 0
                ? lost + " rows"
                : "rows up to number " + required + ", how many is unknown,")
            + " would be lost");
    return true;
  }

  private static String nameOf(long log) {
    return String.format(Locale.ROOT, "%06d.log", log);
  }

  /** Truncates a log to its readable part and removes later logs. Originals are kept aside. */
  private void cut(RocksLogFile log, List<RocksLogFile> later) {
    Path aside = directory.resolveSibling(RocksEngine.ASIDE);
    try {
      Files.createDirectories(aside);
      for (RocksLogFile each : later) {
        Files.move(each.path(), aside.resolve(each.name()), StandardCopyOption.REPLACE_EXISTING);
      }
      Path whole = aside.resolve(log.name());
      Files.copy(log.path(), whole, StandardCopyOption.REPLACE_EXISTING);
      force(whole);
      force(aside);
      try (FileChannel channel = FileChannel.open(log.path(), StandardOpenOption.WRITE)) {
        channel.truncate(log.goodBytes());
        channel.force(true);
      }
      force(directory);
    } catch (IOException e) {
      throw new StoreException(
          Kind.IO, directory + ": cannot put damaged logs aside to " + aside + ": " + e, e);
    }
    LOG.warn("{}: unchanged copies of the damaged logs are in {}", directory, aside);
  }

  private static void force(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}

package io.gigafs.tablefs.engine.rocksdb;

import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.StoreException.Kind;
import io.gigafs.tablefs.StoreSettings;
import io.gigafs.tablefs.engine.LossRecords;
import io.gigafs.tablefs.engine.rocksdb.Database.Opening;
import io.gigafs.tablefs.engine.rocksdb.RocksEngine.Opened;
import java.nio.file.Path;
import java.util.List;
import org.rocksdb.RocksDBException;

/**
 * Opens an existing database. Checks its logs before, and its tables and blob files after opening.
 * Refuses missing or damaged files unless their loss is accepted.
 */
final class EngineOpener {
  private final Path directory;
  private final StoreSettings settings;
  private final WriteMark mark;
  private final LossRecords losses;
  private final RocksFailures failures;

  EngineOpener(
      Path directory,
      StoreSettings settings,
      WriteMark mark,
      LossRecords losses,
      RocksFailures failures) {
    this.directory = directory;
    this.settings = settings;
    this.mark = mark;
    this.losses = losses;
    this.failures = failures;
  }

  Opened open() {
    boolean hasLoss = new LogCheck(directory, mark, losses, this::replayed).run();
    Opened opened = hasLoss ? openWithLosses() : openWhole();
    try {
      List<String> missing =
          opened.database().withLiveFiles(files -> LiveFiles.check(directory, files, losses));
      return new Opened(opened.database(), opened.opening(), missing);
    } catch (RocksDBException e) {
      opened.database().close();
      throw failures.of("cannot list the live files of the database", e);
    } catch (RuntimeException e) {
      opened.database().close();
      throw e;
    }
  }

  private Opened openWhole() {
    try {
      return new Opened(
          Database.open(directory, settings, Opening.EXISTING), Opening.EXISTING, List.of());
    } catch (RocksDBException e) {
      StoreException failure = failures.of("cannot open the database", e);
      if (failure.kind() != Kind.DAMAGED) {
        throw failure;
      }
      String file = RocksFailures.fileIn(String.valueOf(e.getMessage()));
      if (!losses.covers(file)) {
        losses.accept(file, String.valueOf(failure.getMessage()));
      }
      return openWithLosses();
    }
  }

  private Opened openWithLosses() {
    try {
      return new Opened(
          Database.open(directory, settings, Opening.WITH_LOSSES), Opening.WITH_LOSSES, List.of());
    } catch (RocksDBException e) {
      StoreException failure = failures.of("cannot open the database without what is lost", e);
      throw new StoreException(
          Kind.UNUSABLE,
          failure.getMessage() + "; restore the data directory from a checkpoint",
          failure);
    }
  }

  /** Sequence number of the last row in tables and logs. */
  private long replayed() {
    try {
      Database looked = Database.open(directory, settings, Opening.TO_LOOK);
      try {
        return looked.lastSequence();
      } finally {
        looked.close();
      }
    } catch (RocksDBException e) {
      throw failures.of("cannot open the database read-only", e);
    }
  }
}

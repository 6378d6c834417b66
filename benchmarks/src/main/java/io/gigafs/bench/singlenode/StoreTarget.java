package io.gigafs.bench.singlenode;

import io.gigafs.index.Name;
import io.gigafs.load.NumberedNames;
import io.gigafs.tablefs.Batch;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.EntryRange;
import io.gigafs.tablefs.RangeFile;
import io.gigafs.tablefs.Store;
import io.gigafs.tablefs.Store.ExtractedRange;
import io.gigafs.tablefs.StoreSettings;
import io.gigafs.tablefs.store.Stores;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;

/**
 * A directory of an embedded store, used as a server's lane does: each call looks up all of its
 * names, puts their entries, and commits them together. The log is synced every 5 s.
 */
final class StoreTarget implements SingleNodeTarget {
  private static final long DIRECTORY = 2;
  private static final int SLOT = 0;
  private static final int MODE = 0644;
  private static final long MAX_EXTRACTED = 4_000_000;
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private final Path path;
  private final Store store;
  private final int files;
  private final long firstInode;
  private final Clock clock = Clock.systemUTC();
  private final ThreadLocal<Batch> batches;

  /**
   * Opens a new store.
   *
   * @param files final number of files
   */
  StoreTarget(Path path, int files, long writeBufferBytes) {
    this.path = path;
    this.files = files;
    this.store =
        Stores.open(
            StoreSettings.builder(path.resolve("store"))
                .writeBufferBytes(writeBufferBytes)
                .build());
    this.firstInode = store.reserveIds(SLOT, files);
    this.batches = ThreadLocal.withInitial(store::newBatch);
  }

  @Override
  public void create(long from, long to) throws IOException {
    Batch batch = batches.get();
    batch.clear();
    long now = nanosNow();
    for (long number = from; number < to; number++) {
      Name name = NumberedNames.of(number);
      EntryKey key = EntryKey.of(DIRECTORY, name.position().value(), name.bytes());
      if (batch.getEntry(key) != null) {
        throw new FileAlreadyExistsException(key.toString());
      }
      batch.putEmptyFile(key, firstInode + number, MODE, 0, 0, now, 0);
    }
    store.commit(batch);
  }

  private long nanosNow() {
    Instant instant = clock.instant();
    return instant.getEpochSecond() * NANOS_PER_SECOND + instant.getNano();
  }

  /**
   * The bytes on disk now, and the bytes of a file's row in tables of an extract of the directory.
   * The latter is measured with a part of the directory if it is large. Rows in tables of the
   * bottom level are smaller, because their compression is slower and better.
   */
  @Override
  public Map<String, Double> facts() throws IOException {
    double disk = store.statistics().diskBytes();
    Path extracted = Files.createDirectories(path.resolve("extracted"));
    EntryRange sample = EntryRange.of(DIRECTORY);
    for (long rows = files; rows > MAX_EXTRACTED; rows /= 2) {
      sample = new EntryRange(DIRECTORY, 0, sample.last() >>> 1);
    }
    ExtractedRange rows = store.extract(sample, extracted);
    double tables = 0;
    for (RangeFile file : rows.files()) {
      tables += Files.size(file.path());
    }
    return Map.of("disk", disk / files, "row", tables / rows.counts().entries());
  }

  @Override
  public void close() {
    store.close();
  }
}

package io.gigafs.bench.singlenode;

import io.gigafs.cli.bench.NumberedNames;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.Batch;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.EntryRange;
import io.gigafs.tablefs.FileType;
import io.gigafs.tablefs.NameOrder;
import io.gigafs.tablefs.RangeFile;
import io.gigafs.tablefs.Store;
import io.gigafs.tablefs.StoreSettings;
import io.gigafs.tablefs.store.Stores;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A directory of an embedded store, as a server's lane uses it: each call looks for all its names
 * and commits all its entries at once. The log is synced every 5 s.
 */
final class StoreTarget implements Target {
  private static final long DIRECTORY = 2;
  private static final int SLOT = 0;
  private static final int MODE = 0644;
  private static final long MOST_EXTRACTED = 4_000_000;
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private final Path path;
  private final Store store;
  private final int files;
  private final long firstInode;
  private final NameOrder order = NameOrder.byHash();
  private final Clock clock = Clock.systemUTC();
  private final ThreadLocal<Batch> batches;

  /**
   * Opens a new store.
   *
   * @param files how many files there will be
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
    List<EntryKey> keys = new ArrayList<>((int) (to - from));
    for (long number = from; number < to; number++) {
      byte[] name = NumberedNames.of(number).bytes();
      keys.add(EntryKey.of(DIRECTORY, order.position(name), name));
    }
    Batch batch = batches.get();
    batch.clear();
    batch.readAhead(keys, false);
    for (int i = 0; i < keys.size(); i++) {
      if (batch.getEntry(keys.get(i)) != null) {
        throw new FileAlreadyExistsException(keys.get(i).toString());
      }
      batch.putEntry(keys.get(i), fresh(firstInode + from + i));
    }
    store.commit(batch);
  }

  private Attributes fresh(long inode) {
    Instant instant = clock.instant();
    long now = instant.getEpochSecond() * NANOS_PER_SECOND + instant.getNano();
    return new Attributes(inode, FileType.REGULAR, MODE, 0, 0, 0, 1, now, now, now, 0);
  }

  /**
   * Bytes of all there is right now, and of a file's row in the tables of the bottom level, which
   * are written as an extract of the directory is: measured with some of the rows that are
   * neighbours, where there are many.
   */
  @Override
  public Map<String, Double> facts() throws IOException {
    double disk = store.statistics().diskBytes();
    Path extracted = Files.createDirectories(path.resolve("extracted"));
    EntryRange sample = EntryRange.of(DIRECTORY);
    for (long rows = files; rows > MOST_EXTRACTED; rows /= 2) {
      sample = new EntryRange(DIRECTORY, 0, sample.last() >>> 1);
    }
    double tables = 0;
    for (RangeFile file : store.extract(sample, extracted)) {
      tables += Files.size(file.path());
    }
    return Map.of("disk", disk / files, "row", tables / store.countEntries(sample).entries());
  }

  @Override
  public void close() {
    store.close();
  }
}

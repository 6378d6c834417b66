package io.gigafs.bench.compaction;

import io.gigafs.bench.workload.ProcessUsage;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.EntryRange;
import io.gigafs.tablefs.FileType;
import io.gigafs.tablefs.StoreSettings;
import io.gigafs.tablefs.engine.Cursor;
import io.gigafs.tablefs.engine.Engine;
import io.gigafs.tablefs.engine.WriteRecords;
import io.gigafs.tablefs.engine.rocksdb.RocksEngine;
import io.gigafs.tablefs.schema.EntryValue;
import io.gigafs.tablefs.schema.Family;
import io.gigafs.tablefs.schema.ValueWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A directory in its own engine, with one layout and one arrival order. Not thread-safe. */
final class Subject implements AutoCloseable {
  private static final int BATCH = 500;
  private static final long SYNC_NANOS = 5_000_000_000L;
  private static final int MODE = 0644;
  private static final double NANOS = 1e9;

  private final Layout layout;
  private final Arrival arrival;
  private final long seed;
  private final Path directory;
  private final Engine engine;
  private long made;
  private long logicalBytes;
  private long writtenBefore;

  Subject(Layout layout, Arrival arrival, long seed, Path directory, long writeBufferBytes)
      throws IOException {
    this.layout = layout;
    this.arrival = arrival;
    this.seed = seed;
    this.directory = Files.createDirectories(directory);
    this.engine =
        RocksEngine.create(
            directory.resolve("db"),
            StoreSettings.builder(directory).writeBufferBytes(writeBufferBytes).build());
  }

  /** Number of entries so far. */
  long made() {
    return made;
  }

  /**
   * Creates entries as a lane does: looks up a batch of names, then writes the rows. The log is
   * synced every 5 s.
   *
   * @return entries per second
   */
  double create(long entries) throws IOException, InterruptedException {
    writtenBefore = written();
    WriteRecords records = new WriteRecords();
    ValueWriter value = new ValueWriter();
    long began = System.nanoTime();
    long synced = began;
    while (made < entries) {
      List<byte[]> keys = keys(made, Math.min(entries, made + BATCH));
      engine.getAll(Family.ENTRIES, keys);
      records.clear();
      for (byte[] key : keys) {
        EntryValue.encode(fresh(made++), value.clear());
        records.put(Family.ENTRIES, key, value.bytes(), value.length());
        logicalBytes += key.length + value.length();
      }
      engine.write(records, false);
      if (System.nanoTime() - synced > SYNC_NANOS) {
        engine.sync();
        synced = System.nanoTime();
      }
      checkInterrupt();
    }
    return entries / secondsSince(began);
  }

  private List<byte[]> keys(long from, long to) {
    List<byte[]> keys = new ArrayList<>(BATCH);
    for (long number = from; number < to; number++) {
      keys.add(layout.key(arrival.name(seed, number)));
    }
    return keys;
  }

  private static Attributes fresh(long inode) {
    long now = System.currentTimeMillis() * 1_000_000;
    return new Attributes(inode, FileType.REGULAR, MODE, 0, 0, 0, 1, now, now, now, 0);
  }

  /** Waits until nothing was written, and so merged, for a while. */
  void settle(long quietMillis) throws IOException, InterruptedException {
    engine.sync();
    for (long last = -1; last != written(); ) {
      last = written();
      Thread.sleep(quietMillis);
    }
  }

  private static long written() throws IOException {
    return ProcessUsage.of(ProcessHandle.current().pid()).writtenBytes();
  }

  /** Bytes written to the disk, including the log, per byte of keys and values. */
  double writeAmplification() throws IOException {
    return (double) (written() - writtenBefore) / logicalBytes;
  }

  /** Bytes on the disk per entry, including the log. */
  double bytesOnDisk() {
    return (double) engine.statistics().diskBytes() / made;
  }

  /** Bytes of an entry in a table of the bottom level. */
  double bytesInTable() throws IOException {
    Path file = directory.resolve("all");
    try (Cursor rows = engine.scan(Family.ENTRIES, Layout.all())) {
      engine.writeSortedFile(file, rows);
    }
    return (double) Files.size(file) / made;
  }

  /** Entries per second of a listing of the directory. */
  double list() throws InterruptedException {
    long began = System.nanoTime();
    long listed = 0;
    try (Cursor rows = engine.scan(Family.ENTRIES, Layout.all())) {
      while (rows.next()) {
        listed++;
      }
    }
    checkInterrupt();
    if (listed != made) {
      throw new IllegalStateException(listed + " of " + made + " entries are listed");
    }
    return listed / secondsSince(began);
  }

  /** Lookups per second of random existing names. */
  double lookUp(long lookups) throws InterruptedException {
    SplittableRandom random = new SplittableRandom(seed);
    byte[] value = new byte[1 << 10];
    long began = System.nanoTime();
    for (long i = 0; i < lookups; i++) {
      byte[] name = arrival.name(seed, random.nextLong(made));
      if (engine.get(Family.ENTRIES, layout.key(name), value) == Engine.NOT_FOUND) {
        throw new IllegalStateException("an entry is lost");
      }
    }
    checkInterrupt();
    return lookups / secondsSince(began);
  }

  /**
   * Splits off a part of the directory: writes its rows to a file and deletes them.
   *
   * @return duration in milliseconds, and the number of rows
   */
  Split split(EntryRange part) {
    long began = System.nanoTime();
    long rows;
    try (Cursor cursor = layout.rowsOf(engine, part)) {
      rows = engine.writeSortedFile(directory.resolve("part" + part.first()), cursor);
    }
    layout.remove(engine, part);
    made -= rows;
    return new Split(secondsSince(began) * 1e3, rows);
  }

  /** The result of a split. */
  record Split(double millis, long rows) {}

  private static double secondsSince(long began) {
    return (System.nanoTime() - began) / NANOS;
  }

  private static void checkInterrupt() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
  }

  @Override
  public void close() {
    engine.close();
  }
}

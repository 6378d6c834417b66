package io.gigafs.tablefs.engine.memory;

import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.StoreException.Kind;
import io.gigafs.tablefs.StoreStatistics;
import io.gigafs.tablefs.engine.Cursor;
import io.gigafs.tablefs.engine.Engine;
import io.gigafs.tablefs.engine.EngineGate;
import io.gigafs.tablefs.engine.Snapshot;
import io.gigafs.tablefs.engine.WriteRecords;
import io.gigafs.tablefs.schema.Family;
import io.gigafs.tablefs.schema.KeyRange;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Forwards every call to its disk until it is closed or killed. */
final class MemoryEngine implements Engine {
  private final MemoryDisk disk;
  private final EngineGate gate = new EngineGate();

  MemoryEngine(MemoryDisk disk) {
    this.disk = disk;
  }

  @Override
  public EngineGate gate() {
    return gate;
  }

  @Override
  public int get(Family family, byte[] key, byte[] value) {
    checkOpen();
    byte[] found = disk.read().rows(family).get(key);
    if (found == null) {
      return NOT_FOUND;
    }
    System.arraycopy(found, 0, value, 0, Math.min(found.length, value.length));
    return found.length;
  }

  @Override
  public List<byte @Nullable []> getAll(Family family, List<byte[]> keys) {
    checkOpen();
    List<byte @Nullable []> values = new ArrayList<>(keys.size());
    for (byte[] key : keys) {
      byte[] found = disk.read().rows(family).get(key);
      values.add(found == null ? null : found.clone());
    }
    return values;
  }

  @Override
  public void write(WriteRecords records, boolean sync) {
    checkOpen();
    disk.write(records, sync);
  }

  @Override
  public void sync() {
    checkOpen();
    disk.sync();
  }

  @Override
  public Snapshot snapshot() {
    checkOpen();
    return new MemorySnapshot(disk.read());
  }

  @Override
  public Cursor scan(Family family, KeyRange range) {
    checkOpen();
    return new MemoryCursor(disk.read().rows(family), range);
  }

  @Override
  public long writeSortedFile(Path file, Cursor rows) {
    checkOpen();
    disk.check(MemoryDisk.Operation.SORTED_FILE);
    return SortedFile.write(file, rows);
  }

  @Override
  public void checkSortedFile(Path file, KeyRange range, boolean isVerified) {
    checkOpen();
    disk.check(MemoryDisk.Operation.SORTED_FILE);
    if (SortedFile.read(file, Family.ENTRIES, range).isEmpty()) {
      throw new StoreException(Kind.IO, "sorted file " + file + " has no row: recreate it");
    }
  }

  @Override
  public void ingest(Family family, KeyRange range, Path file) {
    checkOpen();
    disk.check(MemoryDisk.Operation.SORTED_FILE);
    disk.write(SortedFile.read(file, family, range), true);
  }

  @Override
  public long freeBytes() {
    return disk.freeBytes();
  }

  @Override
  public @Nullable StoreException backgroundFailure() {
    return null;
  }

  @Override
  public void recover() {
    checkOpen();
    disk.check(MemoryDisk.Operation.WRITE);
    disk.sync();
  }

  @Override
  public void checkpoint(Path directory) {
    throw new StoreException(
        Kind.UNUSABLE, "an in-memory engine has no files and makes no checkpoints");
  }

  @Override
  public List<String> damage() {
    return List.of();
  }

  @Override
  public StoreStatistics statistics() {
    checkOpen();
    return new StoreStatistics(
        disk.read().rows(Family.ENTRIES).size(), 0, disk.freeBytes(), 0, Long.MAX_VALUE);
  }

  @Override
  public void close() {
    gate.close();
    disk.release(this);
  }

  void kill() {
    gate.close();
  }

  private void checkOpen() {
    if (gate.isClosed()) {
      throw new StoreException(Kind.IO, "the in-memory engine is closed");
    }
  }

  private record MemorySnapshot(MemoryContents contents) implements Snapshot {
    @Override
    public Cursor scan(Family family, KeyRange range) {
      return new MemoryCursor(contents.rows(family), range);
    }

    @Override
    public void close() {}
  }
}

package io.gigafs.server;

import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.StoreStatistics;
import io.gigafs.tablefs.engine.Cursor;
import io.gigafs.tablefs.engine.Engine;
import io.gigafs.tablefs.engine.Snapshot;
import io.gigafs.tablefs.engine.WriteRecords;
import io.gigafs.tablefs.schema.Family;
import io.gigafs.tablefs.schema.KeyRange;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An engine whose writes and syncs take time of the process that asks for them. */
final class SlowEngine implements Engine {
  private final Engine engine;

  /** Weak, as a store keeps its engine in a thread's locals, which may outlive the simulation. */
  private final WeakReference<SimulatedServer> server;

  SlowEngine(Engine engine, SimulatedServer server) {
    this.engine = engine;
    this.server = new WeakReference<>(server);
  }

  private void takeTime() {
    SimulatedServer owner = server.get();
    if (owner != null) {
      owner.takeDiskTime();
    }
  }

  @Override
  public int get(Family family, byte[] key, byte[] value) {
    return engine.get(family, key, value);
  }

  @Override
  public List<byte @Nullable []> getAll(Family family, List<byte[]> keys) {
    return engine.getAll(family, keys);
  }

  @Override
  public void write(WriteRecords records, boolean sync) {
    takeTime();
    engine.write(records, sync);
  }

  @Override
  public void sync() {
    takeTime();
    engine.sync();
  }

  @Override
  public Snapshot snapshot() {
    return engine.snapshot();
  }

  @Override
  public Cursor scan(Family family, KeyRange range) {
    return engine.scan(family, range);
  }

  @Override
  public long writeSortedFile(Path file, Cursor rows) {
    takeTime();
    return engine.writeSortedFile(file, rows);
  }

  @Override
  public void checkSortedFile(Path file, KeyRange range) {
    engine.checkSortedFile(file, range);
  }

  @Override
  public void ingest(Family family, KeyRange range, Path file) {
    takeTime();
    engine.ingest(family, range, file);
  }

  @Override
  public long freeBytes() {
    return engine.freeBytes();
  }

  @Override
  public @Nullable StoreException backgroundFailure() {
    return engine.backgroundFailure();
  }

  @Override
  public void recover() {
    takeTime();
    engine.recover();
  }

  @Override
  public List<String> damage() {
    return engine.damage();
  }

  @Override
  public void checkpoint(Path directory) {
    takeTime();
    engine.checkpoint(directory);
  }

  @Override
  public StoreStatistics statistics() {
    return engine.statistics();
  }

  @Override
  public void close() {
    engine.close();
  }
}

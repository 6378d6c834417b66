package io.gigafs.tablefs.engine;

import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.StoreStatistics;
import io.gigafs.tablefs.schema.Family;
import io.gigafs.tablefs.schema.KeyRange;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Forwards each call to another engine, which it owns. Subclasses override the methods they extend.
 */
public abstract class ForwardingEngine implements Engine {
  private final Engine engine;

  protected ForwardingEngine(Engine engine) {
    this.engine = engine;
  }

  @Override
  public EngineGate gate() {
    return engine.gate();
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
  public boolean isAbsent(Family family, byte[] key) {
    return engine.isAbsent(family, key);
  }

  @Override
  public void write(WriteRecords records, boolean sync) {
    engine.write(records, sync);
  }

  @Override
  public void sync() {
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
    return engine.writeSortedFile(file, rows);
  }

  @Override
  public void checkSortedFile(Path file, KeyRange range, boolean isVerified) {
    engine.checkSortedFile(file, range, isVerified);
  }

  @Override
  public void ingest(Family family, KeyRange range, Path file) {
    engine.ingest(family, range, file);
  }

  @Override
  public long boundMerges(boolean isShort, long freeBytes, long reserveBytes) {
    return engine.boundMerges(isShort, freeBytes, reserveBytes);
  }

  @Override
  public void reclaimSpace() {
    engine.reclaimSpace();
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
  public void maintain() {
    engine.maintain();
  }

  @Override
  public void recover() {
    engine.recover();
  }

  @Override
  public Set<String> giveUpLost() {
    return engine.giveUpLost();
  }

  @Override
  public void checkpoint(Path directory) {
    engine.checkpoint(directory);
  }

  @Override
  public List<String> damage() {
    return engine.damage();
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

package io.gigafs.tablefs.store;

import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.StoreStatistics;
import io.gigafs.tablefs.engine.Cursor;
import io.gigafs.tablefs.engine.Engine;
import io.gigafs.tablefs.engine.Snapshot;
import io.gigafs.tablefs.engine.WriteRecords;
import io.gigafs.tablefs.schema.Family;
import io.gigafs.tablefs.schema.KeyRange;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keeps writes from an engine on which one failed, until it has recovered: what its disk holds is
 * unknown meanwhile. Safe for use by several threads.
 *
 * <p>Moves from fit to failed when a write or a sync fails, or work in the background, and back
 * when {@link #recover} succeeds.
 */
final class GuardedEngine implements Engine {
  private final Engine engine;
  private final String name;
  private volatile @Nullable StoreException failure;

  /**
   * @param name of the store, for messages
   */
  GuardedEngine(Engine engine, String name) {
    this.engine = engine;
    this.name = name;
  }

  /** Why nothing can be written, or null. */
  @Nullable StoreException failure() {
    return failure;
  }

  /** Takes note that work in the background failed, if it did. */
  void checkBackground() {
    if (failure == null) {
      failure = engine.backgroundFailure();
    }
  }

  /** Refuses if nothing can be written. */
  void checkWritable() {
    StoreException cause = failure;
    if (cause != null) {
      throw StoreException.known(
          cause.kind(),
          name + " takes no changes until its disk does again: " + cause.getMessage(),
          cause);
    }
  }

  @Override
  public void write(WriteRecords records, boolean sync) {
    checkWritable();
    try {
      engine.write(records, sync);
    } catch (StoreException e) {
      failure = e;
      throw e;
    }
  }

  @Override
  public void sync() {
    checkWritable();
    try {
      engine.sync();
    } catch (StoreException e) {
      failure = e;
      throw e;
    }
  }

  @Override
  public void ingest(Family family, KeyRange range, Path file) {
    checkWritable();
    engine.ingest(family, range, file);
  }

  @Override
  public void recover() {
    engine.recover();
    failure = null;
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
  public void checkSortedFile(Path file, KeyRange range) {
    engine.checkSortedFile(file, range);
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
  public void checkpoint(Path directory) {
    checkWritable();
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

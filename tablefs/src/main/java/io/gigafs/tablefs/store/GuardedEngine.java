package io.gigafs.tablefs.store;

import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.engine.Engine;
import io.gigafs.tablefs.engine.ForwardingEngine;
import io.gigafs.tablefs.engine.WriteRecords;
import io.gigafs.tablefs.schema.Family;
import io.gigafs.tablefs.schema.KeyRange;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Rejects writes to an engine after a failure until it has recovered, because the contents of its
 * disk are unknown meanwhile. Thread-safe.
 *
 * <p>The state changes from fit to failed when a write, a sync or background work fails, and back
 * when {@link #recover} succeeds.
 */
final class GuardedEngine extends ForwardingEngine {
  private final String name;
  private final AtomicLong writtenBytes = new AtomicLong();
  private volatile @Nullable StoreException failure;

  /**
   * @param name of the store, for messages
   */
  GuardedEngine(Engine engine, String name) {
    super(engine);
    this.name = name;
  }

  /** Why nothing can be written, or null. */
  @Nullable StoreException failure() {
    return failure;
  }

  /** Records a failure of background work, if there was one. */
  void checkBackground() {
    if (failure == null) {
      failure = backgroundFailure();
    }
  }

  /** Fails if nothing can be written. */
  void checkWritable() {
    StoreException cause = failure;
    if (cause != null) {
      throw StoreException.known(
          cause.kind(),
          name + " takes no changes until its disk accepts writes again: " + cause.getMessage(),
          cause);
    }
  }

  /** Bytes written since the store was opened. */
  long writtenBytes() {
    return writtenBytes.get();
  }

  @Override
  public void write(WriteRecords records, boolean sync) {
    checkWritable();
    try {
      super.write(records, sync);
      writtenBytes.addAndGet(records.bytes());
    } catch (StoreException e) {
      failure = e;
      throw e;
    }
  }

  @Override
  public void sync() {
    checkWritable();
    try {
      super.sync();
    } catch (StoreException e) {
      failure = e;
      throw e;
    }
  }

  @Override
  public void ingest(Family family, KeyRange range, Path file) {
    checkWritable();
    super.ingest(family, range, file);
  }

  @Override
  public void recover() {
    super.recover();
    failure = null;
  }

  @Override
  public void checkpoint(Path directory) {
    checkWritable();
    super.checkpoint(directory);
  }
}

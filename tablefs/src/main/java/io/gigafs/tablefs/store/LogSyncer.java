package io.gigafs.tablefs.store;

import io.gigafs.tablefs.StoreException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Syncs the engine's log at an interval, on a thread of its own, until it is closed. What a sync
 * that failed means is the guarded engine's matter; the next one comes when writes go on.
 */
final class LogSyncer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LogSyncer.class);

  private final GuardedEngine engine;
  private final Clockwork clockwork;
  private volatile boolean dirty;

  LogSyncer(GuardedEngine engine, long intervalMillis) {
    this.engine = engine;
    this.clockwork = new Clockwork("tablefs-sync", intervalMillis, this::syncIfWritten);
  }

  /** Takes note that something was written: without that, nothing is synced. */
  void written() {
    if (!dirty) {
      dirty = true;
    }
  }

  private void syncIfWritten() {
    if (!dirty || engine.failure() != null) {
      return;
    }
    dirty = false;
    try {
      engine.sync();
    } catch (StoreException e) {
      LOG.error("the log cannot be synced", e);
    }
  }

  @Override
  public void close() {
    clockwork.close();
  }
}

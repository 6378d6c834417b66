package io.gigafs.tablefs.store;

import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.engine.front.EngineFront;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Syncs the engine's log periodically, on its own thread, until it is closed. The engine's front
 * handles failed syncs; syncing resumes when writes do.
 */
final class LogSyncer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LogSyncer.class);

  private final EngineFront engine;
  private final Clockwork clockwork;
  private volatile boolean dirty;

  LogSyncer(EngineFront engine, long intervalMillis) {
    this.engine = engine;
    this.clockwork = new Clockwork("tablefs-sync", intervalMillis, this::syncIfWritten);
  }

  /** Records a write. Without writes nothing is synced. */
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

package io.gigafs.tablefs.store;

import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.engine.Engine;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Syncs the engine's log at an interval, on a thread of its own, until it is closed or a sync
 * fails. A failure goes to whom the syncer was made for: what the disk holds is unknown from then
 * on.
 */
final class LogSyncer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LogSyncer.class);

  private final Engine engine;
  private final long intervalMillis;
  private final Consumer<RuntimeException> onFailure;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread thread;
  private volatile boolean dirty;

  LogSyncer(Engine engine, long intervalMillis, Consumer<RuntimeException> onFailure) {
    this.engine = engine;
    this.intervalMillis = intervalMillis;
    this.onFailure = onFailure;
    this.thread = new Thread(this::run, "tablefs-sync");
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** Takes note that something was written: without that, nothing is synced. */
  void written() {
    if (!dirty) {
      dirty = true;
    }
  }

  private void run() {
    try {
      while (!closing.await(intervalMillis, TimeUnit.MILLISECONDS)) {
        syncIfWritten();
      }
    } catch (InterruptedException e) {
      LOG.error("interrupted: the log is synced no more", e);
      onFailure.accept(
          new StoreException(StoreException.Kind.IO, "the sync thread was interrupted", e));
    } catch (RuntimeException e) {
      LOG.error("the log cannot be synced; the store takes no more writes", e);
      onFailure.accept(e);
    }
  }

  private void syncIfWritten() {
    if (dirty) {
      dirty = false;
      engine.sync();
    }
  }

  /** Returns when the thread has ended. */
  @Override
  public void close() {
    closing.countDown();
    boolean interrupted = false;
    while (true) {
      try {
        thread.join();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}

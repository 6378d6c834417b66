package io.gigafs.tablefs.engine.rocksdb;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.rocksdb.RocksDB;
import org.rocksdb.Snapshot;

/**
 * Shows RocksDB now and then that no snapshot needs deleted rows any more.
 *
 * <p>A table of deletions may sink to the bottom level as it is, and a listing then steps over all
 * of them. RocksDB rewrites such a table once it is older than the oldest snapshot, but works that
 * out only when a snapshot is released; so one is taken and released, at most once a second, on the
 * back of a call that writes or lists.
 */
final class SnapshotPulse {
  private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final RocksDB database;
  private final AtomicLong lastNanos = new AtomicLong(System.nanoTime());

  SnapshotPulse(RocksDB database) {
    this.database = database;
  }

  /** Called inside the gate. */
  void beat() {
    long now = System.nanoTime();
    long last = lastNanos.get();
    if (now - last > INTERVAL_NANOS && lastNanos.compareAndSet(last, now)) {
      try (Snapshot snapshot = database.getSnapshot()) {
        database.releaseSnapshot(snapshot);
      }
    }
  }
}

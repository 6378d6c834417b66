package io.gigafs.tablefs.engine.rocksdb;

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
  private final RocksDB database;
  private final OncePerSecond beats = new OncePerSecond();

  SnapshotPulse(RocksDB database) {
    this.database = database;
  }

  /** Called inside the gate. */
  void beat() {
    if (beats.isDue()) {
      try (Snapshot snapshot = database.getSnapshot()) {
        database.releaseSnapshot(snapshot);
      }
    }
  }
}

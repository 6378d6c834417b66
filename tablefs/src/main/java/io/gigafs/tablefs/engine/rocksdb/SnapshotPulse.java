package io.gigafs.tablefs.engine.rocksdb;

import org.rocksdb.RocksDB;
import org.rocksdb.Snapshot;

/**
 * Triggers RocksDB's check for tables of deletions that no snapshot needs any more.
 *
 * <p>A table of deletions may move to the bottom level unchanged, and a listing then steps over all
 * of them. RocksDB rewrites such a table once it is older than the oldest snapshot, but checks this
 * only when a snapshot is released. So a snapshot is taken and released at most once a second,
 * during a call that writes or lists.
 */
final class SnapshotPulse {
  private final RocksDB database;
  private final OncePerSecond beats = new OncePerSecond();

  SnapshotPulse(RocksDB database) {
    this.database = database;
  }

  /** Must be called inside the gate. */
  void beat() {
    if (beats.isDue()) {
      try (Snapshot snapshot = database.getSnapshot()) {
        database.releaseSnapshot(snapshot);
      }
    }
  }
}

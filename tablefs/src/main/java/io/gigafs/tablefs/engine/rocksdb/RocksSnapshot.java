package io.gigafs.tablefs.engine.rocksdb;

import io.gigafs.tablefs.engine.Cursor;
import io.gigafs.tablefs.engine.Snapshot;
import io.gigafs.tablefs.schema.Family;
import io.gigafs.tablefs.schema.KeyRange;

/** Keeps what rows were from being compacted away. */
final class RocksSnapshot implements Snapshot {
  private final RocksEngine engine;
  private final NativeHandles handles;
  private final org.rocksdb.Snapshot snapshot;

  RocksSnapshot(RocksEngine engine, NativeHandles handles, org.rocksdb.Snapshot snapshot) {
    this.engine = engine;
    this.handles = handles;
    this.snapshot = snapshot;
  }

  @Override
  public Cursor scan(Family family, KeyRange range) {
    return engine.scan(family, range, snapshot);
  }

  @Override
  public void close() {
    if (handles.giveBack(this)) {
      engine.database().releaseSnapshot(snapshot);
      snapshot.close();
      engine.gate().leave();
    }
  }
}

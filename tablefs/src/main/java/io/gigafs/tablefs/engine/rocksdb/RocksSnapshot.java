package io.gigafs.tablefs.engine.rocksdb;

import io.gigafs.tablefs.engine.Cursor;
import io.gigafs.tablefs.engine.Snapshot;
import io.gigafs.tablefs.schema.Family;
import io.gigafs.tablefs.schema.KeyRange;

/** A RocksDB snapshot. It keeps old versions of rows from being compacted away. */
final class RocksSnapshot implements Snapshot {
  private final RocksEngine engine;
  private final Database database;
  private final org.rocksdb.Snapshot snapshot;

  RocksSnapshot(RocksEngine engine, Database database, org.rocksdb.Snapshot snapshot) {
    this.engine = engine;
    this.database = database;
    this.snapshot = snapshot;
  }

  @Override
  public Cursor scan(Family family, KeyRange range) {
    return engine.lend(
        "cursor over " + family.label(),
        opened -> new RocksCursor(engine, opened, family, range, snapshot));
  }

  @Override
  public void close() {
    if (database.handles().giveBack(this)) {
      database.rocks().releaseSnapshot(snapshot);
      snapshot.close();
      engine.gate().leave();
    }
  }
}

package io.gigafs.tablefs.engine.rocksdb;

import io.gigafs.tablefs.engine.Cursor;
import io.gigafs.tablefs.schema.Family;
import io.gigafs.tablefs.schema.KeyRange;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;

/**
 * A RocksDB iterator over a range. The upper bound prevents it from reading rows behind the range,
 * and from stepping over deleted rows there.
 */
final class RocksCursor implements Cursor {
  private static final int KEY_BYTES = 288;
  private static final int VALUE_BYTES = 128;

  private final RocksEngine engine;
  private final Database database;
  private final byte[] first;
  private final Slice end;
  private final ReadOptions options;
  private final RocksIterator iterator;
  private boolean started;
  private boolean ended;
  private byte[] key = new byte[KEY_BYTES];
  private byte[] value = new byte[VALUE_BYTES];
  private int valueLength = -1;

  RocksCursor(
      RocksEngine engine,
      Database database,
      Family family,
      KeyRange range,
      org.rocksdb.@Nullable Snapshot snapshot) {
    this.engine = engine;
    this.database = database;
    this.first = range.first();
    this.end = new Slice(range.end());
    this.options = new ReadOptions().setIterateUpperBound(end);
    if (snapshot != null) {
      options.setSnapshot(snapshot);
    }
    this.iterator = database.rocks().newIterator(database.handle(family), options);
  }

  @Override
  public boolean next() {
    valueLength = -1;
    if (ended) {
      return false;
    }
    if (started) {
      iterator.next();
    } else {
      iterator.seek(first);
      started = true;
    }
    if (iterator.isValid()) {
      return true;
    }
    ended = true;
    checkStatus();
    return false;
  }

  private void checkStatus() {
    try {
      iterator.status();
    } catch (RocksDBException e) {
      throw engine.failure("cannot read rows", e);
    }
  }

  @Override
  public byte[] key() {
    int length = iterator.key(key, 0, key.length);
    if (length > key.length) {
      key = new byte[length];
      iterator.key(key, 0, length);
    }
    return Arrays.copyOf(key, length);
  }

  @Override
  public byte[] value() {
    readValue();
    return value;
  }

  @Override
  public int valueLength() {
    readValue();
    return valueLength;
  }

  private void readValue() {
    if (valueLength >= 0) {
      return;
    }
    int length = iterator.value(value, 0, value.length);
    if (length > value.length) {
      value = new byte[length];
      iterator.value(value, 0, length);
    }
    valueLength = length;
  }

  @Override
  public void close() {
    if (database.handles().giveBack(this)) {
      iterator.close();
      options.close();
      end.close();
      engine.gate().leave();
    }
  }
}

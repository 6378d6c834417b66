package io.gigafs.bench.compaction;

import io.gigafs.tablefs.engine.Cursor;
import java.util.function.Predicate;

/**
 * The rows of a cursor whose keys match a predicate.
 *
 * @param rows closed with this
 */
record RowsOfPart(Cursor rows, Predicate<byte[]> wanted) implements Cursor {
  @Override
  public boolean next() {
    while (rows.next()) {
      if (wanted.test(rows.key())) {
        return true;
      }
    }
    return false;
  }

  @Override
  public byte[] key() {
    return rows.key();
  }

  @Override
  public byte[] value() {
    return rows.value();
  }

  @Override
  public int valueLength() {
    return rows.valueLength();
  }

  @Override
  public void close() {
    rows.close();
  }
}

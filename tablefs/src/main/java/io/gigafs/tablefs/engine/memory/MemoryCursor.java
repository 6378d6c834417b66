package io.gigafs.tablefs.engine.memory;

import io.gigafs.tablefs.engine.Cursor;
import io.gigafs.tablefs.schema.KeyRange;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Finds each next row by a search from the root. This needs no stack, and the tree is immutable.
 */
final class MemoryCursor implements Cursor {
  private final Rows rows;
  private final byte[] end;
  private byte @Nullable [] seek;
  private Rows.@Nullable Node row;

  MemoryCursor(Rows rows, KeyRange range) {
    this.rows = rows;
    this.end = range.end();
    this.seek = range.first();
  }

  @Override
  public boolean next() {
    Rows.Node found = seek == null ? null : rows.ceiling(seek);
    if (found == null || Arrays.compareUnsigned(found.key(), end) >= 0) {
      seek = null;
      row = null;
      return false;
    }
    row = found;
    seek = Arrays.copyOf(found.key(), found.key().length + 1);
    return true;
  }

  @Override
  public byte[] key() {
    return row().key().clone();
  }

  @Override
  public byte[] value() {
    return row().value();
  }

  @Override
  public int valueLength() {
    return row().value().length;
  }

  @Override
  public void close() {}

  private Rows.Node row() {
    if (row == null) {
      throw new IllegalStateException("the cursor is at no row");
    }
    return row;
  }
}

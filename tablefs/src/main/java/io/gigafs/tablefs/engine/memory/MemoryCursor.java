package io.gigafs.tablefs.engine.memory;

import io.gigafs.tablefs.engine.Cursor;
import io.gigafs.tablefs.schema.KeyRange;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Finds each next row by a search from the root. This needs no stack, and the tree is immutable.
 */
final class MemoryCursor implements Cursor {
  private final RowTree rows;
  private final byte[] end;
  private byte @Nullable [] seek;
  private RowTree.@Nullable Node row;

  MemoryCursor(RowTree rows, KeyRange range) {
    this.rows = rows;
    this.end = range.end();
    this.seek = range.first();
  }

  @Override
  public boolean next() {
    RowTree.Node found = seek == null ? null : rows.ceiling(seek);
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

  private RowTree.Node row() {
    if (row == null) {
      throw new IllegalStateException("the cursor is at no row");
    }
    return row;
  }
}

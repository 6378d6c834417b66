package io.gigafs.tablefs.engine.front;

import io.gigafs.tablefs.engine.Cursor;
import io.gigafs.tablefs.engine.front.StagedRows.StagedRow;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;

/** Merges staged rows and rows of the engine below in key order. No key is in both. */
final class MergedCursor implements Cursor {
  private final Iterator<Map.Entry<byte[], StagedRow>> stagedRows;
  private final Cursor flushedRows;

  /** The next row of each source; null at its end. */
  private Map.@Nullable Entry<byte[], StagedRow> staged;

  private byte @Nullable [] flushedKey;

  private boolean started;
  private boolean atStaged;

  MergedCursor(NavigableMap<byte[], StagedRow> staged, Cursor flushed) {
    this.stagedRows = staged.entrySet().iterator();
    this.flushedRows = flushed;
  }

  @Override
  public boolean next() {
    if (!started || atStaged) {
      staged = stagedRows.hasNext() ? stagedRows.next() : null;
    }
    if (!started || !atStaged) {
      boolean isThere = (!started || flushedKey != null) && flushedRows.next();
      flushedKey = isThere ? flushedRows.key() : null;
    }
    started = true;
    byte[] flushed = flushedKey;
    atStaged =
        staged != null && (flushed == null || Arrays.compareUnsigned(staged.getKey(), flushed) < 0);
    return atStaged || flushed != null;
  }

  @Override
  public byte[] key() {
    return atStaged ? stagedRow().getKey().clone() : flushedRows.key();
  }

  @Override
  public byte[] value() {
    return atStaged ? stagedRow().getValue().value() : flushedRows.value();
  }

  @Override
  public int valueLength() {
    return atStaged ? stagedRow().getValue().value().length : flushedRows.valueLength();
  }

  private Map.Entry<byte[], StagedRow> stagedRow() {
    if (staged == null) {
      throw new IllegalStateException("the cursor is at no row");
    }
    return staged;
  }

  @Override
  public void close() {
    flushedRows.close();
  }
}

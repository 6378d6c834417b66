package io.gigafs.tablefs.engine.nursery;

import io.gigafs.tablefs.engine.Cursor;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;

/** Goes over young rows and those of the engine below, of which none has the same key. */
final class MergedCursor implements Cursor {
  private final Iterator<Map.Entry<byte[], YoungRow>> youngRows;
  private final Cursor grownRows;

  /** The next of each; null behind the last. */
  private Map.@Nullable Entry<byte[], YoungRow> young;

  private byte @Nullable [] grownKey;

  private boolean started;
  private boolean atYoung;

  MergedCursor(NavigableMap<byte[], YoungRow> young, Cursor grown) {
    this.youngRows = young.entrySet().iterator();
    this.grownRows = grown;
  }

  @Override
  public boolean next() {
    if (!started || atYoung) {
      young = youngRows.hasNext() ? youngRows.next() : null;
    }
    if (!started || !atYoung) {
      boolean isThere = (!started || grownKey != null) && grownRows.next();
      grownKey = isThere ? grownRows.key() : null;
    }
    started = true;
    byte[] grown = grownKey;
    atYoung = young != null && (grown == null || Arrays.compareUnsigned(young.getKey(), grown) < 0);
    return atYoung || grown != null;
  }

  @Override
  public byte[] key() {
    return atYoung ? youngRow().getKey().clone() : grownRows.key();
  }

  @Override
  public byte[] value() {
    return atYoung ? youngRow().getValue().value() : grownRows.value();
  }

  @Override
  public int valueLength() {
    return atYoung ? youngRow().getValue().value().length : grownRows.valueLength();
  }

  private Map.Entry<byte[], YoungRow> youngRow() {
    if (young == null) {
      throw new IllegalStateException("the cursor is at no row");
    }
    return young;
  }

  @Override
  public void close() {
    grownRows.close();
  }
}

package io.gigafs.server.data;

import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.file.DataWrite;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.Batch;
import io.gigafs.tablefs.EntryKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The effect of writes on an inline file, computed before any of it is applied. */
public sealed interface InlineWrite {

  /**
   * The writes have no bytes and change nothing.
   *
   * @param end end of the file if an empty append was among them, else 0
   */
  record Nothing(long end) implements InlineWrite {}

  /** An error: an offset is invalid. */
  record Refused(ErrorCode code) implements InlineWrite {}

  /** The file would exceed the inline limit: its bytes belong on a volume. */
  record TooLarge() implements InlineWrite {}

  /**
   * The file after the writes.
   *
   * @param end end of the file after the last append, 0 if there was none
   */
  @SuppressWarnings("ArrayRecordComponent") // only transferred, never compared
  record Bytes(long size, long end, byte[] row) implements InlineWrite {
    /** Number of zero bytes of the file behind the row. */
    public long holes() {
      return size - InlineRow.length(row);
    }

    /** Stores the bytes; the caller stores the entry. */
    public void apply(Batch batch, EntryKey key) {
      batch.putInline(key, row);
    }
  }

  /**
   * Computes the effect of writes. Reads the existing bytes only if some of them remain.
   *
   * @param file an inline file's attributes
   * @param most maximum number of bytes of an inline file
   */
  static InlineWrite of(
      Batch batch, EntryKey key, Attributes file, List<DataWrite> writes, int most) {
    WriteExtent extent = new WriteExtent(file.size());
    for (DataWrite write : writes) {
      @Nullable ErrorCode refused = extent.add(write);
      if (refused != null) {
        return new Refused(refused);
      }
    }
    if (extent.last() == 0) {
      return new Nothing(extent.appended());
    }
    if (extent.last() > most) {
      return new TooLarge();
    }
    boolean coversAll = extent.firstCovers() >= file.size();
    byte[] old = coversAll ? null : batch.getInline(key);
    byte[] row = rowFor(old, extent, key);
    WriteExtent.copy(writes, file.size(), row);
    return new Bytes(extent.size(), extent.appended(), InlineRow.seal(row));
  }

  private static byte[] rowFor(byte @Nullable [] old, WriteExtent extent, EntryKey key) {
    int length = Math.toIntExact(extent.last());
    if (old == null) {
      return InlineRow.ofLength(length);
    }
    byte[] row = InlineRow.ofLength(Math.max(length, InlineRow.length(old)));
    byte[] whole = InlineRow.verified(old, key);
    System.arraycopy(whole, InlineRow.BYTES, row, InlineRow.BYTES, InlineRow.length(whole));
    return row;
  }
}

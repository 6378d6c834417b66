package io.gigafs.server.content;

import io.gigafs.protocol.DataWrite;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.Batch;
import io.gigafs.tablefs.EntryKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What writes come to for an inline file, before anything of them is done. */
public sealed interface InlineWrite {

  /**
   * They change nothing, as they write nothing.
   *
   * @param end where the file ends if nothing was appended to it, else 0
   */
  record Nothing(long end) implements InlineWrite {}

  /** An error: what is written is nowhere in a file. */
  record Refused(ErrorCode code) implements InlineWrite {}

  /** The file would have more bytes than the server keeps: they belong on a volume. */
  record TooLarge() implements InlineWrite {}

  /**
   * The file as it will be.
   *
   * @param end where the file ends behind what was appended last, 0 if nothing was
   */
  @SuppressWarnings("ArrayRecordComponent") // carried, never compared
  record Bytes(long size, long end, byte[] row) implements InlineWrite {
    /** How many of the bytes behind those of the row are a hole. */
    public long holes() {
      return size - InlineRow.length(row);
    }

    /** Puts the bytes beside the entry, which is the caller's to change. */
    public void apply(Batch batch, EntryKey key) {
      batch.putInline(key, row);
    }
  }

  /**
   * Finds out what writes come to. Reads the bytes that are there only if some of them stay.
   *
   * @param file an inline file's attributes
   * @param most the most bytes that the server keeps of a file
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

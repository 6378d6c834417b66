package io.gigafs.server.data;

import io.gigafs.protocol.file.FileData;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.Batch;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.FileType;
import io.gigafs.tablefs.StoreException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Location of the bytes of regular files, and truncation of inline ones.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>an inline file has at most as many bytes in its row as its size says; the rest are zeros;
 *   <li>a row is written and removed in the batch that writes the entry.
 * </ol>
 */
public final class InlineFiles {
  /** The bytes of an empty file. */
  public static final FileData NOTHING = new FileData.Inline(new byte[0], 0);

  private InlineFiles() {}

  /** Whether the file's bytes are in the store itself. */
  public static boolean isInline(Attributes file) {
    return file.type() == FileType.REGULAR && !file.has(Attributes.STORED);
  }

  /** Whether a row is intact and has at most the bytes of an inline file of this size. */
  public static boolean isWhole(byte[] row, long size) {
    return InlineRow.isWhole(row) && InlineRow.length(row) <= size;
  }

  /** Stores the bytes of an inline file. */
  public static void put(Batch batch, EntryKey key, FileData.Inline data) {
    byte[] row = InlineRow.ofLength(data.bytes().length);
    System.arraycopy(data.bytes(), 0, row, InlineRow.BYTES, data.bytes().length);
    batch.putInline(key, InlineRow.seal(row));
  }

  /** Whether an inline file has exactly these bytes. */
  public static boolean has(Batch batch, EntryKey key, FileData.Inline data) {
    byte[] row = batch.getInline(key);
    return row == null
        ? data.bytes().length == 0
        : InlineRow.isWhole(row) && Arrays.equals(InlineRow.bytes(row), data.bytes());
  }

  /**
   * Location of a file's bytes, for an answer of this commit batch; null if it is no regular file.
   */
  public static @Nullable FileData read(CommitBatch commitBatch, EntryKey key, Attributes file) {
    @Nullable FileData data = dataOf(commitBatch.batch(), key, file);
    if (data instanceof FileData.Inline inline) {
      commitBatch.carries(inline.bytes().length);
    }
    return data;
  }

  /** Location of a file's bytes; null if it is no regular file. */
  public static @Nullable FileData dataOf(Batch batch, EntryKey key, Attributes file) {
    if (file.type() != FileType.REGULAR) {
      return null;
    }
    boolean isStored = file.has(Attributes.STORED);
    if (!isStored && file.size() == 0) {
      return NOTHING;
    }
    byte[] row = batch.getInline(key);
    if (isStored) {
      if (row == null) {
        throw new StoreException(
            StoreException.Kind.DAMAGED, key + " is on a volume, and nothing says where");
      }
      VolumeObjectRow stored = VolumeObjectRow.decode(row);
      boolean isSettled = (file.marks() & (Attributes.UNSETTLED | Attributes.EXPOSED)) == 0;
      return new FileData.Stored(
          stored.location(), file.has(Attributes.UNSETTLED), isSettled ? stored.crc() : null);
    }
    if (row != null && row.length < InlineRow.BYTES) {
      throw new StoreException(StoreException.Kind.DAMAGED, "the bytes of " + key + " are lost");
    }
    return row == null ? NOTHING : new FileData.Inline(InlineRow.bytes(row), InlineRow.crc(row));
  }

  /** Stores all bytes, at least one, of a new file beside its entry. */
  public static void putNew(Batch batch, EntryKey key, byte[] bytes) {
    byte[] row = InlineRow.ofLength(bytes.length);
    System.arraycopy(bytes, 0, row, InlineRow.BYTES, bytes.length);
    batch.putInline(key, InlineRow.seal(row));
  }

  /**
   * Drops the bytes of an inline file behind a new size. Does nothing to other files, nor to one
   * that grows, as added bytes are zeros.
   *
   * @param before the file's attributes before the change
   */
  public static void truncate(Batch batch, EntryKey key, Attributes before, long size) {
    if (!isInline(before) || size >= before.size()) {
      return;
    }
    byte[] row = batch.getInline(key);
    if (row == null || InlineRow.length(row) <= size) {
      return;
    }
    if (size == 0) {
      batch.deleteInline(key);
    } else {
      byte[] whole = InlineRow.verified(row, key);
      batch.putInline(
          key, InlineRow.seal(Arrays.copyOf(whole, InlineRow.BYTES + Math.toIntExact(size))));
    }
  }
}

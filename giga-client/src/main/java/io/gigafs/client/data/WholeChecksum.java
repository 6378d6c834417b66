package io.gigafs.client.data;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The checksum of an object that is written sequentially from start to end; any other object has
 * none. Safe for use by several threads.
 */
final class WholeChecksum {
  /** Null once the object was written in any other way, which is final. */
  private volatile @Nullable CRC32C crc;

  /** Guarded by this. */
  private long end;

  private WholeChecksum(@Nullable CRC32C crc) {
    this.crc = crc;
  }

  /** For an empty object. */
  static WholeChecksum begun() {
    return new WholeChecksum(new CRC32C());
  }

  /** For an object with unknown contents. */
  static WholeChecksum none() {
    return new WholeChecksum(null);
  }

  /** Adds bytes that are about to be written; the buffer is not changed. */
  void add(long offset, ByteBuffer bytes) {
    if (crc != null) {
      addNext(offset, bytes);
    }
  }

  private synchronized void addNext(long offset, ByteBuffer bytes) {
    CRC32C known = crc;
    if (known == null) {
      return;
    }
    if (offset == end) {
      end += bytes.remaining();
      known.update(bytes.duplicate());
    } else {
      crc = null;
    }
  }

  /** The object was changed in another way. */
  void spoil() {
    crc = null;
  }

  /** Whether the checksum is known for an object of this size. */
  synchronized boolean covers(long size) {
    return crc != null && end == size;
  }

  /** The checksum if it is known, else 0. */
  synchronized int value() {
    CRC32C known = crc;
    return known == null ? 0 : (int) known.getValue();
  }
}

package io.gigafs.cache.segment;

import io.gigafs.cache.CacheKey;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Changes of the index that are written together. Not safe for use by several threads.
 *
 * <p>A frame; numbers are big-endian:
 *
 * <pre>
 * 0  length    4  of the records
 * 4  crc       4  CRC32C of the records
 * 8  records
 * </pre>
 *
 * <p>A record: the kind, with {@link #SAME_KEY} added if the key is that of the record before in
 * the frame and left out.
 *
 * <pre>
 * ADDED    kind 1, generation 8, index 4, [key length 1, key], sequence 8, offset 4, length 4, crc 4
 * REMOVED  kind 1, generation 8, index 4, [key length 1, key]
 * </pre>
 */
final class LogFrame {
  static final int HEADER_BYTES = 8;

  /** Of the longest record. */
  static final int MAX_RECORD_BYTES = 34 + CacheKey.MAX_BYTES;

  static final byte ADDED = 1;
  static final byte REMOVED = 2;
  static final byte SAME_KEY = 0x40;

  private static final int INITIAL_BYTES = 64 << 10;

  private ByteBuffer buffer = ByteBuffer.allocate(INITIAL_BYTES).position(HEADER_BYTES);
  private @Nullable CacheKey lastKey;

  boolean isEmpty() {
    return buffer.position() == HEADER_BYTES;
  }

  /** Bytes that it would take in the file. */
  int bytes() {
    return buffer.position();
  }

  void added(Block block) {
    begin(ADDED, block.key, block.generation, block.index);
    buffer.putLong(block.segment.sequence()).putInt(block.offset);
    buffer.putInt(block.length).putInt(block.crc);
  }

  void removed(CacheKey key, long generation, int index) {
    begin(REMOVED, key, generation, index);
  }

  private void begin(byte kind, CacheKey key, long generation, int index) {
    if (buffer.remaining() < MAX_RECORD_BYTES) {
      buffer = ByteBuffer.allocate(2 * buffer.capacity()).put(buffer.flip());
    }
    boolean isSame = lastKey != null && lastKey.equals(key);
    buffer.put(isSame ? (byte) (kind | SAME_KEY) : kind).putLong(generation).putInt(index);
    if (!isSame) {
      buffer.put((byte) key.length()).put(key.toBytes());
      lastKey = key;
    }
  }

  /** The bytes for the file; nothing may be added before {@link #clear}. */
  ByteBuffer encode() {
    int end = buffer.position();
    CRC32C crc = new CRC32C();
    crc.update(buffer.array(), HEADER_BYTES, end - HEADER_BYTES);
    buffer.putInt(0, end - HEADER_BYTES).putInt(Integer.BYTES, (int) crc.getValue());
    return buffer.duplicate().flip();
  }

  /** Forgets all changes. */
  void clear() {
    if (buffer.capacity() > INITIAL_BYTES) {
      buffer = ByteBuffer.allocate(INITIAL_BYTES);
    }
    buffer.clear().position(HEADER_BYTES);
    lastKey = null;
  }
}

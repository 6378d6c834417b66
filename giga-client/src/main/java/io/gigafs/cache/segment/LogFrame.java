package io.gigafs.cache.segment;

import io.gigafs.cache.CacheKey;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Changes of the index that are written together. Not thread-safe.
 *
 * <p>A frame; numbers are big-endian:
 *
 * <pre>
 *  0  length      4  of the records
 *  4  crc         4  CRC32C of the records
 *  8  header crc  4  CRC32C of the 8 bytes before: a damaged length is no frame that was cut off
 * 12  records
 * </pre>
 *
 * <p>A record: the kind, plus {@link #SAME_KEY} if the key equals that of the previous record in
 * the frame and is omitted.
 *
 * <pre>
 * ADDED    kind 1, generation 8, index 4, [key length 1, key], sequence 8, offset 4, length 4, crc 4
 * REMOVED  kind 1, generation 8, index 4, [key length 1, key]
 * </pre>
 */
final class LogFrame {
  static final int HEADER_BYTES = 12;

  private static final int CRC_AT = 4;
  private static final int HEADER_CRC_AT = 8;

  /** The length of the longest record. */
  static final int MAX_RECORD_BYTES = 34 + CacheKey.MAX_BYTES;

  static final int TYPICAL_RECORD_BYTES = 50;

  static final byte ADDED = 1;
  static final byte REMOVED = 2;
  static final byte SAME_KEY = 0x40;

  private static final int INITIAL_BYTES = 64 << 10;

  private ByteBuffer buffer = ByteBuffer.allocate(INITIAL_BYTES).position(HEADER_BYTES);
  private @Nullable CacheKey lastKey;

  boolean isEmpty() {
    return buffer.position() == HEADER_BYTES;
  }

  /** The bytes that it would take in the file. */
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
    buffer.putInt(0, end - HEADER_BYTES);
    buffer.putInt(CRC_AT, BlockBytes.crc(buffer, HEADER_BYTES, end));
    buffer.putInt(HEADER_CRC_AT, BlockBytes.crc(buffer, 0, HEADER_CRC_AT));
    return buffer.duplicate().flip();
  }

  /** The length of the records behind a header; -1 if it is damaged. */
  static int length(ByteBuffer header) {
    boolean isWhole =
        header.getInt(HEADER_CRC_AT) == BlockBytes.crc(header, 0, HEADER_CRC_AT)
            && header.getInt(0) > 0;
    return isWhole ? header.getInt(0) : -1;
  }

  /** Whether the checksum in a header matches the records. */
  static boolean isOf(ByteBuffer header, ByteBuffer records) {
    return header.getInt(CRC_AT) == BlockBytes.crc(records, 0, records.limit());
  }

  /** Removes all changes. */
  void clear() {
    if (buffer.capacity() > INITIAL_BYTES) {
      buffer = ByteBuffer.allocate(INITIAL_BYTES);
    }
    buffer.clear().position(HEADER_BYTES);
    lastKey = null;
  }
}

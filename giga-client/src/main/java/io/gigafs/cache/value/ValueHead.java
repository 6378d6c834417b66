package io.gigafs.cache.value;

import io.gigafs.cache.CacheStore;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The contents of the head block of a value. Immutable.
 *
 * <pre>
 *   offset 0       4         5      6      8        16           24            28
 *          +-------+---------+------+------+--------+------------+-------------+--------+
 *          | magic | version | kind | 0    | length | generation | block bytes | blocks |
 *          +-------+---------+------+------+--------+------------+-------------+--------+
 *           int32   int8      int8   int16  int64    int64        int32         int32
 * </pre>
 *
 * <p>They are followed by the bytes of the value (kind 0, no blocks), or the CRC32C of each of its
 * blocks (kind 1). Big-endian.
 *
 * @param length of the value
 * @param generation of its blocks, random for each put
 * @param blockBytes of each of its blocks but the last
 * @param blocks their number, 0 if the value's bytes are in the head block
 */
public record ValueHead(long length, long generation, int blockBytes, int blocks) {
  /** The length of the head without what follows it. */
  public static final int BYTES = 32;

  /** The maximum length of a value in a head block. */
  static final int MAX_INLINE_BYTES = CacheStore.MAX_BLOCK_BYTES - BYTES;

  /** The maximum number of blocks of a value. */
  public static final int MAX_BLOCKS = (CacheStore.MAX_BLOCK_BYTES - BYTES) / Integer.BYTES;

  private static final int MAGIC = 0x47_56_41_4c;
  private static final byte VERSION = 1;
  private static final byte INLINE = 0;
  private static final byte IN_BLOCKS = 1;

  /** The head of a value whose bytes follow it. */
  public static ValueHead inline(long length, long generation) {
    return new ValueHead(length, generation, 0, 0);
  }

  /** Whether the value's bytes are in the head block. */
  public boolean isInline() {
    return blocks == 0;
  }

  /** The length of a block. */
  public int blockLength(int block) {
    return (int) Math.min(blockBytes, length - (long) block * blockBytes);
  }

  /** The length of the head block. */
  public int headBlockBytes() {
    return BYTES + (isInline() ? (int) length : blocks * Integer.BYTES);
  }

  /** Appends the head to a buffer. */
  public void write(ByteBuffer out) {
    out.putInt(MAGIC).put(VERSION).put(isInline() ? INLINE : IN_BLOCKS).putShort((short) 0);
    out.putLong(length).putLong(generation).putInt(blockBytes).putInt(blocks);
  }

  /** Reads a head from a buffer; null if it is invalid, or this version does not know it. */
  public static @Nullable ValueHead read(ByteBuffer in) {
    if (in.remaining() < BYTES || in.getInt() != MAGIC || in.get() != VERSION) {
      return null;
    }
    byte kind = in.get();
    in.getShort();
    ValueHead head = new ValueHead(in.getLong(), in.getLong(), in.getInt(), in.getInt());
    return head.isValid(kind) ? head : null;
  }

  private boolean isValid(byte kind) {
    if (kind == INLINE) {
      return blocks == 0 && length >= 0 && length <= MAX_INLINE_BYTES;
    }
    return kind == IN_BLOCKS
        && blocks > 0
        && blocks <= MAX_BLOCKS
        && blockBytes > 0
        && blockBytes <= CacheStore.MAX_BLOCK_BYTES
        && length > (long) (blocks - 1) * blockBytes
        && length <= (long) blocks * blockBytes;
  }

  /** CRC32C of the remaining bytes of buffers, in order. */
  public static int crc(ByteBuffer... parts) {
    CRC32C crc = new CRC32C();
    for (ByteBuffer part : parts) {
      crc.update(part.duplicate());
    }
    return (int) crc.getValue();
  }
}

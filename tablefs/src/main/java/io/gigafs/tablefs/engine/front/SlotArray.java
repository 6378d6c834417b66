package io.gigafs.tablefs.engine.front;

import java.util.function.LongPredicate;
import java.util.zip.CRC32C;
import org.agrona.concurrent.UnsafeBuffer;

/*
 *   offset  bytes  what
 *   0       8      stamp of the write that put the row; 0 if the slot is free
 *   8       8      stamp of the write that replaced or deleted it; 0 if none
 *   16      2      length of the key
 *   18      2      length of the value
 *   20      4      CRC32C of the first stamp, key and value
 *   24             key, value
 */

/**
 * Rows in fixed-size slots of memory. The memory can be read after the process died at any
 * instruction: a row exists if the write that put it was committed and no write that ended it was.
 * Not thread-safe.
 */
final class SlotArray {
  /** Size of a slot, bytes. */
  static final int BYTES = 256;

  /** The result of {@link #put} if the row does not fit. */
  static final int NO_SLOT = -1;

  private static final int ENDED_OFFSET = Long.BYTES;
  private static final int KEY_LENGTH_OFFSET = 2 * Long.BYTES;
  private static final int VALUE_LENGTH_OFFSET = KEY_LENGTH_OFFSET + Short.BYTES;
  private static final int CHECKSUM_OFFSET = VALUE_LENGTH_OFFSET + Short.BYTES;
  private static final int ROW_OFFSET = CHECKSUM_OFFSET + Integer.BYTES;

  private final StagingMemory memory;
  private final UnsafeBuffer bytes;
  private final int[] free;
  private final CRC32C crc = new CRC32C();
  private final byte[] stampBytes = new byte[Long.BYTES];
  private int frees;

  /** Receives the rows of the memory. */
  @FunctionalInterface
  interface Visitor {
    void visit(byte[] key, byte[] value);
  }

  SlotArray(StagingMemory memory) {
    this.memory = memory;
    this.bytes = memory.bytes();
    this.free = new int[memory.slots()];
  }

  /**
   * Passes each intact row that an earlier process left to a visitor.
   *
   * @param isCommitted says whether the write with a stamp was committed
   */
  void forEach(LongPredicate isCommitted, Visitor visitor) {
    for (int slot = 0; slot < memory.slots(); slot++) {
      int at = memory.offset(slot);
      long put = bytes.getLong(at);
      long ended = bytes.getLong(at + ENDED_OFFSET);
      boolean isThere =
          put != Stamp.NONE
              && isWhole(at)
              && isCommitted.test(put)
              && (ended == Stamp.NONE || !isCommitted.test(ended));
      if (isThere) {
        int row = at + rowOffset();
        byte[] key = new byte[bytes.getShort(at + KEY_LENGTH_OFFSET)];
        byte[] value = new byte[bytes.getShort(at + VALUE_LENGTH_OFFSET)];
        bytes.getBytes(row, key);
        bytes.getBytes(row + key.length, value);
        visitor.visit(key, value);
      }
    }
  }

  /** Layout 0, of earlier versions, has no checksums. */
  private int rowOffset() {
    return memory.hasChecksums() ? ROW_OFFSET : CHECKSUM_OFFSET;
  }

  /** Number of occupied slots whose row is damaged. */
  int damaged() {
    int damaged = 0;
    for (int slot = 0; slot < memory.slots(); slot++) {
      int at = memory.offset(slot);
      damaged += bytes.getLong(at) != Stamp.NONE && !isWhole(at) ? 1 : 0;
    }
    return damaged;
  }

  private boolean isWhole(int at) {
    int keyLength = bytes.getShort(at + KEY_LENGTH_OFFSET);
    int valueLength = bytes.getShort(at + VALUE_LENGTH_OFFSET);
    if (keyLength < 0 || valueLength < 0 || rowOffset() + keyLength + valueLength > BYTES) {
      return false;
    }
    if (!memory.hasChecksums()) {
      return true;
    }
    byte[] row = new byte[keyLength + valueLength];
    bytes.getBytes(at + ROW_OFFSET, row);
    return bytes.getInt(at + CHECKSUM_OFFSET) == checksum(bytes.getLong(at), row, new byte[0]);
  }

  private int checksum(long stamp, byte[] key, byte[] value) {
    for (int i = 0; i < Long.BYTES; i++) {
      stampBytes[i] = (byte) (stamp >>> (i * Byte.SIZE));
    }
    crc.reset();
    crc.update(stampBytes);
    crc.update(key);
    crc.update(value);
    return (int) crc.getValue();
  }

  /** Discards all rows and begins a generation. */
  void begin(long generation) {
    memory.begin(generation);
    for (frees = 0; frees < free.length; frees++) {
      free[frees] = free.length - 1 - frees;
    }
  }

  /** Stores a row in a free slot. Returns the slot, or {@link #NO_SLOT}. */
  int put(byte[] key, byte[] value, long stamp) {
    if (frees == 0 || ROW_OFFSET + key.length + value.length > BYTES) {
      return NO_SLOT;
    }
    int slot = free[--frees];
    int at = memory.offset(slot);
    bytes.putShort(at + KEY_LENGTH_OFFSET, (short) key.length);
    bytes.putShort(at + VALUE_LENGTH_OFFSET, (short) value.length);
    bytes.putInt(at + CHECKSUM_OFFSET, checksum(stamp, key, value));
    bytes.putBytes(at + ROW_OFFSET, key);
    bytes.putBytes(at + ROW_OFFSET + key.length, value);
    bytes.putLongOrdered(at, stamp);
    return slot;
  }

  /** Records the write that ends a row; {@link Stamp#NONE} withdraws that. */
  void end(int slot, long stamp) {
    bytes.putLongOrdered(memory.offset(slot) + ENDED_OFFSET, stamp);
  }

  /** Frees a slot and drops its row. */
  void free(int slot) {
    int at = memory.offset(slot);
    bytes.putLongOrdered(at, Stamp.NONE);
    bytes.putLongOrdered(at + ENDED_OFFSET, Stamp.NONE);
    free[frees++] = slot;
  }
}

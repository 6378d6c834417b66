package io.gigafs.tablefs.engine.staging;

import java.util.function.LongPredicate;
import java.util.zip.CRC32C;
import org.agrona.concurrent.UnsafeBuffer;

/*
 *   offset  bytes  what
 *   0       8      stamp of the write that put the row; 0 in a cell that is free
 *   8       8      stamp of the write that replaced or deleted it; 0 if none did
 *   16      2      bytes of the key
 *   18      2      bytes of the value
 *   20      4      CRC32C of the first stamp, key and value
 *   24             key, value
 */

/**
 * Rows in memory that may be read after the process died at any instruction: a row is there if the
 * write that put it was committed and none that ended it. Used by one thread at a time.
 */
final class SlotArray {
  /** Bytes of a cell. */
  static final int BYTES = 256;

  /** What {@link #put} returns if the row does not fit. */
  static final int NO_CELL = -1;

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

  /** Takes what rows there are in the memory. */
  @FunctionalInterface
  interface Visitor {
    void visit(byte[] key, byte[] value);
  }

  SlotArray(StagingMemory memory) {
    this.memory = memory;
    this.bytes = memory.bytes();
    this.free = new int[memory.slots()];
  }

  /** Shows the rows that were left and are not damaged, given which writes were committed. */
  void forEach(LongPredicate isCommitted, Visitor visitor) {
    for (int cell = 0; cell < memory.slots(); cell++) {
      int at = memory.offset(cell);
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

  /** Earlier programs left no checksums. */
  private int rowOffset() {
    return memory.hasChecksums() ? ROW_OFFSET : CHECKSUM_OFFSET;
  }

  /** How many cells were left that cannot be read. */
  int damaged() {
    int damaged = 0;
    for (int cell = 0; cell < memory.slots(); cell++) {
      int at = memory.offset(cell);
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

  /** Forgets all rows, for a new generation. */
  void begin(long generation) {
    memory.begin(generation);
    for (frees = 0; frees < free.length; frees++) {
      free[frees] = free.length - 1 - frees;
    }
  }

  /** Puts a row into a free cell, which is returned, or {@link #NO_CELL}. */
  int put(byte[] key, byte[] value, long stamp) {
    if (frees == 0 || ROW_OFFSET + key.length + value.length > BYTES) {
      return NO_CELL;
    }
    int cell = free[--frees];
    int at = memory.offset(cell);
    bytes.putShort(at + KEY_LENGTH_OFFSET, (short) key.length);
    bytes.putShort(at + VALUE_LENGTH_OFFSET, (short) value.length);
    bytes.putInt(at + CHECKSUM_OFFSET, checksum(stamp, key, value));
    bytes.putBytes(at + ROW_OFFSET, key);
    bytes.putBytes(at + ROW_OFFSET + key.length, value);
    bytes.putLongOrdered(at, stamp);
    return cell;
  }

  /** Says which write ends a row; {@link Stamp#NONE} if none does after all. */
  void end(int cell, long stamp) {
    bytes.putLongOrdered(memory.offset(cell) + ENDED_OFFSET, stamp);
  }

  /** The row of a cell counts no more. */
  void free(int cell) {
    int at = memory.offset(cell);
    bytes.putLongOrdered(at, Stamp.NONE);
    bytes.putLongOrdered(at + ENDED_OFFSET, Stamp.NONE);
    free[frees++] = cell;
  }
}

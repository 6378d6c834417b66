package io.gigafs.tablefs.schema;

import io.gigafs.tablefs.PartitionHeader;
import io.gigafs.tablefs.PartitionHeader.State;

/*
 *   offset  bytes   what
 *   0       1       version (high 4 bits), state (bits 0..1), clean (bit 2), transaction follows (bit 3)
 *   1       1       depth, varint
 *   2       8       parent directory
 *           1..2    mode, varint
 *           1..5    uid, varint
 *           1..5    gid, varint
 *           1..10   entries, varint
 *           1..10   directories, varint
 *           8       modified, ns since the epoch
 *           1..10   accessed - modified, signed varint
 *           1..10   changed - modified, signed varint
 *           1..n    map: varint length, bytes
 *                   if a transaction follows:
 *           8       transaction
 *           1..n    coordinator: varint length, bytes
 */

/** The value of a partition header. */
public final class PartitionValue {
  static final int VERSION = 1;

  private static final int STATE_MASK = 0b11;
  private static final int CLEAN = 1 << 2;
  private static final int IN_TRANSACTION = 1 << 3;

  private PartitionValue() {}

  /** Appends the value to what the writer holds. */
  public static void encode(PartitionHeader header, ValueWriter to) {
    boolean inTransaction = header.transaction() != 0 || header.coordinator().length != 0;
    to.writeByte(
        VERSION << 4
            | header.state().code()
            | (header.clean() ? CLEAN : 0)
            | (inTransaction ? IN_TRANSACTION : 0));
    to.writeVarint(Integer.toUnsignedLong(header.depth()));
    to.writeLong(header.parent());
    to.writeVarint(Integer.toUnsignedLong(header.mode()));
    to.writeVarint(Integer.toUnsignedLong(header.uid()));
    to.writeVarint(Integer.toUnsignedLong(header.gid()));
    to.writeVarint(header.entries());
    to.writeVarint(header.directories());
    to.writeLong(header.modifiedNanos());
    to.writeSigned(header.accessedNanos() - header.modifiedNanos());
    to.writeSigned(header.changedNanos() - header.modifiedNanos());
    to.writeBytes(header.map());
    if (inTransaction) {
      to.writeLong(header.transaction());
      to.writeBytes(header.coordinator());
    }
  }

  /**
   * The header of a value.
   *
   * @throws CorruptValueException if the bytes are no such value
   */
  public static PartitionHeader decode(ValueReader from) {
    int first = from.readByte();
    if (first >>> 4 != VERSION) {
      throw new CorruptValueException("version " + (first >>> 4) + " of a header is unknown");
    }
    State state = stateOf(first & STATE_MASK);
    int depth = from.readInt();
    long parent = from.readLong();
    int mode = from.readInt();
    int uid = from.readInt();
    int gid = from.readInt();
    long entries = from.readVarint();
    long directories = from.readVarint();
    long modified = from.readLong();
    long accessed = modified + from.readSigned();
    long changed = modified + from.readSigned();
    byte[] map = from.readBytes();
    boolean inTransaction = (first & IN_TRANSACTION) != 0;
    long transaction = inTransaction ? from.readLong() : 0;
    byte[] coordinator = inTransaction ? from.readBytes() : new byte[0];
    from.finish();
    return new PartitionHeader(
        depth,
        map,
        parent,
        mode,
        uid,
        gid,
        entries,
        directories,
        accessed,
        modified,
        changed,
        (first & CLEAN) != 0,
        state,
        transaction,
        coordinator);
  }

  private static State stateOf(int code) {
    for (State state : State.values()) {
      if (state.code() == code) {
        return state;
      }
    }
    throw new CorruptValueException("state " + code + " of a header is unknown");
  }
}

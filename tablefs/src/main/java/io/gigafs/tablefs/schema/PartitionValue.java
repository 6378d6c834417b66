package io.gigafs.tablefs.schema;

import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.PartitionHeader;
import io.gigafs.tablefs.PartitionHeader.State;
import io.gigafs.tablefs.QuotaLimits;

/*
 *   offset  bytes   what
 *   0       1       version (high 4 bits), state (bits 0..1), clean (bit 2)
 *   1       1       which of the optional fields follow, one bit each, see below
 *   2       1       depth, varint
 *   3       8       parent directory
 *           1..2    mode, varint
 *           1..5    uid, varint
 *           1..5    gid, varint
 *           1..10   entries, varint
 *           1..10   directories, varint
 *           1..10   bytes, varint
 *           8       modified, ns since the epoch
 *           1..10   accessed - modified, signed varint
 *           1..10   changed - modified, signed varint
 *           1..n    map: varint length, bytes
 *                   in this order, if their bit is set:
 *           9..n    bit 0: transaction, 8 bytes, and its coordinator: varint length, bytes
 *           1..n    bit 1: access control lists: varint length, bytes    else none
 *           8       bit 2: quota domain                                  else 0
 *           2..20   bit 3: limits of entries and of bytes, varints       else 0
 *           1..10   bit 4: objects placed on volumes so far, varint      else 0
 *           8       bit 5: born, ns since the epoch                      else not known
 *           1..5    bit 6: flags, varint                                 else 0
 */

/** The value of a partition header. */
public final class PartitionValue {
  /** An index has 16 bits. */
  private static final int MAX_DEPTH = 16;

  private static final int MAX_NAME_BYTES = 255;

  static final int VERSION = 1;

  private static final int STATE_MASK = 0b11;
  private static final int CLEAN = 1 << 2;
  private static final int KNOWN_FLAGS = STATE_MASK | CLEAN;

  private static final int TRANSACTION = 1;
  private static final int ACLS = 1 << 1;
  private static final int QUOTA_DOMAIN = 1 << 2;
  private static final int QUOTA_LIMITS = 1 << 3;
  private static final int PLACED = 1 << 4;
  private static final int BORN = 1 << 5;
  private static final int FLAGS = 1 << 6;
  private static final int KNOWN_FIELDS = (1 << 7) - 1;

  private static final byte[] NOTHING = {};

  private PartitionValue() {}

  /** Appends the value to the writer. */
  public static void encode(PartitionHeader header, ValueWriter to) {
    int fields = fieldsOf(header);
    to.writeByte(VERSION << 4 | header.state().code() | (header.clean() ? CLEAN : 0));
    to.writeByte(fields);
    to.writeVarint(Integer.toUnsignedLong(header.depth()));
    to.writeLong(header.parent());
    to.writeVarint(Integer.toUnsignedLong(header.mode()));
    to.writeVarint(Integer.toUnsignedLong(header.uid()));
    to.writeVarint(Integer.toUnsignedLong(header.gid()));
    to.writeVarint(header.entries());
    to.writeVarint(header.directories());
    to.writeVarint(header.bytes());
    to.writeLong(header.modifiedNanos());
    to.writeSigned(header.accessedNanos() - header.modifiedNanos());
    to.writeSigned(header.changedNanos() - header.modifiedNanos());
    to.writeBytes(header.map());
    if ((fields & TRANSACTION) != 0) {
      to.writeLong(header.transaction());
      to.writeBytes(header.coordinator());
    }
    if ((fields & ACLS) != 0) {
      to.writeBytes(header.acls());
    }
    if ((fields & QUOTA_DOMAIN) != 0) {
      to.writeLong(header.quotaDomain());
    }
    if ((fields & QUOTA_LIMITS) != 0) {
      to.writeVarint(header.quotaLimits().entries());
      to.writeVarint(header.quotaLimits().bytes());
    }
    if ((fields & PLACED) != 0) {
      to.writeVarint(header.placed());
    }
    if ((fields & BORN) != 0) {
      to.writeLong(header.bornNanos());
    }
    if ((fields & FLAGS) != 0) {
      to.writeVarint(Integer.toUnsignedLong(header.flags()));
    }
  }

  private static int fieldsOf(PartitionHeader header) {
    boolean inTransaction = header.transaction() != 0 || header.coordinator().length != 0;
    return (inTransaction ? TRANSACTION : 0)
        | (header.acls().length != 0 ? ACLS : 0)
        | (header.quotaDomain() != 0 ? QUOTA_DOMAIN : 0)
        | (header.quotaLimits().equals(QuotaLimits.NONE) ? 0 : QUOTA_LIMITS)
        | (header.placed() != 0 ? PLACED : 0)
        | (header.bornNanos() != Attributes.NO_BIRTH ? BORN : 0)
        | (header.flags() != 0 ? FLAGS : 0);
  }

  /**
   * The header of a value.
   *
   * @param index of the partition, from the row's key
   * @throws CorruptValueException if the bytes are no such value
   */
  public static PartitionHeader decode(ValueReader from, int index) {
    int first = from.readByte();
    if (first >>> 4 != VERSION) {
      throw new CorruptValueException("version " + (first >>> 4) + " of a header is unknown");
    }
    int fields = from.readByte();
    if ((first & 0xf & ~KNOWN_FLAGS) != 0 || (fields & ~KNOWN_FIELDS) != 0) {
      throw new CorruptValueException(
          "unknown fields " + Integer.toHexString((first & 0xf) << 8 | fields) + " of a header");
    }
    State state = stateOf(first & STATE_MASK);
    int depth = from.readInt();
    long parent = from.readLong();
    int mode = from.readInt();
    int uid = from.readInt();
    int gid = from.readInt();
    long entries = from.readVarint();
    long directories = from.readVarint();
    long bytes = from.readVarint();
    long modified = from.readLong();
    long accessed = modified + from.readSigned();
    long changed = modified + from.readSigned();
    byte[] map = from.readBytes();
    boolean inTransaction = (fields & TRANSACTION) != 0;
    long transaction = inTransaction ? from.readLong() : 0;
    byte[] coordinator = inTransaction ? from.readBytes() : NOTHING;
    byte[] acls = (fields & ACLS) != 0 ? from.readBytes() : NOTHING;
    long quotaDomain = (fields & QUOTA_DOMAIN) != 0 ? from.readLong() : 0;
    QuotaLimits quotaLimits =
        (fields & QUOTA_LIMITS) != 0
            ? new QuotaLimits(from.readVarint(), from.readVarint())
            : QuotaLimits.NONE;
    long placed = (fields & PLACED) != 0 ? from.readVarint() : 0;
    long born = (fields & BORN) != 0 ? from.readLong() : Attributes.NO_BIRTH;
    int flags = (fields & FLAGS) != 0 ? from.readInt() : 0;
    from.finish();
    check(index, depth, mode, map, state, coordinator);
    return new PartitionHeader(
        depth,
        map,
        parent,
        mode,
        uid,
        gid,
        acls,
        quotaDomain,
        quotaLimits,
        entries,
        directories,
        bytes,
        accessed,
        modified,
        changed,
        (first & CLEAN) != 0,
        state,
        transaction,
        coordinator,
        placed,
        born,
        flags);
  }

  private static void check(
      int index, int depth, int mode, byte[] map, State state, byte[] coordinator) {
    if (depth < 0 || depth > MAX_DEPTH || index >>> depth != 0) {
      throw new CorruptValueException("no partition has index " + index + " and depth " + depth);
    }
    if ((mode & ~EntryValue.PERMISSIONS) != 0) {
      throw new CorruptValueException("a mode has permission bits only, not " + mode);
    }
    if (map.length == 0) {
      throw new CorruptValueException("the partition map is empty");
    }
    boolean isNamed = coordinator.length > 0 && coordinator.length <= MAX_NAME_BYTES;
    if (state != State.ACTIVE && !isNamed) {
      throw new CorruptValueException(
          "a directory's name has 1 to 255 bytes, not " + coordinator.length);
    }
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

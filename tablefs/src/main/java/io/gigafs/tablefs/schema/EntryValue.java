package io.gigafs.tablefs.schema;

import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.FileType;

/*
 *   offset  bytes   what
 *   0       1       version (high 4 bits): how the birth time is stored, see below;
 *                   file type code (low 4 bits)
 *   1       1       which of the optional fields follow, one bit each, see below
 *   2       1..3    high 16 bits of the inode id, varint
 *           1..7    low 48 bits of the inode id, varint
 *           1..2    mode, varint
 *           8       modified, ns since the epoch
 *                   in this order, if their bit is set:
 *           1..5    bit 0: uid, varint                               else 0
 *           1..5    bit 1: gid, varint                               else the uid
 *           1..10   bit 2: size, varint                              else 0
 *           1..5    bit 3: links, varint                             else 1, 2 of a directory
 *           1..10   bit 4: changed - modified, signed varint         else 0
 *           1..10   bit 5: accessed - modified, signed varint        else 0
 *           1..10   bit 6: device, varint                            else 0
 *           1..5    bit 7: marks, varint                             else 0
 *           1..10   version 3: born - modified, signed varint
 *
 * The birth time is unknown in version 1, and equals modified in version 2.
 */

/** The value of an entry: attributes in at least 13 bytes; a new empty file takes about 20. */
public final class EntryValue {
  /** The bits that a mode may have. */
  static final int PERMISSIONS = 07777;

  /** The birth time is unknown. */
  static final int UNBORN = 1;

  /** The birth time equals the modification time. */
  static final int BORN_AS_MODIFIED = 2;

  /** The birth time is the last field. */
  static final int BORN = 3;

  private static final int UID = 1;
  private static final int GID = 1 << 1;
  private static final int SIZE = 1 << 2;
  private static final int LINKS = 1 << 3;
  private static final int CHANGED = 1 << 4;
  private static final int ACCESSED = 1 << 5;
  private static final int DEVICE = 1 << 6;
  private static final int MARKS = 1 << 7;

  private static final int KNOWN_MARKS =
      Attributes.LINKED
          | Attributes.XATTRS
          | Attributes.ACL
          | Attributes.DEFAULT_ACL
          | Attributes.STORED
          | Attributes.UNSETTLED
          | Attributes.EXPOSED
          | Attributes.CAPABILITY_DROPPED
          | Attributes.APPEND_ONLY
          | Attributes.IMMUTABLE
          | Attributes.BY_SUPERUSER;
  private static final int COUNTER_BITS = 48;
  private static final long COUNTER_MASK = (1L << COUNTER_BITS) - 1;

  private EntryValue() {}

  /** Appends the value to the writer. */
  public static void encode(Attributes attributes, ValueWriter to) {
    int fields = fieldsOf(attributes);
    int version = versionOf(attributes);
    encodeFirst(
        version,
        attributes.type(),
        fields,
        attributes.inode(),
        attributes.mode(),
        attributes.uid(),
        attributes.gid(),
        attributes.modifiedNanos(),
        to);
    if ((fields & SIZE) != 0) {
      to.writeVarint(attributes.size());
    }
    if ((fields & LINKS) != 0) {
      to.writeVarint(Integer.toUnsignedLong(attributes.links()));
    }
    if ((fields & CHANGED) != 0) {
      to.writeSigned(attributes.changedNanos() - attributes.modifiedNanos());
    }
    if ((fields & ACCESSED) != 0) {
      to.writeSigned(attributes.accessedNanos() - attributes.modifiedNanos());
    }
    if ((fields & DEVICE) != 0) {
      to.writeVarint(attributes.device());
    }
    if ((fields & MARKS) != 0) {
      to.writeVarint(Integer.toUnsignedLong(attributes.marks()));
    }
    if (version == BORN) {
      to.writeSigned(attributes.bornNanos() - attributes.modifiedNanos());
    }
  }

  private static int versionOf(Attributes attributes) {
    if (attributes.bornNanos() == Attributes.NO_BIRTH) {
      return UNBORN;
    }
    return attributes.bornNanos() == attributes.modifiedNanos() ? BORN_AS_MODIFIED : BORN;
  }

  /**
   * Encodes a regular file that is empty and has one name. All times, including birth, are equal.
   */
  public static void encodeEmptyFile(
      long inode, int mode, int uid, int gid, long nanos, int marks, ValueWriter to) {
    int fields = ownerFields(uid, gid) | (marks != 0 ? MARKS : 0);
    encodeFirst(BORN_AS_MODIFIED, FileType.REGULAR, fields, inode, mode, uid, gid, nanos, to);
    if (marks != 0) {
      to.writeVarint(Integer.toUnsignedLong(marks));
    }
  }

  /** Encodes the fields that every file has, and its owner. */
  private static void encodeFirst(
      int version,
      FileType type,
      int fields,
      long inode,
      int mode,
      int uid,
      int gid,
      long modifiedNanos,
      ValueWriter to) {
    to.writeByte(version << 4 | type.code());
    to.writeByte(fields);
    to.writeVarint(inode >>> COUNTER_BITS);
    to.writeVarint(inode & COUNTER_MASK);
    to.writeVarint(Integer.toUnsignedLong(mode));
    to.writeLong(modifiedNanos);
    if ((fields & UID) != 0) {
      to.writeVarint(Integer.toUnsignedLong(uid));
    }
    if ((fields & GID) != 0) {
      to.writeVarint(Integer.toUnsignedLong(gid));
    }
  }

  private static int ownerFields(int uid, int gid) {
    return (uid != 0 ? UID : 0) | (gid != uid ? GID : 0);
  }

  private static int fieldsOf(Attributes attributes) {
    return ownerFields(attributes.uid(), attributes.gid())
        | (attributes.size() != 0 ? SIZE : 0)
        | (attributes.links() != usualLinks(attributes.type()) ? LINKS : 0)
        | (attributes.changedNanos() != attributes.modifiedNanos() ? CHANGED : 0)
        | (attributes.accessedNanos() != attributes.modifiedNanos() ? ACCESSED : 0)
        | (attributes.device() != 0 ? DEVICE : 0)
        | (attributes.marks() != 0 ? MARKS : 0);
  }

  private static int usualLinks(FileType type) {
    return type == FileType.DIRECTORY ? 2 : 1;
  }

  /**
   * Receives the attributes of a value, in the order of {@link Attributes}.
   *
   * @param <T> the type of the result
   */
  @FunctionalInterface
  public interface Maker<T> {
    /** Makes a result of the attributes. */
    T make(
        long inode,
        FileType type,
        int mode,
        int uid,
        int gid,
        long size,
        int links,
        long accessedNanos,
        long modifiedNanos,
        long changedNanos,
        long device,
        int marks,
        long bornNanos);
  }

  /**
   * The attributes of a value.
   *
   * @throws CorruptValueException if the bytes are no such value
   */
  public static Attributes decode(ValueReader from) {
    return take(from, Attributes::new);
  }

  /**
   * The result of a maker for the attributes of a value.
   *
   * @throws CorruptValueException if the bytes are no such value
   */
  public static <T> T take(ValueReader from, Maker<T> maker) {
    int first = from.readByte();
    FileType type = typeOf(first);
    int fields = from.readByte();
    long inode = inodeOf(from.readVarint(), from.readVarint());
    int mode = from.readInt();
    if ((mode & ~PERMISSIONS) != 0) {
      throw new CorruptValueException("a mode has permission bits only, not " + mode);
    }
    long modified = from.readLong();
    int uid = (fields & UID) != 0 ? from.readInt() : 0;
    int gid = (fields & GID) != 0 ? from.readInt() : uid;
    long size = (fields & SIZE) != 0 ? from.readVarint() : 0;
    int links = (fields & LINKS) != 0 ? from.readInt() : usualLinks(type);
    long changed = (fields & CHANGED) != 0 ? modified + from.readSigned() : modified;
    long accessed = (fields & ACCESSED) != 0 ? modified + from.readSigned() : modified;
    long device = (fields & DEVICE) != 0 ? from.readVarint() : 0;
    int marks = (fields & MARKS) != 0 ? marksOf(from.readInt()) : 0;
    long born = bornOf(first >>> 4, modified, from);
    from.finish();
    return maker.make(
        inode, type, mode, uid, gid, size, links, accessed, modified, changed, device, marks, born);
  }

  private static long bornOf(int version, long modified, ValueReader from) {
    return switch (version) {
      case UNBORN -> Attributes.NO_BIRTH;
      case BORN_AS_MODIFIED -> modified;
      default -> modified + from.readSigned();
    };
  }

  private static int marksOf(int marks) {
    if ((marks & ~KNOWN_MARKS) != 0) {
      throw new CorruptValueException("unknown marks " + Integer.toHexString(marks));
    }
    return marks;
  }

  private static FileType typeOf(int first) {
    if (first >>> 4 < UNBORN || first >>> 4 > BORN) {
      throw new CorruptValueException("version " + (first >>> 4) + " of an entry is unknown");
    }
    try {
      return FileType.ofCode(first & 0xf);
    } catch (IllegalArgumentException e) {
      throw new CorruptValueException(String.valueOf(e.getMessage()));
    }
  }

  private static long inodeOf(long slot, long counter) {
    if (slot >>> (Long.SIZE - COUNTER_BITS) != 0 || (counter & ~COUNTER_MASK) != 0) {
      throw new CorruptValueException("no inode id has slot " + slot + " and counter " + counter);
    }
    return slot << COUNTER_BITS | counter;
  }
}

package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.time.FileTimestamp;

/**
 * The attributes of a file, as in stat(2).
 *
 * @param mode permission bits with set-id and sticky bits (07777)
 * @param size bytes; for a directory the number of its entries
 * @param links nlink; for a directory 2 plus the number of its subdirectories
 * @param accessedNanos atime, as in {@link io.gigafs.time.FileTimestamp}; modified is mtime and
 *     changed is ctime, in the same unit
 * @param device rdev of device nodes; for regular files the number of bytes in holes, see {@link
 *     #holes}; 0 otherwise
 * @param bornNanos birth time; {@link #NO_BIRTH} if unknown
 * @param flags {@link #APPEND_ONLY} and {@link #IMMUTABLE}, OR-ed
 */
public record FileAttributes(
    InodeId inode,
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
    long bornNanos,
    int flags) {
  /** The birth time of a file whose birth time is unknown. */
  public static final long NO_BIRTH = FileTimestamp.EARLIEST;

  /** The file can only be appended to; a directory only gains names: chattr +a. */
  public static final int APPEND_ONLY = 1;

  /** Nothing of the file can be changed: chattr +i. */
  public static final int IMMUTABLE = 1 << 1;

  private static final int ALL_FLAGS = APPEND_ONLY | IMMUTABLE;

  /** Attributes without flags and birth time. */
  public FileAttributes(
      InodeId inode,
      FileType type,
      int mode,
      int uid,
      int gid,
      long size,
      int links,
      long accessedNanos,
      long modifiedNanos,
      long changedNanos,
      long device) {
    this(
        inode,
        type,
        mode,
        uid,
        gid,
        size,
        links,
        accessedNanos,
        modifiedNanos,
        changedNanos,
        device,
        NO_BIRTH,
        0);
  }

  public boolean isDirectory() {
    return type == FileType.DIRECTORY;
  }

  /**
   * The number of bytes of a regular file that take no storage, because they were never written.
   */
  public long holes() {
    return type == FileType.REGULAR ? Math.max(0, Math.min(device, size)) : 0;
  }

  /** The device number of a device node, 0 for other types. */
  public long deviceNumber() {
    return type == FileType.REGULAR ? 0 : device;
  }

  public void write(WireWriter out) {
    write(
        out,
        inode.value(),
        type,
        mode,
        uid,
        gid,
        size,
        links,
        accessedNanos,
        modifiedNanos,
        changedNanos,
        device,
        bornNanos,
        flags);
  }

  /** Writes attributes from their components, without an object. */
  public static void write(
      WireWriter out,
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
      long bornNanos,
      int flags) {
    out.int64(inode).typeAndMode(type, mode).varint(uid).varint(gid).varlong(size).varint(links);
    out.int64(accessedNanos).int64(modifiedNanos).int64(changedNanos).varlong(device);
    out.difference(changedNanos, bornNanos).varint(flags);
  }

  public static FileAttributes read(WireReader in) {
    return read(in, in.inode());
  }

  /** Reads attributes of a file that probably has this inode id, which was read before. */
  public static FileAttributes readOf(InodeId likely, WireReader in) {
    long inode = in.int64();
    return read(in, inode == likely.value() ? likely : new InodeId(inode));
  }

  private static FileAttributes read(WireReader in, InodeId inode) {
    int typeAndMode = in.int16();
    FileType type = FileType.ofCode(typeAndMode >>> WireWriter.MODE_BITS);
    int uid = in.varint();
    int gid = in.varint();
    long size = in.size();
    int links = in.count();
    long accessed = in.int64();
    long modified = in.int64();
    long changed = in.int64();
    return new FileAttributes(
        inode,
        type,
        typeAndMode & WireWriter.MODE_MASK,
        uid,
        gid,
        size,
        links,
        accessed,
        modified,
        changed,
        in.varlong(),
        in.difference(changed),
        flags(in.varint()));
  }

  /** Checks that only known flags are set. */
  public static int flags(int flags) {
    if ((flags & ~ALL_FLAGS) != 0) {
      throw new ProtocolException("unknown flags " + Integer.toHexString(flags) + " of a file");
    }
    return flags;
  }
}

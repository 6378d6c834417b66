package io.gigafs.tablefs;

/**
 * The attributes of an entry, as of stat(2).
 *
 * @param inode never used for another file
 * @param mode permission bits with set-id and sticky bits (07777)
 * @param size bytes
 * @param accessedNanos atime, ns since the epoch; modified (mtime) and changed (ctime) have the
 *     same unit
 * @param device rdev of device nodes; for regular files the number of bytes in holes, see {@link
 *     #holes}; 0 otherwise
 * @param marks further properties of the file, OR-ed: {@link #LINKED} and the others
 * @param bornNanos when the file was created, ns since the epoch; {@link #NO_BIRTH} if unknown
 */
public record Attributes(
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
    long bornNanos) {
  /** The earliest possible time, which stands for an unknown birth time. */
  public static final long NO_BIRTH = Integer.MIN_VALUE * 1_000_000_000L;

  /**
   * Only type and inode id are valid: the file has an inode record, because it has or had several
   * names, or lost one while it was open.
   */
  public static final int LINKED = 1;

  /** There are extended attributes. */
  public static final int XATTRS = 1 << 1;

  /** One of them is an access ACL. */
  public static final int ACL = 1 << 2;

  /** One of them is a default ACL. */
  public static final int DEFAULT_ACL = 1 << 3;

  /** The bytes are an object on a volume. Its location is stored in their place. */
  public static final int STORED = 1 << 4;

  /** Size and mtime are those of the object on the volume, which is open for writing, or may be. */
  public static final int UNSETTLED = 1 << 5;

  /** As {@link #UNSETTLED}, permanently: other programs may write to the object directly. */
  public static final int EXPOSED = 1 << 6;

  /**
   * The file was written to, or changed its owner, since its capability (security.capability) was
   * set. A remaining row with a capability is ignored.
   */
  public static final int CAPABILITY_DROPPED = 1 << 7;

  /** The file can only be appended to; the directory can only gain names: chattr +a. */
  public static final int APPEND_ONLY = 1 << 8;

  /** The file is immutable: chattr +i. */
  public static final int IMMUTABLE = 1 << 9;

  /** Of an unsettled file: only the superuser may write to its object, or may have done so. */
  public static final int BY_SUPERUSER = 1 << 10;

  /** Attributes without marks and birth time. */
  public Attributes(
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
        0,
        NO_BIRTH);
  }

  /** Whether all of these marks are set. */
  public boolean has(int wanted) {
    return (marks & wanted) == wanted;
  }

  /** The same file with other marks. */
  public Attributes withMarks(int newMarks) {
    return with(links, accessedNanos, changedNanos, newMarks);
  }

  /** The same file with another size. */
  public Attributes withSize(long newSize) {
    return new Attributes(
        inode,
        type,
        mode,
        uid,
        gid,
        newSize,
        links,
        accessedNanos,
        modifiedNanos,
        changedNanos,
        device,
        marks,
        bornNanos);
  }

  /** Bytes of a regular file that take no storage, because nothing was written there. */
  public long holes() {
    return type == FileType.REGULAR ? device : 0;
  }

  /** The same regular file with this number of bytes in holes. */
  public Attributes withHoles(long bytes) {
    return new Attributes(
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
        Math.max(0, bytes),
        marks,
        bornNanos);
  }

  /** The same file with another modification time, ns since the epoch. */
  public Attributes withModified(long newNanos) {
    return new Attributes(
        inode,
        type,
        mode,
        uid,
        gid,
        size,
        links,
        accessedNanos,
        newNanos,
        changedNanos,
        device,
        marks,
        bornNanos);
  }

  /** The same file with other permission bits. */
  public Attributes withMode(int newMode) {
    return new Attributes(
        inode,
        type,
        newMode,
        uid,
        gid,
        size,
        links,
        accessedNanos,
        modifiedNanos,
        changedNanos,
        device,
        marks,
        bornNanos);
  }

  /** The same file with another birth time, ns since the epoch. */
  public Attributes withBorn(long newNanos) {
    return new Attributes(
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
        marks,
        newNanos);
  }

  /** The same file with another link count, changed at a time as in {@link #withChanged}. */
  public Attributes withLinks(int newLinks, long nowNanos) {
    return with(newLinks, accessedNanos, changeAfter(nowNanos), marks);
  }

  /** The same file with another access time, ns since the epoch. */
  public Attributes withAccessed(long nowNanos) {
    return with(links, nowNanos, changedNanos, marks);
  }

  /**
   * The same file, changed at a time in ns since the epoch, or at the next representable time after
   * its last change: see {@link #changeAfter}.
   */
  public Attributes withChanged(long nowNanos) {
    return with(links, accessedNanos, changeAfter(nowNanos), marks);
  }

  /**
   * The time of the next change. It is later than the last one regardless of the clock, so that it
   * distinguishes every state of the file from all others, as the change attribute of NFS does.
   *
   * @param nowNanos the clock's time, in ns since the epoch
   */
  public long changeAfter(long nowNanos) {
    return nowNanos > changedNanos || changedNanos == Long.MAX_VALUE ? nowNanos : changedNanos + 1;
  }

  private Attributes with(int newLinks, long accessed, long changed, int newMarks) {
    return new Attributes(
        inode,
        type,
        mode,
        uid,
        gid,
        size,
        newLinks,
        accessed,
        modifiedNanos,
        changed,
        device,
        newMarks,
        bornNanos);
  }
}

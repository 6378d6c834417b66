package io.gigafs.fuse.binding;

/** The attributes of a file to set, and their new values. For one thread at a time. */
public final class FuseChange {
  /** How a timestamp changes. */
  public enum Time {
    /** Unchanged: UTIME_OMIT. */
    OMIT,
    /** The current time: UTIME_NOW, for which write permission is sufficient. */
    NOW,
    /** An explicit time, which only the owner may set. */
    GIVEN
  }

  static final int MODE = 1;
  static final int UID = 1 << 1;
  static final int GID = 1 << 2;
  public static final int SIZE = 1 << 3;
  private static final int ACCESSED = 1 << 4;
  private static final int MODIFIED = 1 << 5;
  private static final int ACCESSED_NOW = 1 << 7;
  private static final int MODIFIED_NOW = 1 << 8;

  /** Marks a change of flags, which the kernel requests by ioctl(2), not by an attribute's bit. */
  private static final int FLAGS = 1 << 31;

  private int valid;
  private int mode;
  private int uid;
  private int gid;
  private long size;
  private long accessedNanos;
  private long modifiedNanos;
  private int flags;

  /** Sets all, in the kernel's encoding. */
  public void set(
      int newValid,
      int newMode,
      int newUid,
      int newGid,
      long newSize,
      long newAccessedNanos,
      long newModifiedNanos) {
    valid = newValid;
    flags = 0;
    mode = newMode;
    uid = newUid;
    gid = newGid;
    size = newSize;
    accessedNanos = newAccessedNanos;
    modifiedNanos = newModifiedNanos;
  }

  /** Makes it a change of flags alone. */
  public void setFlags(int newFlags) {
    set(FLAGS, 0, 0, 0, 0, 0, 0);
    flags = newFlags;
  }

  public boolean hasFlags() {
    return (valid & FLAGS) != 0;
  }

  /** Flags as in {@link FuseAttributes#flags}. */
  public int flags() {
    return flags;
  }

  /**
   * Makes it a change of owners alone.
   *
   * @param newUid -1 for no change; the same for newGid
   */
  public void setOwner(int newUid, int newGid) {
    set((newUid == -1 ? 0 : UID) | (newGid == -1 ? 0 : GID), 0, newUid, newGid, 0, 0, 0);
  }

  /** Makes it a change of the size alone. */
  public void setSize(long newSize) {
    set(SIZE, 0, 0, 0, newSize, 0, 0);
  }

  /** Makes it a change of times alone. A value is used only with {@link Time#GIVEN}. */
  public void setTimes(Time access, long newAccessed, Time modification, long newModified) {
    set(
        bits(access, ACCESSED, ACCESSED_NOW) | bits(modification, MODIFIED, MODIFIED_NOW),
        0,
        0,
        0,
        0,
        newAccessed,
        newModified);
  }

  private static int bits(Time time, int given, int now) {
    return switch (time) {
      case OMIT -> 0;
      case NOW -> given | now;
      case GIVEN -> given;
    };
  }

  /** Makes it a change of permission bits alone. */
  public void setMode(int newMode) {
    set(MODE, newMode, 0, 0, 0, 0, 0);
  }

  /**
   * Whether only the side effects of a change of owner or of bytes are requested. The kernel sends
   * this for a chown(2) that leaves both ids as they are, and before a write to a file that has
   * set-id bits or a capability.
   */
  public boolean isEmpty() {
    int any = MODE | UID | GID | SIZE | ACCESSED | MODIFIED | ACCESSED_NOW | MODIFIED_NOW | FLAGS;
    return (valid & any) == 0;
  }

  public boolean hasMode() {
    return (valid & MODE) != 0;
  }

  /** Permission bits (07777). */
  public int mode() {
    return mode & 07777;
  }

  public boolean hasUid() {
    return (valid & UID) != 0;
  }

  public int uid() {
    return uid;
  }

  public boolean hasGid() {
    return (valid & GID) != 0;
  }

  public int gid() {
    return gid;
  }

  public boolean hasSize() {
    return (valid & SIZE) != 0;
  }

  public long size() {
    return size;
  }

  public Time accessed() {
    return (valid & ACCESSED_NOW) != 0
        ? Time.NOW
        : (valid & ACCESSED) != 0 ? Time.GIVEN : Time.OMIT;
  }

  /** With {@link Time#GIVEN}, as {@link io.gigafs.time.FileTimestamp} encodes it. */
  public long accessedNanos() {
    return accessedNanos;
  }

  public Time modified() {
    return (valid & MODIFIED_NOW) != 0
        ? Time.NOW
        : (valid & MODIFIED) != 0 ? Time.GIVEN : Time.OMIT;
  }

  /** With {@link Time#GIVEN}, as {@link io.gigafs.time.FileTimestamp} encodes it. */
  public long modifiedNanos() {
    return modifiedNanos;
  }
}

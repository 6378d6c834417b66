package io.gigafs.fuse.binding;

/**
 * What stat(2) tells of a file; filled in by the file system. For one thread at a time.
 *
 * <p>Times are ns since the epoch. The numbers of users and groups are unsigned.
 */
public final class FuseAttributes {
  /** The file can only be appended to. */
  public static final int APPEND_ONLY = 1;

  /** Nothing of the file can be changed. */
  public static final int IMMUTABLE = 1 << 1;

  private static final int SECTOR_BYTES = 512;

  private final long keptNanos;
  private long expected;
  private long inode;
  private int mode;
  private int uid;
  private int gid;
  private long size;
  private int links;
  private long accessedNanos;
  private long modifiedNanos;
  private long changedNanos;
  private long device;
  private long sectors;
  private boolean born;
  private long bornNanos;
  private int flags;
  private boolean passing;

  public FuseAttributes() {
    this(0);
  }

  /**
   * @param keptNanos for how long the kernel keeps what it receives
   */
  public FuseAttributes(long keptNanos) {
    this.keptNanos = keptNanos;
  }

  /**
   * For how long the kernel keeps them. If it does not, it asks for those of a directory that it
   * has looked up before it uses them: then only the inode number and the type mean anything.
   */
  public long keptNanos() {
    return keptNanos;
  }

  /**
   * The inode number that the kernel expects, as it knows the file that it asks about; 0 where it
   * asks what a name leads to, or has something made.
   */
  public long expected() {
    return expected;
  }

  /** Sets {@link #expected}. */
  public FuseAttributes expecting(long number) {
    expected = number;
    return this;
  }

  /**
   * Sets all; the file takes as many sectors as its size does.
   *
   * @param inode not 0
   * @param mode type and permission bits, as st_mode
   * @param device of a device node, as makedev(3) makes it, else 0
   */
  public void set(
      long inode,
      int mode,
      int uid,
      int gid,
      long size,
      int links,
      long accessedNanos,
      long modifiedNanos,
      long changedNanos,
      long device) {
    this.inode = inode;
    this.mode = mode;
    this.uid = uid;
    this.gid = gid;
    this.size = size;
    this.links = links;
    this.accessedNanos = accessedNanos;
    this.modifiedNanos = modifiedNanos;
    this.changedNanos = changedNanos;
    this.device = device;
    this.sectors = (size + SECTOR_BYTES - 1) / SECTOR_BYTES;
    this.passing = false;
    this.born = false;
    this.flags = 0;
  }

  /**
   * Says that the kernel is not to remember them, but for the inode number and the type, and to ask
   * again when a program wants to know.
   */
  public void passing() {
    passing = true;
  }

  /** Sets how much storage the file takes, in 512 bytes: fewer than its size where it has holes. */
  public void setSectors(long sectors) {
    this.sectors = sectors;
  }

  /** Says when the file was made, in ns since the epoch; without, nobody knows. */
  public void setBorn(long nanos) {
    born = true;
    bornNanos = nanos;
  }

  /** Says what may be done to the file, as {@link #flags} has it; without, anything. */
  public void setFlags(int newFlags) {
    flags = newFlags;
  }

  /** {@link #APPEND_ONLY} and {@link #IMMUTABLE}, OR-ed. */
  public int flags() {
    return flags;
  }

  /** Whether it is known when the file was made. */
  public boolean isBorn() {
    return born;
  }

  public long bornNanos() {
    return bornNanos;
  }

  public long inode() {
    return inode;
  }

  public int mode() {
    return mode;
  }

  public int uid() {
    return uid;
  }

  public int gid() {
    return gid;
  }

  public long size() {
    return size;
  }

  public int links() {
    return links;
  }

  public long accessedNanos() {
    return accessedNanos;
  }

  public long modifiedNanos() {
    return modifiedNanos;
  }

  public long changedNanos() {
    return changedNanos;
  }

  public long device() {
    return device;
  }

  public long sectors() {
    return sectors;
  }

  /** Whether {@link #passing} was called for them. */
  public boolean isPassing() {
    return passing;
  }
}

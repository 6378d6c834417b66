package io.gigafs.fuse.binding;

/**
 * The attributes of a file as in stat(2), filled in by the file system. For one thread at a time.
 *
 * <p>Times are ns since the epoch. User and group ids are unsigned.
 */
public final class FuseAttributes {
  /** The file is append-only. */
  public static final int APPEND_ONLY = 1;

  /** The file cannot be changed. */
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
   * @param keptNanos how long the kernel caches the attributes
   */
  public FuseAttributes(long keptNanos) {
    this.keptNanos = keptNanos;
  }

  /**
   * How long the kernel caches the attributes. If 0, it asks again for those of a directory that it
   * has looked up before it uses them, so in a lookup only the inode number and the type matter.
   */
  public long keptNanos() {
    return keptNanos;
  }

  /** The inode number by which the kernel knows the file; 0 for a lookup by name or a create. */
  public long expected() {
    return expected;
  }

  /** Sets {@link #expected}. */
  public FuseAttributes expecting(long number) {
    expected = number;
    return this;
  }

  /**
   * Sets all; the sectors are computed from the size.
   *
   * @param inode not 0
   * @param mode type and permission bits, as st_mode
   * @param device of a device node, as from makedev(3), else 0
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
   * Prevents the kernel from caching the attributes, except for inode number and type: it asks
   * again when a program needs them.
   */
  public void passing() {
    passing = true;
  }

  /**
   * Sets the allocated storage in units of 512 bytes, which is less than the size for a sparse
   * file.
   */
  public void setSectors(long sectors) {
    this.sectors = sectors;
  }

  /** Sets the creation time, in ns since the epoch. If it is not set, it is unknown. */
  public void setBorn(long nanos) {
    born = true;
    bornNanos = nanos;
  }

  /** Sets the file's {@link #flags}; if they are not set, there are none. */
  public void setFlags(int newFlags) {
    flags = newFlags;
  }

  /** {@link #APPEND_ONLY} and {@link #IMMUTABLE}, OR-ed. */
  public int flags() {
    return flags;
  }

  /** Whether the creation time is known. */
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

  /** Whether {@link #passing} was called. */
  public boolean isPassing() {
    return passing;
  }
}

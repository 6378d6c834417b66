package io.gigafs.fuse.binding;

/** The result of opening a file, for the kernel. For one thread at a time. */
public final class FuseOpened {
  private static final int DIRECT_IO = 1;
  private static final int KEEP_CACHE = 1 << 1;
  private static final int CACHE_DIRECTORY = 1 << 3;

  private long handle;
  private long inode;
  private int flags;
  private boolean writesDirectly;
  private boolean hasState;
  private boolean isSure;
  private boolean isToBeRead;
  private long size;
  private long modifiedNanos;
  private long changedNanos;
  private boolean appends;
  private boolean reads;
  private boolean mayStayUnmapped;

  /** Resets it for another open. */
  public void clear() {
    handle = FuseFileSystem.NO_HANDLE;
    inode = 0;
    flags = 0;
    writesDirectly = false;
    hasState = false;
    appends = false;
    reads = false;
    mayStayUnmapped = false;
  }

  /**
   * Sets the handle.
   *
   * @param newHandle any number but {@link FuseFileSystem#NO_HANDLE}
   * @param openedInode the inode number of the opened file, 0 if unknown; it reveals that another
   *     client has replaced the file
   */
  public void set(long newHandle, long openedInode) {
    handle = newHandle;
    inode = openedInode;
  }

  /** Makes each read and write bypass the page cache. */
  public void directIo() {
    flags |= DIRECT_IO;
  }

  /**
   * Makes the writes of a write-only handle bypass the page cache, so that they arrive as programs
   * make them: no page is allocated for them, and nothing is copied. It has an effect only where
   * this cannot be distinguished from writes through the page cache; see {@link
   * #isWrittenDirectly}.
   */
  public void writeDirectly() {
    writesDirectly = true;
  }

  /** Whether {@link #writeDirectly} was called. */
  public boolean isWrittenDirectly() {
    return writesDirectly;
  }

  /**
   * Makes the writes of an appending handle bypass the page cache, so that each is one request: the
   * kernel splits those that go through the page cache.
   *
   * @param alsoReads whether the handle reads, too; then this has an effect only if the file can
   *     still be mapped
   * @param unmapped whether this has an effect even if the file cannot be mapped: no writable
   *     descriptor of an append-only file can be mapped anyway, mmap(2)
   */
  public void appendDirectly(boolean alsoReads, boolean unmapped) {
    appends = true;
    reads = alsoReads;
    mayStayUnmapped = unmapped;
  }

  /** Whether it has an effect although the handle cannot be mapped then. */
  public boolean mayStayUnmapped() {
    return mayStayUnmapped;
  }

  /** Whether {@link #appendDirectly} was called. */
  public boolean isAppendedDirectly() {
    return appends;
  }

  /** Whether an appending handle reads, too. */
  public boolean isReadToo() {
    return reads;
  }

  /** Lets the kernel keep its pages of the file, since nothing has changed. */
  public void keepCache() {
    flags |= KEEP_CACHE;
  }

  public void dropCache() {
    flags &= ~KEEP_CACHE;
  }

  /**
   * Sets the state in which the file was found. If the kernel has received another one, it drops
   * its attributes before anything is read.
   *
   * @param sure whether these values distinguish one state of the bytes from all others; if not,
   *     the attributes are always dropped
   * @param toBeRead whether the handle reads
   */
  public void found(
      long foundSize, long foundModified, long foundChanged, boolean sure, boolean toBeRead) {
    isToBeRead = toBeRead;
    hasState = true;
    size = foundSize;
    modifiedNanos = foundModified;
    changedNanos = foundChanged;
    isSure = sure;
  }

  public boolean hasState() {
    return hasState;
  }

  public boolean isToBeRead() {
    return isToBeRead;
  }

  public boolean isSure() {
    return isSure;
  }

  public long size() {
    return size;
  }

  long modifiedNanos() {
    return modifiedNanos;
  }

  long changedNanos() {
    return changedNanos;
  }

  /** Makes the kernel cache a directory's entries until it is notified. */
  public void cacheDirectory() {
    flags |= CACHE_DIRECTORY;
  }

  public long handle() {
    return handle;
  }

  /** The inode number of the opened file, 0 if unknown. */
  public long inode() {
    return inode;
  }

  public int flags() {
    return flags;
  }
}

package io.gigafs.fuse.binding;

/** What the kernel is to know of a file that was opened. For one thread at a time. */
public final class FuseOpened {
  private static final int DIRECT_IO = 1;
  private static final int KEEP_CACHE = 1 << 1;
  private static final int NONSEEKABLE = 1 << 2;
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

  /** Makes it ready for an opening. */
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
   * Says which handle it is.
   *
   * @param newHandle any number but {@link FuseFileSystem#NO_HANDLE}
   * @param openedInode the number of what was opened, 0 if that is not known: so that a file which
   *     somebody else put in the place of another is not taken for that
   */
  public void set(long newHandle, long openedInode) {
    handle = newHandle;
    inode = openedInode;
  }

  /** Has each read and write come here, and none of them kept in the page cache. */
  public void directIo() {
    flags |= DIRECT_IO;
  }

  /**
   * Has writes come here as programs make them, of a handle that only writes: no page is taken for
   * them, and nothing is copied into one. It is done where it cannot be told from writes through
   * the page cache; see {@link #isWrittenDirectly}.
   */
  public void writeDirectly() {
    writesDirectly = true;
  }

  /** Whether that is asked for. */
  boolean isWrittenDirectly() {
    return writesDirectly;
  }

  /**
   * Has writes come here as programs make them, of a handle that appends, so that each is one
   * request: the kernel splits those that go through the page cache.
   *
   * @param alsoReads whether the handle reads, too: then it is done where it may be mapped all the
   *     same
   * @param unmapped whether it is done where it may not: no descriptor that writes to a file that
   *     is append-only can be mapped anyway, mmap(2)
   */
  public void appendDirectly(boolean alsoReads, boolean unmapped) {
    appends = true;
    reads = alsoReads;
    mayStayUnmapped = unmapped;
  }

  /** Whether it is done although the handle cannot be mapped then. */
  boolean mayStayUnmapped() {
    return mayStayUnmapped;
  }

  /** Whether that is asked for. */
  boolean isAppendedDirectly() {
    return appends;
  }

  /** Whether a handle that appends reads, too. */
  boolean isReadToo() {
    return reads;
  }

  /** Has the pages stay that the kernel has of the file, as nothing has changed since. */
  public void keepCache() {
    flags |= KEEP_CACHE;
  }

  void dropCache() {
    flags &= ~KEEP_CACHE;
  }

  /**
   * Says in which state the file was found: if the kernel received another one, it is to ask for
   * the attributes anew before anything is read.
   *
   * @param sure whether these distinguish one state of the bytes from all others; if not, it always
   *     is to
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

  boolean hasState() {
    return hasState;
  }

  boolean isToBeRead() {
    return isToBeRead;
  }

  boolean isSure() {
    return isSure;
  }

  long size() {
    return size;
  }

  long modifiedNanos() {
    return modifiedNanos;
  }

  long changedNanos() {
    return changedNanos;
  }

  /** Whether seeks are refused. */
  public boolean isNonSeekable() {
    return (flags & NONSEEKABLE) != 0;
  }

  /** Refuses seeks. */
  public void nonSeekable() {
    flags |= NONSEEKABLE;
  }

  /** Has the kernel keep a directory's entries until it is told otherwise. */
  public void cacheDirectory() {
    flags |= CACHE_DIRECTORY;
  }

  public long handle() {
    return handle;
  }

  /** The number of what was opened, 0 if that is not known. */
  public long inode() {
    return inode;
  }

  int flags() {
    return flags;
  }
}

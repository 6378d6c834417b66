package io.gigafs.fuse.binding;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A file that the kernel caches, with its names that this mount has seen. Guarded by {@link Nodes}.
 */
public final class Node {
  private static final long[] NONE = {};

  final long inode;

  /**
   * The name by which it is reached, with the others linked behind it; null if none is known, or
   * for a directory.
   */
  public @Nullable Link name;

  /** The name that it last lost through this mount, or that was seen to lead elsewhere. */
  @Nullable Link lostName;

  /** The name by which the kernel knows a directory, of which it caches one. */
  @Nullable Link directoryName;

  /** How often the file was returned to the kernel and not forgotten yet. */
  long lookups;

  /** Number of calls that use it by its name. */
  int shared;

  /** Whether a call is in progress that removes a name of it. */
  boolean exclusive;

  /** Number of such calls that wait. */
  int wanted;

  /** The attributes last seen. */
  private int mode;

  private int uid;
  private int gid;
  private int links;
  private long modifiedNanos;
  private long size;
  private long changedNanos;

  /** When the kernel last received a different state than before, by the monotonic clock. */
  private long otherReportedNanos;

  private boolean wasSent;
  private boolean isOtherReported;

  /** The smallest size that the kernel may know, once it has received any. */
  private long leastSize;

  private long[] handles = NONE;

  /** Write-only handles whose writes bypass the page cache. */
  private long[] directWriters = NONE;

  /** Handles whose reads and writes bypass the page cache, except for mappings. */
  private long[] directHandles = NONE;

  Node(long inode) {
    this.inode = inode;
  }

  void seen(FuseAttributes attributes) {
    mode = attributes.mode();
    uid = attributes.uid();
    gid = attributes.gid();
    links = attributes.links();
    sent(attributes.size(), attributes.modifiedNanos(), attributes.changedNanos());
  }

  private void sent(long sentSize, long sentModified, long sentChanged) {
    if (wasSent && !isSentLast(sentSize, sentModified, sentChanged)) {
      isOtherReported = true;
      otherReportedNanos = System.nanoTime();
    }
    leastSize = wasSent ? Math.min(leastSize, sentSize) : sentSize;
    wasSent = true;
    size = sentSize;
    modifiedNanos = sentModified;
    changedNanos = sentChanged;
  }

  private boolean isSentLast(long sentSize, long sentModified, long sentChanged) {
    return size == sentSize && modifiedNanos == sentModified && changedNanos == sentChanged;
  }

  /**
   * Whether the kernel knows no other state of the file than this: it received this one last, and
   * no different one for long. Of two concurrent answers it may have used either.
   */
  boolean isKnownToKernel(long foundSize, long foundModified, long foundChanged, long keptNanos) {
    if (!wasSent || !isSentLast(foundSize, foundModified, foundChanged)) {
      return false;
    }
    if (isOtherReported && System.nanoTime() - otherReportedNanos < keptNanos) {
      return false;
    }
    isOtherReported = false;
    leastSize = foundSize;
    return true;
  }

  /** Whether the kernel may believe the file to be smaller than this. */
  boolean mayBeTakenForLess(long foundSize) {
    return !wasSent || leastSize < foundSize;
  }

  /** The kernel has dropped its attributes and pages, and will next receive this state. */
  void dropped(long foundSize, long foundModified, long foundChanged) {
    sent(foundSize, foundModified, foundChanged);
    isOtherReported = false;
    leastSize = foundSize;
  }

  boolean hasSetId() {
    return StatModes.hasSetId(mode);
  }

  void setDirectory() {
    mode = StatModes.DIRECTORY;
  }

  boolean isDirectory() {
    return (mode & StatModes.TYPE) == StatModes.DIRECTORY;
  }

  /** The means to reach it. */
  FuseFile file() {
    if (isDirectory()) {
      return FuseFile.ofDirectory(inode);
    }
    Link link = name;
    return link == null
        ? FuseFile.opened(inode, anyHandle())
        : FuseFile.named(inode, link.parent, link.name, anyHandle());
  }

  /**
   * Whether an unreachable file was removed: it is a directory, or its only name was removed
   * through this mount.
   */
  boolean isRemoved() {
    return isDirectory() || (name == null && lostName != null && links <= 1 && !isDevice());
  }

  private boolean isDevice() {
    int type = mode & StatModes.TYPE;
    return type == StatModes.CHARACTER_DEVICE || type == StatModes.BLOCK_DEVICE;
  }

  /** Fills in the last attributes of a removed file; a removed directory stays empty. */
  void fillRemoved(FuseAttributes out) {
    long last = isDirectory() ? 0 : size;
    out.set(inode, mode, uid, gid, last, 0, modifiedNanos, modifiedNanos, modifiedNanos, 0);
  }

  /** An open handle, or NO_HANDLE. */
  private long anyHandle() {
    return handles.length == 0 ? FuseFileSystem.NO_HANDLE : handles[handles.length - 1];
  }

  boolean isOpen(long handle) {
    return indexOf(handles, handle) >= 0;
  }

  void opened(long handle) {
    handles = with(handles, handle);
  }

  /**
   * Makes the writes of a handle bypass the page cache, if it is the only handle: then the kernel
   * has no pages.
   */
  boolean writeDirectly(long handle) {
    if (handles.length != 1) {
      return false;
    }
    directWriters = with(directWriters, handle);
    return true;
  }

  /** Makes the appends of a handle bypass the page cache, and its reads, if it reads. */
  void appendDirectly(long handle, boolean reads) {
    if (reads) {
      directHandles = with(directHandles, handle);
    } else {
      directWriters = with(directWriters, handle);
    }
  }

  /** Whether the writes of a handle bypass the page cache. */
  boolean isWrittenDirectly(long handle) {
    return indexOf(directWriters, handle) >= 0 || indexOf(directHandles, handle) >= 0;
  }

  /** Whether they bypass it while the kernel may have pages through other handles or mappings. */
  boolean isWrittenBesidePages(long handle) {
    return handles.length > directWriters.length && isWrittenDirectly(handle);
  }

  void closed(long handle) {
    handles = without(handles, handle);
    directWriters = without(directWriters, handle);
    directHandles = without(directHandles, handle);
  }

  private static long[] with(long[] known, long handle) {
    long[] more = Arrays.copyOf(known, known.length + 1);
    more[known.length] = handle;
    return more;
  }

  private static long[] without(long[] known, long handle) {
    int at = indexOf(known, handle);
    if (at < 0) {
      return known;
    }
    long[] left = known.length == 1 ? NONE : new long[known.length - 1];
    System.arraycopy(known, 0, left, 0, at);
    System.arraycopy(known, at + 1, left, at, left.length - at);
    return left;
  }

  private static int indexOf(long[] known, long handle) {
    for (int i = 0; i < known.length; i++) {
      if (known[i] == handle) {
        return i;
      }
    }
    return -1;
  }

  /** A name of a file. */
  public static final class Link {
    /** The number of the directory. */
    public final long parent;

    public final byte[] name;
    final Node child;

    /** The next name of the file. */
    @Nullable Link next;

    private final int hash;

    Link(long parent, byte[] name, Node child) {
      this.parent = parent;
      this.name = name;
      this.child = child;
      this.hash = 31 * Long.hashCode(parent) + Arrays.hashCode(name);
    }

    /** Whether it is the same name of the same directory, whatever file it belongs to. */
    @Override
    public boolean equals(Object other) {
      return other instanceof Link that
          && hash == that.hash
          && parent == that.parent
          && Arrays.equals(name, that.name);
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }
}

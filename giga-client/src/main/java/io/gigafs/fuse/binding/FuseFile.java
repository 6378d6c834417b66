package io.gigafs.fuse.binding;

import org.jspecify.annotations.Nullable;

/**
 * A file that the kernel addresses by its inode number, and the means by which the mount can reach
 * it. Immutable.
 *
 * <p>A directory is reached by the number alone. Any other file is reached by a name that this
 * mount has seen, by an open handle, or both. The name is a hint: another client may have given it
 * to another file since. Operations must then leave that file alone and fail with ESTALE.
 */
public final class FuseFile {
  private static final byte[] NO_NAME = {};

  private final long inode;
  private final boolean isDirectory;
  private final long parent;
  private final byte @Nullable [] name;
  private final long handle;

  private FuseFile(
      long inode, boolean isDirectory, long parent, byte @Nullable [] name, long handle) {
    this.inode = inode;
    this.isDirectory = isDirectory;
    this.parent = parent;
    this.name = name;
    this.handle = handle;
  }

  public static FuseFile ofDirectory(long inode) {
    return new FuseFile(inode, true, 0, null, FuseFileSystem.NO_HANDLE);
  }

  /**
   * A file that is not a directory and has a name.
   *
   * @param handle an open one, or {@link FuseFileSystem#NO_HANDLE}
   */
  public static FuseFile named(long inode, long parent, byte[] name, long handle) {
    return new FuseFile(inode, false, parent, name, handle);
  }

  /** An open file that has no known name. */
  public static FuseFile opened(long inode, long handle) {
    return new FuseFile(inode, false, 0, null, handle);
  }

  /** Its number in the file system. */
  public long inode() {
    return inode;
  }

  public boolean isDirectory() {
    return isDirectory;
  }

  /** Whether a name is known; directories are not reached by one. */
  public boolean isNamed() {
    return name != null;
  }

  /** The directory that contains the name. */
  public long parent() {
    return parent;
  }

  /** The name; empty if none is known. The array belongs to the binding. */
  public byte[] name() {
    return name == null ? NO_NAME : name;
  }

  /** An open handle, or {@link FuseFileSystem#NO_HANDLE} if there is none. */
  public long handle() {
    return handle;
  }

  public boolean isOpen() {
    return handle != FuseFileSystem.NO_HANDLE;
  }

  /** Whether there is a means to reach it. */
  public boolean isReachable() {
    return isDirectory || name != null || isOpen();
  }

  /** The same file, reachable by its handle alone. */
  public FuseFile withoutName() {
    return opened(inode, handle);
  }

  /** The same file, with a handle that the caller gave. */
  public FuseFile with(long given) {
    return given == FuseFileSystem.NO_HANDLE
        ? this
        : new FuseFile(inode, isDirectory, parent, name, given);
  }
}

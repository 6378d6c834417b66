package io.gigafs.fuse.jnrfuse;

import jnr.ffi.Pointer;
import jnr.ffi.annotations.Delegate;
import org.jspecify.annotations.Nullable;

/**
 * The types of the functions that libfuse calls. Paths and names are bytes in native memory; null
 * if libfuse has none or was configured to omit it.
 */
final class Callbacks {
  private Callbacks() {}

  /** unlink, rmdir. */
  public interface OnPath {
    @Delegate
    int call(Pointer path);
  }

  /** getattr, open, rename and others: a path with another address. */
  public interface OnPathAndPointer {
    @Delegate
    int call(Pointer path, Pointer other);
  }

  /** flush, release, releasedir. */
  public interface OnOpen {
    @Delegate
    int call(@Nullable Pointer path, Pointer info);
  }

  /** create. */
  public interface OnCreate {
    @Delegate
    int call(Pointer path, int mode, Pointer info);
  }

  /** mkdir, chmod, access. */
  public interface OnPathAndMode {
    @Delegate
    int call(Pointer path, int mode);
  }

  /** mknod. */
  public interface OnNode {
    @Delegate
    int call(Pointer path, int mode, long device);
  }

  /** chown. */
  public interface OnOwner {
    @Delegate
    int call(Pointer path, int uid, int gid);
  }

  /** truncate. */
  public interface OnSize {
    @Delegate
    int call(Pointer path, long size);
  }

  /** ftruncate. */
  public interface OnSizeOfOpen {
    @Delegate
    int call(@Nullable Pointer path, long size, Pointer info);
  }

  /** readlink, listxattr. */
  public interface OnBuffer {
    @Delegate
    int call(Pointer path, @Nullable Pointer buffer, long size);
  }

  /** read, write. */
  public interface OnTransfer {
    @Delegate
    int call(@Nullable Pointer path, Pointer buffer, long size, long offset, Pointer info);
  }

  /** readdir. */
  public interface OnListing {
    @Delegate
    int call(@Nullable Pointer path, Pointer buffer, Pointer filler, long offset, Pointer info);
  }

  /** fsync, fsyncdir. */
  public interface OnNumberAndInfo {
    @Delegate
    int call(@Nullable Pointer path, int number, Pointer info);
  }

  /** setxattr. */
  public interface OnSetXattr {
    @Delegate
    int call(Pointer path, Pointer name, @Nullable Pointer value, long size, int flags);
  }

  /** getxattr. */
  public interface OnGetXattr {
    @Delegate
    int call(Pointer path, Pointer name, @Nullable Pointer value, long size);
  }

  /** fgetattr. */
  public interface OnAttributesOfOpen {
    @Delegate
    int call(@Nullable Pointer path, Pointer stat, Pointer info);
  }

  /** lock. */
  public interface OnLock {
    @Delegate
    int call(@Nullable Pointer path, Pointer info, int command, Pointer lock);
  }

  /** flock. */
  public interface OnFlock {
    @Delegate
    int call(@Nullable Pointer path, Pointer info, int operation);
  }

  /** ioctl. */
  public interface OnIoctl {
    @Delegate
    int call(
        @Nullable Pointer path,
        int command,
        @Nullable Pointer argument,
        Pointer info,
        int flags,
        @Nullable Pointer data);
  }

  /** fallocate. */
  public interface OnAllocate {
    @Delegate
    int call(@Nullable Pointer path, int mode, long offset, long length, Pointer info);
  }

  /** init. */
  public interface OnInit {
    @Delegate
    @Nullable Pointer call(Pointer connection);
  }

  /**
   * The function that libfuse passes to readdir to add an entry; returns 1 if there was no room.
   */
  public interface Fill {
    @Delegate
    int call(Pointer buffer, Pointer name, @Nullable Pointer stat, long offset);
  }
}

package io.gigafs.fuse.virtual;

import io.gigafs.fuse.binding.Errno;
import io.gigafs.fuse.binding.FuseAttributes;
import io.gigafs.fuse.binding.FuseCaller;
import io.gigafs.fuse.binding.FuseChange;
import io.gigafs.fuse.binding.FuseDirectory;
import io.gigafs.fuse.binding.FuseFileSystem;
import io.gigafs.fuse.binding.FuseLock;
import io.gigafs.fuse.binding.FuseNotifier;
import io.gigafs.fuse.binding.FuseOpened;
import io.gigafs.fuse.binding.FuseSpace;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A file system with a directory {@code .giga} in its root, which no listing of the root shows.
 * Nobody can change what is there. Safe for use by several threads.
 */
public final class VirtualFiles implements FuseFileSystem {
  private static final int WRITE = 2;

  private final FuseFileSystem real;
  private final VirtualDirectory virtual;

  /**
   * A file system with virtual files.
   *
   * @param real all that is not in the virtual directory
   * @param files what each file holds whenever it is opened, by name
   */
  public VirtualFiles(FuseFileSystem real, Map<String, Supplier<byte[]>> files) {
    this.real = real;
    this.virtual = new VirtualDirectory(files);
  }

  @Override
  public boolean keepsLinks() {
    return real.keepsLinks();
  }

  @Override
  public void mounted(FuseNotifier notifier) {
    real.mounted(notifier);
  }

  @Override
  public void unmounted() {
    real.unmounted();
  }

  @Override
  public int lookup(FuseCaller caller, byte[] path, FuseAttributes out) {
    return VirtualDirectory.has(path) ? virtual.stat(path, out) : real.lookup(caller, path, out);
  }

  @Override
  public int getattr(FuseCaller caller, byte @Nullable [] path, long handle, FuseAttributes out) {
    return has(path, handle)
        ? virtual.stat(path, handle, out)
        : real.getattr(caller, path, handle, out);
  }

  @Override
  public int setattr(
      FuseCaller caller,
      byte @Nullable [] path,
      long handle,
      boolean byHandle,
      FuseChange change,
      FuseAttributes out) {
    return has(path, handle)
        ? -Errno.EROFS
        : real.setattr(caller, path, handle, byHandle, change, out);
  }

  @Override
  public int access(FuseCaller caller, byte @Nullable [] path, long handle, int mask) {
    return has(path, handle)
        ? (mask & WRITE) != 0 ? -Errno.EROFS : 0
        : real.access(caller, path, handle, mask);
  }

  @Override
  public int readlink(FuseCaller caller, byte[] path, ByteBuffer into) {
    return VirtualDirectory.has(path) ? -Errno.EINVAL : real.readlink(caller, path, into);
  }

  @Override
  public int mknod(
      FuseCaller caller, byte[] path, int mode, int umask, long device, FuseAttributes out) {
    return VirtualDirectory.has(path)
        ? -Errno.EROFS
        : real.mknod(caller, path, mode, umask, device, out);
  }

  @Override
  public int mkdir(FuseCaller caller, byte[] path, int mode, int umask, FuseAttributes out) {
    return VirtualDirectory.has(path) ? -Errno.EROFS : real.mkdir(caller, path, mode, umask, out);
  }

  @Override
  public int unlink(FuseCaller caller, byte[] path) {
    return VirtualDirectory.has(path) ? -Errno.EROFS : real.unlink(caller, path);
  }

  @Override
  public int rmdir(FuseCaller caller, byte[] path) {
    return VirtualDirectory.has(path) ? -Errno.EROFS : real.rmdir(caller, path);
  }

  @Override
  public int symlink(FuseCaller caller, byte[] target, byte[] path, FuseAttributes out) {
    return VirtualDirectory.has(path) ? -Errno.EROFS : real.symlink(caller, target, path, out);
  }

  @Override
  public int rename(FuseCaller caller, byte[] from, byte[] to, int flags) {
    return VirtualDirectory.has(from) || VirtualDirectory.has(to)
        ? -Errno.EROFS
        : real.rename(caller, from, to, flags);
  }

  @Override
  public int link(FuseCaller caller, byte[] existing, byte[] path, FuseAttributes out) {
    return VirtualDirectory.has(existing) || VirtualDirectory.has(path)
        ? -Errno.EROFS
        : real.link(caller, existing, path, out);
  }

  @Override
  public int open(FuseCaller caller, byte[] path, int flags, FuseOpened opened) {
    return VirtualDirectory.has(path)
        ? virtual.open(path, flags, opened)
        : real.open(caller, path, flags, opened);
  }

  @Override
  public int reopen(FuseCaller caller, long handle, int flags, FuseOpened opened) {
    return VirtualDirectory.has(handle)
        ? -Errno.ESTALE
        : real.reopen(caller, handle, flags, opened);
  }

  @Override
  public int create(
      FuseCaller caller,
      byte[] path,
      int mode,
      int umask,
      int flags,
      FuseOpened opened,
      FuseAttributes out) {
    return VirtualDirectory.has(path)
        ? -Errno.EROFS
        : real.create(caller, path, mode, umask, flags, opened, out);
  }

  @Override
  public int read(long handle, long offset, ByteBuffer into, int flags) {
    return VirtualDirectory.has(handle)
        ? virtual.read(handle, offset, into)
        : real.read(handle, offset, into, flags);
  }

  @Override
  public int write(long handle, long offset, ByteBuffer from, int flags) {
    return VirtualDirectory.has(handle) ? -Errno.EROFS : real.write(handle, offset, from, flags);
  }

  @Override
  public int appendPart(long handle, long offset, ByteBuffer from, int flags) {
    return VirtualDirectory.has(handle)
        ? -Errno.EROFS
        : real.appendPart(handle, offset, from, flags);
  }

  @Override
  public int flush(FuseCaller caller, long handle, long lockOwner) {
    return VirtualDirectory.has(handle) ? 0 : real.flush(caller, handle, lockOwner);
  }

  @Override
  public int release(long handle) {
    return VirtualDirectory.has(handle) ? virtual.release(handle) : real.release(handle);
  }

  @Override
  public int fsync(FuseCaller caller, long handle, boolean dataOnly) {
    return VirtualDirectory.has(handle) ? 0 : real.fsync(caller, handle, dataOnly);
  }

  @Override
  public int opendir(FuseCaller caller, byte[] path, FuseOpened opened) {
    return VirtualDirectory.has(path)
        ? virtual.opendir(path, opened)
        : real.opendir(caller, path, opened);
  }

  @Override
  public int readdir(FuseCaller caller, long handle, long offset, FuseDirectory out) {
    return VirtualDirectory.has(handle)
        ? virtual.readdir(offset, out)
        : real.readdir(caller, handle, offset, out);
  }

  @Override
  public int releasedir(long handle) {
    return VirtualDirectory.has(handle) ? 0 : real.releasedir(handle);
  }

  @Override
  public int fsyncdir(FuseCaller caller, long handle, boolean dataOnly) {
    return VirtualDirectory.has(handle) ? 0 : real.fsyncdir(caller, handle, dataOnly);
  }

  @Override
  public int statfs(FuseCaller caller, FuseSpace out) {
    return real.statfs(caller, out);
  }

  @Override
  public int setxattr(
      FuseCaller caller,
      byte @Nullable [] path,
      long handle,
      byte[] name,
      byte[] value,
      int flags) {
    return has(path, handle)
        ? -Errno.EROFS
        : real.setxattr(caller, path, handle, name, value, flags);
  }

  @Override
  public int getxattr(
      FuseCaller caller, byte @Nullable [] path, long handle, byte[] name, ByteBuffer into) {
    return has(path, handle) ? -Errno.ENODATA : real.getxattr(caller, path, handle, name, into);
  }

  @Override
  public int listxattr(FuseCaller caller, byte @Nullable [] path, long handle, ByteBuffer into) {
    return has(path, handle) ? 0 : real.listxattr(caller, path, handle, into);
  }

  @Override
  public int removexattr(FuseCaller caller, byte @Nullable [] path, long handle, byte[] name) {
    return has(path, handle) ? -Errno.EROFS : real.removexattr(caller, path, handle, name);
  }

  @Override
  public int findLock(FuseCaller caller, long handle, long owner, FuseLock lock) {
    return VirtualDirectory.has(handle)
        ? -Errno.EOPNOTSUPP
        : real.findLock(caller, handle, owner, lock);
  }

  @Override
  public int lock(FuseCaller caller, long handle, long owner, FuseLock lock, boolean waits)
      throws InterruptedException {
    return VirtualDirectory.has(handle)
        ? -Errno.EOPNOTSUPP
        : real.lock(caller, handle, owner, lock, waits);
  }

  @Override
  public int flock(FuseCaller caller, long handle, FuseLock.Type type, boolean waits)
      throws InterruptedException {
    return VirtualDirectory.has(handle)
        ? -Errno.EOPNOTSUPP
        : real.flock(caller, handle, type, waits);
  }

  @Override
  public boolean isMappable(long handle) {
    return !VirtualDirectory.has(handle) && real.isMappable(handle);
  }

  @Override
  public boolean mayHaveStored(long handle, long owner, boolean isFlock) {
    return !VirtualDirectory.has(handle) && real.mayHaveStored(handle, owner, isFlock);
  }

  @Override
  public void forget(long handle) {
    real.forget(handle);
  }

  @Override
  public int fallocate(FuseCaller caller, long handle, int mode, long offset, long length) {
    return VirtualDirectory.has(handle)
        ? -Errno.EROFS
        : real.fallocate(caller, handle, mode, offset, length);
  }

  @Override
  public long seek(FuseCaller caller, long handle, long offset, int whence) {
    return VirtualDirectory.has(handle)
        ? -Errno.EOPNOTSUPP
        : real.seek(caller, handle, offset, whence);
  }

  private static boolean has(byte @Nullable [] path, long handle) {
    return path == null ? VirtualDirectory.has(handle) : VirtualDirectory.has(path);
  }
}

package io.gigafs.fuse.virtual;

import io.gigafs.fuse.binding.Errno;
import io.gigafs.fuse.binding.FuseAttributes;
import io.gigafs.fuse.binding.FuseCaller;
import io.gigafs.fuse.binding.FuseChange;
import io.gigafs.fuse.binding.FuseFile;
import io.gigafs.fuse.binding.FuseFileSystem;
import io.gigafs.fuse.binding.FuseFileSystem.FuseDirectory;
import io.gigafs.fuse.binding.FuseFileSystem.FuseNotifier;
import io.gigafs.fuse.binding.FuseLock;
import io.gigafs.fuse.binding.FuseOpened;
import io.gigafs.fuse.binding.FuseSpace;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A file system with a read-only directory {@code .giga} in its root, which listings of the root
 * omit. Safe for use by several threads.
 */
public final class VirtualFiles implements FuseFileSystem {
  private static final int WRITE = 2;

  private final FuseFileSystem real;
  private final VirtualDirectory virtual;

  /**
   * Creates a file system with virtual files.
   *
   * @param real serves everything outside the virtual directory
   * @param files suppliers of the contents, by name, called whenever a file is opened
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
  public void serving() {
    real.serving();
  }

  @Override
  public void served() {
    real.served();
  }

  @Override
  public boolean isCheckedByKernel() {
    return real.isCheckedByKernel();
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
  public long root() {
    return real.root();
  }

  /** Whether a name in a directory is one of the virtual ones. */
  private boolean has(long directory, byte[] name) {
    return VirtualDirectory.has(directory)
        || (directory == real.root() && VirtualDirectory.isItsName(name));
  }

  @Override
  public int lookup(FuseCaller caller, long directory, byte[] name, FuseAttributes out) {
    return has(directory, name)
        ? virtual.lookup(directory, name, out)
        : real.lookup(caller, directory, name, out);
  }

  @Override
  public long parent(FuseCaller caller, long directory) {
    return VirtualDirectory.has(directory) ? real.root() : real.parent(caller, directory);
  }

  @Override
  public int getattr(FuseCaller caller, FuseFile file, FuseAttributes out) {
    return VirtualDirectory.has(file.inode())
        ? virtual.stat(file.inode(), out)
        : real.getattr(caller, file, out);
  }

  @Override
  public int getRecentAttributes(FuseCaller caller, FuseFile file, FuseAttributes out) {
    return VirtualDirectory.has(file.inode())
        ? virtual.stat(file.inode(), out)
        : real.getRecentAttributes(caller, file, out);
  }

  @Override
  public int setattr(
      FuseCaller caller, FuseFile file, boolean byHandle, FuseChange change, FuseAttributes out) {
    return VirtualDirectory.has(file.inode())
        ? -Errno.EROFS
        : real.setattr(caller, file, byHandle, change, out);
  }

  @Override
  public int access(FuseCaller caller, FuseFile file, int mask) {
    return VirtualDirectory.has(file.inode())
        ? (mask & WRITE) != 0 ? -Errno.EROFS : 0
        : real.access(caller, file, mask);
  }

  @Override
  public int readlink(FuseCaller caller, FuseFile file, ByteBuffer into) {
    return VirtualDirectory.has(file.inode()) ? -Errno.EINVAL : real.readlink(caller, file, into);
  }

  @Override
  public int mknod(
      FuseCaller caller,
      long directory,
      byte[] name,
      int mode,
      int umask,
      long device,
      FuseAttributes out) {
    return has(directory, name)
        ? -Errno.EROFS
        : real.mknod(caller, directory, name, mode, umask, device, out);
  }

  @Override
  public int mkdir(
      FuseCaller caller, long directory, byte[] name, int mode, int umask, FuseAttributes out) {
    return has(directory, name)
        ? -Errno.EROFS
        : real.mkdir(caller, directory, name, mode, umask, out);
  }

  @Override
  public int unlink(FuseCaller caller, long directory, byte[] name) {
    return has(directory, name) ? -Errno.EROFS : real.unlink(caller, directory, name);
  }

  @Override
  public int rmdir(FuseCaller caller, long directory, byte[] name, long expected) {
    return has(directory, name) ? -Errno.EROFS : real.rmdir(caller, directory, name, expected);
  }

  @Override
  public int symlink(
      FuseCaller caller, byte[] target, long directory, byte[] name, FuseAttributes out) {
    return has(directory, name) ? -Errno.EROFS : real.symlink(caller, target, directory, name, out);
  }

  @Override
  public int rename(
      FuseCaller caller,
      long directory,
      byte[] name,
      long newDirectory,
      byte[] newName,
      int flags) {
    return has(directory, name) || has(newDirectory, newName)
        ? -Errno.EROFS
        : real.rename(caller, directory, name, newDirectory, newName, flags);
  }

  @Override
  public int link(
      FuseCaller caller, FuseFile file, long directory, byte[] name, FuseAttributes out) {
    return VirtualDirectory.has(file.inode()) || has(directory, name)
        ? -Errno.EROFS
        : real.link(caller, file, directory, name, out);
  }

  @Override
  public int open(FuseCaller caller, FuseFile file, int flags, FuseOpened opened) {
    return VirtualDirectory.has(file.inode())
        ? virtual.open(file.inode(), flags, opened)
        : real.open(caller, file, flags, opened);
  }

  @Override
  public int create(
      FuseCaller caller,
      long directory,
      byte[] name,
      int mode,
      int umask,
      int flags,
      FuseOpened opened,
      FuseAttributes out) {
    return has(directory, name)
        ? -Errno.EROFS
        : real.create(caller, directory, name, mode, umask, flags, opened, out);
  }

  @Override
  public int createNameless(
      FuseCaller caller,
      long directory,
      int mode,
      int umask,
      int flags,
      FuseOpened opened,
      FuseAttributes out) {
    return VirtualDirectory.has(directory)
        ? -Errno.EROFS
        : real.createNameless(caller, directory, mode, umask, flags, opened, out);
  }

  @Override
  public int read(long handle, long offset, ByteBuffer into, int flags) {
    return VirtualDirectory.hasHandle(handle)
        ? virtual.read(handle, offset, into)
        : real.read(handle, offset, into, flags);
  }

  @Override
  public int write(long handle, long offset, ByteBuffer from, int flags) {
    return VirtualDirectory.hasHandle(handle)
        ? -Errno.EROFS
        : real.write(handle, offset, from, flags);
  }

  @Override
  public int appendPart(long handle, long offset, ByteBuffer from, int flags) {
    return VirtualDirectory.hasHandle(handle)
        ? -Errno.EROFS
        : real.appendPart(handle, offset, from, flags);
  }

  @Override
  public int flush(FuseCaller caller, long handle, long lockOwner) {
    return VirtualDirectory.hasHandle(handle) ? 0 : real.flush(caller, handle, lockOwner);
  }

  @Override
  public int release(long handle) {
    return VirtualDirectory.hasHandle(handle) ? virtual.release(handle) : real.release(handle);
  }

  @Override
  public int fsync(FuseCaller caller, long handle, boolean dataOnly) {
    return VirtualDirectory.hasHandle(handle) ? 0 : real.fsync(caller, handle, dataOnly);
  }

  @Override
  public int opendir(FuseCaller caller, long directory, FuseOpened opened) {
    return VirtualDirectory.has(directory)
        ? virtual.opendir(directory, opened)
        : real.opendir(caller, directory, opened);
  }

  @Override
  public int readdir(FuseCaller caller, long handle, long offset, FuseDirectory out) {
    return VirtualDirectory.hasHandle(handle)
        ? virtual.readdir(offset, out)
        : real.readdir(caller, handle, offset, out);
  }

  @Override
  public int releasedir(long handle) {
    return VirtualDirectory.hasHandle(handle) ? 0 : real.releasedir(handle);
  }

  @Override
  public int fsyncdir(FuseCaller caller, long handle, boolean dataOnly) {
    return VirtualDirectory.hasHandle(handle) ? 0 : real.fsyncdir(caller, handle, dataOnly);
  }

  @Override
  public int statfs(FuseCaller caller, FuseSpace out) {
    return real.statfs(caller, out);
  }

  @Override
  public int setxattr(FuseCaller caller, FuseFile file, byte[] name, byte[] value, int flags) {
    return VirtualDirectory.has(file.inode())
        ? -Errno.EROFS
        : real.setxattr(caller, file, name, value, flags);
  }

  @Override
  public int getxattr(FuseCaller caller, FuseFile file, byte[] name, ByteBuffer into) {
    return VirtualDirectory.has(file.inode())
        ? -Errno.ENODATA
        : real.getxattr(caller, file, name, into);
  }

  @Override
  public int listxattr(FuseCaller caller, FuseFile file, ByteBuffer into) {
    return VirtualDirectory.has(file.inode()) ? 0 : real.listxattr(caller, file, into);
  }

  @Override
  public int removexattr(FuseCaller caller, FuseFile file, byte[] name) {
    return VirtualDirectory.has(file.inode()) ? -Errno.EROFS : real.removexattr(caller, file, name);
  }

  @Override
  public int findLock(FuseCaller caller, long handle, long owner, FuseLock lock) {
    return VirtualDirectory.hasHandle(handle)
        ? -Errno.EOPNOTSUPP
        : real.findLock(caller, handle, owner, lock);
  }

  @Override
  public int lock(FuseCaller caller, long handle, long owner, FuseLock lock, boolean waits)
      throws InterruptedException {
    return VirtualDirectory.hasHandle(handle)
        ? -Errno.EOPNOTSUPP
        : real.lock(caller, handle, owner, lock, waits);
  }

  @Override
  public int flock(FuseCaller caller, long handle, FuseLock.Type type, boolean waits)
      throws InterruptedException {
    return VirtualDirectory.hasHandle(handle)
        ? -Errno.EOPNOTSUPP
        : real.flock(caller, handle, type, waits);
  }

  @Override
  public int peek(long handle, long offset) {
    return VirtualDirectory.has(handle) ? -1 : real.peek(handle, offset);
  }

  @Override
  public boolean isMappable(long handle) {
    return !VirtualDirectory.hasHandle(handle) && real.isMappable(handle);
  }

  @Override
  public boolean mayHaveStored(long handle, long owner, boolean isFlock) {
    return !VirtualDirectory.hasHandle(handle) && real.mayHaveStored(handle, owner, isFlock);
  }

  @Override
  public void forget(long handle) {
    real.forget(handle);
  }

  @Override
  public int fallocate(FuseCaller caller, long handle, int mode, long offset, long length) {
    return VirtualDirectory.hasHandle(handle)
        ? -Errno.EROFS
        : real.fallocate(caller, handle, mode, offset, length);
  }

  @Override
  public long seek(FuseCaller caller, long handle, long offset, int whence) {
    return VirtualDirectory.hasHandle(handle)
        ? -Errno.EOPNOTSUPP
        : real.seek(caller, handle, offset, whence);
  }
}

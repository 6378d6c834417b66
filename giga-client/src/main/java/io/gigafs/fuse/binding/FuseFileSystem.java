package io.gigafs.fuse.binding;

import java.nio.ByteBuffer;

/**
 * A file system that can be mounted: one method per system call that the kernel passes on.
 *
 * <p><b>Results</b> are 0, or a count where one is named; failures are a negative {@link Errno}.
 * Whatever is thrown is logged and becomes EIO. Values go into the mutable arguments, which belong
 * to the calling thread and are not to be kept.
 *
 * <p><b>Files</b> are meant by their inode numbers, wherever they are: what is to be made, looked
 * up or removed is a name in a directory that is given by its number, whatever that directory is
 * called by then and wherever it was moved; it is ENOENT once the directory was removed. A
 * directory itself is its number. Any other file is a {@link FuseFile}, with a name at which it was
 * seen, a handle that is open on it, or both: methods may use either. While one runs, no rename or
 * unlink through the same mount takes that name away. If the name leads to another file, as
 * somebody else has replaced it, nothing is done, and the result is ESTALE; then the method is
 * asked again with the handle alone, if there is one, and if not the kernel looks the path up anew.
 *
 * <p><b>Names</b> are bytes as they were given, neither empty nor dots, and may be too long. Links
 * are never followed: the kernel walks symbolic links by itself. The arrays belong to the binding
 * and are not changed.
 *
 * <p><b>Inode numbers</b> say which names are one file: they are never 0, and never given again to
 * another. The kernel does not let a file with a number change its type; one that looks otherwise
 * at times has a number for each, and {@link FuseAttributes#expected} says which is meant.
 *
 * <p>Methods are called by many threads at once, in no order but that of the system calls. Those
 * that wait may take as long as they must, as every request that waits has a thread of its own.
 * Nobody interrupts them, except {@link #lock} and {@link #flock}: a caller that is killed is gone
 * at once, and what the method comes to is given back when it ends.
 */
public interface FuseFileSystem {
  /** For a file that is not open. */
  long NO_HANDLE = -1;

  /**
   * Whether a symbolic link says the same for as long as its inode number is its, so that the
   * kernel may remember it.
   */
  default boolean keepsLinks() {
    return true;
  }

  /**
   * Whether the kernel checks permissions before it asks, by the attributes and the access control
   * lists ({@code system.posix_acl_access}) that it receives and keeps for as long as attributes.
   * No other check there is for what it does by itself: it opens FIFOs, sockets and devices, and
   * walks along names that it knows. The file system checks what it is asked for all the same, as
   * it may know better by then.
   */
  default boolean isCheckedByKernel() {
    return false;
  }

  /** A lock was taken, and what the kernel remembers of the file may not be used with it. */
  int STALE = 1;

  /**
   * Has the kernel write what was stored to pages of an open file through mappings, and forget its
   * pages and attributes. It waits until no read or write of its pages is under way, so this is not
   * called by threads that serve these.
   */
  default void forget(long handle) {}

  /**
   * A byte of an open file as it is, which is no access to the file.
   *
   * @return 0 to 255, or -1 if there is none, or none that can be read
   */
  default int peek(long handle, long offset) {
    return -1;
  }

  /** Whether a file that is open is so by any handle by which a mapping may store to it. */
  default boolean isMappable(long handle) {
    return false;
  }

  /**
   * Whether somebody may have stored to pages of a file under a lock, through a mapping, who gives
   * it up now or makes it a shared one. Until {@link #forget} such stores are the kernel's alone.
   *
   * @param owner as of {@link #lock}; of no use with flock(2)
   */
  default boolean mayHaveStored(long handle, long owner, boolean isFlock) {
    return false;
  }

  /** A thread begins to serve a request: until {@link #served} its calls are one system call. */
  default void serving() {}

  /** It has ended. */
  default void served() {}

  /** Called once the directory is mounted; before, only attributes of the root are asked. */
  default void mounted(FuseNotifier notifier) {}

  /** Called after everything else: nobody calls any more, and handles left open are closed. */
  default void unmounted() {}

  /** The number of the mounted directory. */
  long root();

  /** lstat(2) by a name. ENOENT may be remembered for a while, see mounting. */
  int lookup(FuseCaller caller, long directory, byte[] name, FuseAttributes out);

  /**
   * The number of the directory that a directory is in now, its own if it is the mounted one; or a
   * negative errno.
   */
  long parent(FuseCaller caller, long directory);

  /** lstat(2) or fstat(2). */
  int getattr(FuseCaller caller, FuseFile file, FuseAttributes out);

  /**
   * The same, but attributes will do that are as old as a look-up may find them: statx(2) for the
   * time at which a file was made, which the kernel asks for after each look-up.
   */
  default int getRecentAttributes(FuseCaller caller, FuseFile file, FuseAttributes out) {
    return getattr(caller, file, out);
  }

  /**
   * chmod(2), chown(2), truncate(2), utimensat(2) and those by descriptor.
   *
   * @param byHandle whether the caller gave a descriptor that is the file's handle: ftruncate(2)
   *     asks it whether it writes, and not the file's permissions
   * @param out the attributes afterwards
   */
  int setattr(
      FuseCaller caller, FuseFile file, boolean byHandle, FuseChange change, FuseAttributes out);

  /**
   * access(2), also asked by chdir(2) and execve(2).
   *
   * @param mask 4 to read, 2 to write, 1 to execute or search, OR-ed; or 0
   */
  int access(FuseCaller caller, FuseFile file, int mask);

  /** readlink(2) of a file that has a name; {@code into} has room for 4,095 bytes. */
  int readlink(FuseCaller caller, FuseFile file, ByteBuffer into);

  /**
   * mknod(2).
   *
   * @param mode type and permission bits, the umask not applied
   * @param umask to be applied, but where an access control list of the directory takes its place
   * @param device as makedev(3) makes it
   */
  int mknod(
      FuseCaller caller,
      long directory,
      byte[] name,
      int mode,
      int umask,
      long device,
      FuseAttributes out);

  /** mkdir(2); mode and umask as with {@link #mknod}. */
  int mkdir(
      FuseCaller caller, long directory, byte[] name, int mode, int umask, FuseAttributes out);

  int unlink(FuseCaller caller, long directory, byte[] name);

  /**
   * Removes a directory.
   *
   * @param expected the number of the directory that the name has to lead to, else nothing is done
   *     (ESTALE); 0 for any
   */
  int rmdir(FuseCaller caller, long directory, byte[] name, long expected);

  /** symlink(2). */
  int symlink(FuseCaller caller, byte[] target, long directory, byte[] name, FuseAttributes out);

  /**
   * renameat2(2).
   *
   * @param flags 1 RENAME_NOREPLACE, 2 RENAME_EXCHANGE, 4 RENAME_WHITEOUT
   */
  int rename(
      FuseCaller caller, long directory, byte[] name, long newDirectory, byte[] newName, int flags);

  /**
   * link(2) of a file that has a name, or was made without one; {@code out} are the attributes of
   * the file, which has one more name now.
   */
  int link(FuseCaller caller, FuseFile file, long directory, byte[] name, FuseAttributes out);

  /**
   * open(2) of a file that was there. One that has no name but is open is opened by way of
   * /proc/self/fd.
   *
   * @param flags of {@link OpenFlags}, O_TRUNC among them, but neither O_CREAT nor O_EXCL
   */
  int open(FuseCaller caller, FuseFile file, int flags, FuseOpened opened);

  /**
   * open(2) with O_CREAT; the kernel has not found the name, which means little.
   *
   * @param flags of {@link OpenFlags}; with O_EXCL a file that is there is EEXIST
   * @param mode permission bits; mode and umask as with {@link #mknod}
   */
  int create(
      FuseCaller caller,
      long directory,
      byte[] name,
      int mode,
      int umask,
      int flags,
      FuseOpened opened,
      FuseAttributes out);

  /**
   * open(2) with O_TMPFILE: makes a file in a directory that has no name, and goes with its last
   * handle unless {@link #link} has given it one. Arguments as of {@link #create}.
   *
   * @return 0, or -ENOSYS: there are no such files then
   */
  default int createNameless(
      FuseCaller caller,
      long directory,
      int mode,
      int umask,
      int flags,
      FuseOpened opened,
      FuseAttributes out) {
    return -Errno.ENOSYS;
  }

  /**
   * pread(2): fills the buffer, whose size is what is asked for.
   *
   * @param flags of the descriptor as they are now
   * @return how many bytes, from the buffer's position on; fewer only at the file's end
   */
  int read(long handle, long offset, ByteBuffer into, int flags);

  /**
   * pwrite(2), or write(2) at the end with O_APPEND.
   *
   * @param flags of the descriptor as they are now, O_APPEND among them
   * @param from may be used until the method returns
   * @return how many bytes
   */
  int write(long handle, long offset, ByteBuffer from, int flags);

  /**
   * Writes with O_APPEND what may be the beginning of a longer write(2): the kernel splits those
   * that go through its page cache at page borders. If the next write of the handle comes with
   * O_APPEND, it is, or may as well be, the rest, which belongs right behind this.
   */
  default int appendPart(long handle, long offset, ByteBuffer from, int flags) {
    return write(handle, offset, from, flags);
  }

  /**
   * close(2) of one descriptor of possibly several that share a handle: reports what writes failed.
   *
   * @param lockOwner whose byte-range locks on the file end now
   */
  int flush(FuseCaller caller, long handle, long lockOwner);

  /**
   * The last descriptor of the handle is closed; nobody sees the result. Byte-range locks that were
   * taken by it and are left are those of an open file description (F_OFD_SETLK), and end.
   */
  int release(long handle);

  /** fsync(2), or fdatasync(2). */
  int fsync(FuseCaller caller, long handle, boolean dataOnly);

  /** opendir(3). */
  int opendir(FuseCaller caller, long directory, FuseOpened opened);

  /**
   * readdir(3): adds entries until the directory says that it is full.
   *
   * <p>The offset is a place of the file system's own choice, told with the entry before it; 0 is
   * the beginning, others are 1 to 2^62. It may come again, or not: seekdir(3), rewinddir(3).
   * Neither "." nor ".." is added.
   */
  int readdir(FuseCaller caller, long handle, long offset, FuseDirectory out);

  int releasedir(long handle);

  /** fsync(2) of a directory. */
  int fsyncdir(FuseCaller caller, long handle, boolean dataOnly);

  int statfs(FuseCaller caller, FuseSpace out);

  /**
   * setxattr(2).
   *
   * @param name without a NUL
   * @param flags 1 XATTR_CREATE, 2 XATTR_REPLACE
   */
  int setxattr(FuseCaller caller, FuseFile file, byte[] name, byte[] value, int flags);

  /** getxattr(2), always of the whole value, for which {@code into} has room (64 KiB). */
  int getxattr(FuseCaller caller, FuseFile file, byte[] name, ByteBuffer into);

  /** listxattr(2): each name with a NUL behind it; likewise. */
  int listxattr(FuseCaller caller, FuseFile file, ByteBuffer into);

  int removexattr(FuseCaller caller, FuseFile file, byte[] name);

  /**
   * F_GETLK of fcntl(2): puts a lock that is in the way into {@code lock}, or says that there is
   * none.
   *
   * @param owner who asks: a process, or an open file description, which has one handle
   */
  int findLock(FuseCaller caller, long handle, long owner, FuseLock lock);

  /**
   * F_SETLK and F_SETLKW. Returns {@link #STALE} if others have changed the file since the kernel
   * learned of it; then {@link #forget} is called before the caller is answered. Interrupts the
   * thread if the caller got a signal while it waits, to which the answer is EINTR.
   */
  int lock(FuseCaller caller, long handle, long owner, FuseLock lock, boolean waits)
      throws InterruptedException;

  /** flock(2) of the handle, as {@link #lock} else. Its last close ends the lock. */
  int flock(FuseCaller caller, long handle, FuseLock.Type type, boolean waits)
      throws InterruptedException;

  /**
   * fallocate(2).
   *
   * @param mode 1 FALLOC_FL_KEEP_SIZE, 2 FALLOC_FL_PUNCH_HOLE and others, OR-ed
   */
  int fallocate(FuseCaller caller, long handle, int mode, long offset, long length);

  /**
   * lseek(2) with SEEK_DATA (3) or SEEK_HOLE (4).
   *
   * @return the place, or -ENOSYS: all of the file is data then
   */
  default long seek(FuseCaller caller, long handle, long offset, int whence) {
    return -Errno.ENOSYS;
  }
}

package io.gigafs.fuse.binding;

import java.nio.ByteBuffer;

/**
 * A file system that can be mounted: one method per system call that the kernel passes on.
 *
 * <p><b>Results</b> are 0, or a count where this is stated; failures are a negative {@link Errno}.
 * Any exception is logged and becomes EIO. Values go into the mutable arguments, which belong to
 * the calling thread and must not be retained.
 *
 * <p><b>Files</b> are identified by inode number. An object to create, look up or remove is given
 * as a name in a directory, and the directory by its number, whatever its current path; the result
 * is ENOENT once the directory was removed. A directory itself is given by its number. Any other
 * file is a {@link FuseFile}, with a name at which it was seen, an open handle, or both: methods
 * may use either. While a method runs, no rename or unlink through the same mount removes that
 * name. If the name leads to another file, because another client replaced it, the method does
 * nothing and returns ESTALE. It is then called again with the handle alone, if there is one;
 * otherwise the kernel looks the path up again.
 *
 * <p><b>Names</b> are raw bytes, neither empty nor dots, and may be too long. Links are never
 * followed: the kernel resolves symbolic links itself. The arrays belong to the binding and must
 * not be modified.
 *
 * <p><b>Inode numbers</b> identify a file across its names: they are never 0 and never reused. The
 * kernel does not allow the type of a number to change; a file that is sometimes shown as a
 * different type has a number for each, and {@link FuseAttributes#expected} says which is meant.
 *
 * <p>Methods are called by many threads at once, ordered only by the system calls. A method may
 * block for as long as necessary, since each blocked request has a thread of its own. Only {@link
 * #lock} and {@link #flock} are interrupted: a killed caller is gone at once, and the result of the
 * method is released when it ends.
 */
public interface FuseFileSystem {
  /** The handle of a file that is not open. */
  long NO_HANDLE = -1;

  /**
   * Whether a symbolic link's target never changes for its inode number, so that the kernel may
   * cache it.
   */
  default boolean keepsLinks() {
    return true;
  }

  /**
   * Whether the kernel checks permissions before it sends a request, by the attributes and access
   * control lists ({@code system.posix_acl_access}) that it caches for the attribute timeout. For
   * operations that the kernel does itself there is no other check: it opens FIFOs, sockets and
   * devices, and walks along cached names. The file system still checks each request, since it may
   * have newer attributes.
   */
  default boolean isCheckedByKernel() {
    return false;
  }

  /** A lock was acquired, and the kernel's cached pages and attributes of the file are stale. */
  int STALE = 1;

  /**
   * Makes the kernel write back what was stored through mappings of an open file, and drop its
   * pages and attributes. It waits until no read or write of these pages is in progress, so threads
   * that serve reads and writes must not call it.
   */
  default void forget(long handle) {}

  /**
   * Reads a byte of an open file without counting as an access to it.
   *
   * @return 0 to 255, or -1 if there is none, or none that can be read
   */
  default int peek(long handle, long offset) {
    return -1;
  }

  /** Whether an open file has any handle through which a mapping may store to it. */
  default boolean isMappable(long handle) {
    return false;
  }

  /**
   * Whether an owner that releases or downgrades a lock may have stored to the file through a
   * mapping. Until {@link #forget} only the kernel has these stores.
   *
   * @param owner as of {@link #lock}; not used with flock(2)
   */
  default boolean mayHaveStored(long handle, long owner, boolean isFlock) {
    return false;
  }

  /**
   * A thread begins to serve a request. Its calls until {@link #served} belong to one system call.
   */
  default void serving() {}

  /** The request has ended. */
  default void served() {}

  /**
   * Called once the file system is mounted; before that, only attributes of the root are requested.
   */
  default void mounted(FuseNotifier notifier) {}

  /** Called last: no calls follow, and open handles are closed. */
  default void unmounted() {}

  /** The inode number of the mounted directory. */
  long root();

  /** lstat(2) by a name. The kernel may cache ENOENT, see {@link MountSettings}. */
  int lookup(FuseCaller caller, long directory, byte[] name, FuseAttributes out);

  /**
   * The inode number of a directory's current parent, its own if it is the mounted one; or a
   * negative errno.
   */
  long parent(FuseCaller caller, long directory);

  /** lstat(2) or fstat(2). */
  int getattr(FuseCaller caller, FuseFile file, FuseAttributes out);

  /**
   * The same, but attributes may be as old as those of a lookup: statx(2) for the creation time,
   * which the kernel requests after each lookup.
   */
  default int getRecentAttributes(FuseCaller caller, FuseFile file, FuseAttributes out) {
    return getattr(caller, file, out);
  }

  /**
   * chmod(2), chown(2), truncate(2), utimensat(2) and their variants by descriptor.
   *
   * @param byHandle whether the caller gave a descriptor that is the file's handle: for
   *     ftruncate(2) its access mode counts, not the file's permissions
   * @param out the attributes afterwards
   */
  int setattr(
      FuseCaller caller, FuseFile file, boolean byHandle, FuseChange change, FuseAttributes out);

  /**
   * access(2), also used by chdir(2) and execve(2).
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
   * @param umask to be applied, unless an access control list of the directory replaces it
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
   * @param expected the inode number that the name must lead to, else ESTALE; 0 for any
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
   * link(2) of a file that has a name, or was created without one. {@code out} receives the
   * attributes with the new link count.
   */
  int link(FuseCaller caller, FuseFile file, long directory, byte[] name, FuseAttributes out);

  /**
   * open(2) of an existing file. An open file without a name is opened through /proc/self/fd.
   *
   * @param flags of {@link OpenFlags}, also O_TRUNC, but neither O_CREAT nor O_EXCL
   */
  int open(FuseCaller caller, FuseFile file, int flags, FuseOpened opened);

  /**
   * open(2) with O_CREAT. The kernel has not found the name, but it may exist by now.
   *
   * @param flags of {@link OpenFlags}; with O_EXCL an existing file is EEXIST
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
   * open(2) with O_TMPFILE: creates a file without a name in a directory. It is deleted with its
   * last handle unless {@link #link} has given it a name. Arguments as of {@link #create}.
   *
   * @return 0, or -ENOSYS if such files are not supported
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
   * pread(2): fills the buffer, whose size is the number of bytes requested.
   *
   * @param flags of the descriptor at this time
   * @return how many bytes, from the buffer's position on; fewer only at the end of the file
   */
  int read(long handle, long offset, ByteBuffer into, int flags);

  /**
   * pwrite(2), or write(2) at the end with O_APPEND.
   *
   * @param flags of the descriptor at this time, also O_APPEND
   * @param from may be used until the method returns
   * @return how many bytes
   */
  int write(long handle, long offset, ByteBuffer from, int flags);

  /**
   * Appends the possible beginning of a longer write(2): the kernel splits writes through its page
   * cache at page boundaries. A next write of the handle with O_APPEND is the rest, or may be
   * treated as such, and belongs directly after this part.
   */
  default int appendPart(long handle, long offset, ByteBuffer from, int flags) {
    return write(handle, offset, from, flags);
  }

  /**
   * close(2) of one of possibly several descriptors that share a handle. Reports failed writes.
   *
   * @param lockOwner whose byte-range locks on the file end now
   */
  int flush(FuseCaller caller, long handle, long lockOwner);

  /**
   * Closes a handle after its last descriptor; the result is not reported. Remaining byte-range
   * locks of the handle belong to an open file description (F_OFD_SETLK) and end.
   */
  int release(long handle);

  /** fsync(2), or fdatasync(2). */
  int fsync(FuseCaller caller, long handle, boolean dataOnly);

  /** opendir(3). */
  int opendir(FuseCaller caller, long directory, FuseOpened opened);

  /**
   * readdir(3): adds entries until the directory is full.
   *
   * <p>An offset is chosen by the file system and passed with the entry before it; 0 is the
   * beginning, others are 1 to 2^62. It may be used again, or not at all: seekdir(3), rewinddir(3).
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

  /** listxattr(2): each name with a terminating NUL, into 64 KiB. */
  int listxattr(FuseCaller caller, FuseFile file, ByteBuffer into);

  int removexattr(FuseCaller caller, FuseFile file, byte[] name);

  /**
   * F_GETLK of fcntl(2): stores a conflicting lock in {@code lock}, or that there is none.
   *
   * @param owner of the request: a process, or an open file description, which has one handle
   */
  int findLock(FuseCaller caller, long handle, long owner, FuseLock lock);

  /**
   * F_SETLK and F_SETLKW. Returns {@link #STALE} if others have changed the file since the kernel
   * cached it; then {@link #forget} is called before the caller is answered. If the caller gets a
   * signal while it waits, the thread is interrupted and the answer is EINTR.
   */
  int lock(FuseCaller caller, long handle, long owner, FuseLock lock, boolean waits)
      throws InterruptedException;

  /** flock(2) of the handle, otherwise as {@link #lock}. Its last close releases the lock. */
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
   * @return the offset, or -ENOSYS if the whole file counts as data
   */
  default long seek(FuseCaller caller, long handle, long offset, int whence) {
    return -Errno.ENOSYS;
  }

  /** Receives a directory's entries until the reader's buffer is full. For one thread at a time. */
  interface FuseDirectory {
    /**
     * Whether the reader wants attributes, too, which saves it a {@link FuseFileSystem#lookup} of
     * each name. They are optional.
     */
    boolean wantsAttributes();

    /**
     * Adds an entry.
     *
     * @param name its bytes
     * @param inode not 0
     * @param type as in the S_IFMT bits of st_mode, shifted right by 12; 0 if unknown
     * @param next the offset at which a later call continues after the entry; not 0
     * @return whether there was room; if not, the entry is to be the first of the next call
     */
    boolean add(byte[] name, long inode, int type, long next);

    /** Adds an entry with attributes; only if they are wanted. */
    boolean add(byte[] name, FuseAttributes attributes, long next);
  }

  /**
   * Notifies the kernel that cached state is stale, because another client changed it. Safe for use
   * by several threads, but not within a call of the file system on the same file, which the kernel
   * may have locked. Notifications about state that the kernel does not cache have no effect.
   */
  interface FuseNotifier {
    /** Invalidates a name in a directory. */
    void invalidateEntry(long directoryInode, byte[] name);

    /** Invalidates the attributes of a file and all of its pages. */
    void invalidateFile(long inode);

    /** Invalidates the attributes alone. */
    void invalidateAttributes(long inode);
  }
}

package io.gigafs.fuse.kernel;

/**
 * The kernel's FUSE protocol, version 7, as of include/uapi/linux/fuse.h: request codes, sizes of
 * structures, flags. All numbers are in the machine's byte order.
 */
final class KernelProtocol {
  static final int MAJOR = 7;

  /** The newest minor version that this implementation supports. */
  static final int MINOR = 36;

  /**
   * The oldest supported one, Linux 3.15. Debian, Ubuntu and RHEL 8 or later have far newer ones.
   */
  static final int OLDEST_MINOR = 23;

  /** From here on, Linux 6.6, direct writes drop the pages that they bypass. */
  static final int PAGES_IN_STEP_MINOR = 39;

  /** len 4, opcode 4, unique 8, nodeid 8, uid 4, gid 4, pid 4, extensions 2, padding 2. */
  static final int IN_HEADER = 40;

  /** len 4, error 4, unique 8. */
  static final int OUT_HEADER = 16;

  /** fh 8, offset 8, size 4, write_flags 4, lock_owner 8, flags 4, padding 4. */
  static final int WRITE_IN = 40;

  /** nodeid 8, generation 8, entry_valid 8, attr_valid 8, their ns 4 and 4; then attributes. */
  static final int ENTRY_OUT = 40;

  /** attr_valid 8, its ns 4, padding 4; then attributes. */
  static final int ATTR_OUT = 16;

  /** ino, size, blocks, atime, mtime, ctime 8 each; ten numbers of 4. */
  static final int ATTR = 88;

  /** attr_valid 8, its ns 4, flags 4, spare 16; then attributes as of statx(2). */
  static final int STATX_OUT = 32;

  /** As struct statx of Linux. */
  static final int STATX_BYTES = 256;

  /** fh 8, open_flags 4, padding 4. */
  static final int OPEN_OUT = 16;

  /** ino 8, off 8, namelen 4, type 4; then the name, padded to 8. */
  static final int DIRENT = 24;

  static final int LOOKUP = 1;
  static final int FORGET = 2;
  static final int GETATTR = 3;
  static final int SETATTR = 4;
  static final int READLINK = 5;
  static final int SYMLINK = 6;
  static final int MKNOD = 8;
  static final int MKDIR = 9;
  static final int UNLINK = 10;
  static final int RMDIR = 11;
  static final int RENAME = 12;
  static final int LINK = 13;
  static final int OPEN = 14;
  static final int READ = 15;
  static final int WRITE = 16;
  static final int STATFS = 17;
  static final int RELEASE = 18;
  static final int FSYNC = 20;
  static final int SETXATTR = 21;
  static final int GETXATTR = 22;
  static final int LISTXATTR = 23;
  static final int REMOVEXATTR = 24;
  static final int FLUSH = 25;
  static final int INIT = 26;
  static final int OPENDIR = 27;
  static final int READDIR = 28;
  static final int RELEASEDIR = 29;
  static final int FSYNCDIR = 30;
  static final int GETLK = 31;
  static final int SETLK = 32;
  static final int SETLKW = 33;
  static final int ACCESS = 34;
  static final int CREATE = 35;
  static final int INTERRUPT = 36;
  static final int DESTROY = 38;
  static final int IOCTL = 39;
  static final int BATCH_FORGET = 42;
  static final int FALLOCATE = 43;
  static final int READDIRPLUS = 44;
  static final int RENAME2 = 45;
  static final int LSEEK = 46;
  static final int TMPFILE = 51;

  /** From Linux 6.6 on. */
  static final int STATX = 52;

  static final int NOTIFY_INVAL_INODE = 2;
  static final int NOTIFY_INVAL_ENTRY = 3;
  static final int NOTIFY_STORE = 4;

  static final int FATTR_ATIME = 1 << 4;
  static final int FATTR_MTIME = 1 << 5;
  static final int FATTR_FH = 1 << 6;
  static final int FATTR_KILL_SUIDGID = 1 << 11;
  static final int FATTR_KNOWN = (1 << 12) - 1;
  static final int GETATTR_FH = 1;
  static final int WRITE_CACHE = 1;
  static final int WRITE_KILL_SUIDGID = 1 << 2;
  static final int OPEN_KILL_SUIDGID = 1;
  static final int LK_FLOCK = 1;
  static final int FSYNC_DATA_ONLY = 1;

  private KernelProtocol() {}
}

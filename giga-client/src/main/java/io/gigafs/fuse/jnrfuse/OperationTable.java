package io.gigafs.fuse.jnrfuse;

import java.util.ArrayList;
import java.util.List;
import jnr.ffi.Memory;
import jnr.ffi.Pointer;
import jnr.ffi.Runtime;

/**
 * struct fuse_operations of libfuse 2.9: function addresses in a fixed order, and three flags among
 * them. It keeps the functions alive while it is reachable itself, and is filled before it is
 * passed to libfuse.
 */
final class OperationTable {
  static final int GETATTR = 0;
  static final int READLINK = 1;
  static final int MKNOD = 3;
  static final int MKDIR = 4;
  static final int UNLINK = 5;
  static final int RMDIR = 6;
  static final int SYMLINK = 7;
  static final int RENAME = 8;
  static final int LINK = 9;
  static final int CHMOD = 10;
  static final int CHOWN = 11;
  static final int TRUNCATE = 12;
  static final int OPEN = 14;
  static final int READ = 15;
  static final int WRITE = 16;
  static final int STATFS = 17;
  static final int FLUSH = 18;
  static final int RELEASE = 19;
  static final int FSYNC = 20;
  static final int SETXATTR = 21;
  static final int GETXATTR = 22;
  static final int LISTXATTR = 23;
  static final int REMOVEXATTR = 24;
  static final int OPENDIR = 25;
  static final int READDIR = 26;
  static final int RELEASEDIR = 27;
  static final int FSYNCDIR = 28;
  static final int INIT = 29;
  static final int ACCESS = 31;
  static final int CREATE = 32;
  static final int FTRUNCATE = 33;
  static final int FGETATTR = 34;
  static final int LOCK = 35;
  static final int UTIMENS = 36;
  static final int IOCTL = 39;
  static final int FLOCK = 43;
  static final int FALLOCATE = 44;

  private static final int FLAGS = 38;
  private static final int COUNT = 45;

  /**
   * flag_nullpath_ok, flag_nopath and flag_utime_omit_ok: open files are addressed by handle, and
   * UTIME_OMIT is passed through.
   */
  private static final int ALL_FLAGS = 0b111;

  private final Runtime runtime = Runtime.getSystemRuntime();
  private final Pointer memory =
      Memory.allocateDirect(runtime, COUNT * runtime.addressSize(), true);
  private final List<Object> kept = new ArrayList<>();

  OperationTable() {
    memory.putInt((long) FLAGS * runtime.addressSize(), ALL_FLAGS);
  }

  <T> void set(int operation, Class<T> shape, T function) {
    Pointer address = runtime.getClosureManager().getClosurePointer(shape, function);
    kept.add(function);
    kept.add(address);
    memory.putPointer((long) operation * runtime.addressSize(), address);
  }

  Pointer memory() {
    return memory;
  }

  long bytes() {
    return (long) COUNT * runtime.addressSize();
  }
}

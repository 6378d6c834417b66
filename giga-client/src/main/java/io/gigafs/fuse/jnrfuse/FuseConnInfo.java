package io.gigafs.fuse.jnrfuse;

import jnr.ffi.Pointer;

/**
 * struct fuse_conn_info: the features negotiated with the kernel, four bytes each: major, minor,
 * async_read, max_write, max_readahead, capable, want.
 */
final class FuseConnInfo {
  private static final int ATOMIC_O_TRUNC = 1 << 3;
  private static final int BIG_WRITES = 1 << 5;
  private static final int DONT_MASK = 1 << 6;
  private static final int FLOCK_LOCKS = 1 << 10;
  private static final int IOCTL_DIR = 1 << 11;

  private static final int MAX_WRITE = 12;
  private static final int CAPABLE = 20;
  private static final int WANT = 24;

  /** libfuse 2.9 has a receive buffer of 132 KiB. */
  static final int MAX_WRITE_BYTES = 1 << 17;

  private FuseConnInfo() {}

  /**
   * Requests the features that the file system needs, for example modes to which the umask is not
   * applied.
   */
  static void agree(Pointer connection) {
    int wanted = ATOMIC_O_TRUNC | BIG_WRITES | DONT_MASK | FLOCK_LOCKS | IOCTL_DIR;
    int capable = connection.getInt(CAPABLE);
    connection.putInt(WANT, connection.getInt(WANT) | (wanted & capable));
    connection.putInt(MAX_WRITE, MAX_WRITE_BYTES);
  }
}

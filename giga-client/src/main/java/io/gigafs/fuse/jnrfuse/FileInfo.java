package io.gigafs.fuse.jnrfuse;

import jnr.ffi.Platform;
import jnr.ffi.Pointer;
import ru.serce.jnrfuse.struct.FuseFileInfo;

/**
 * struct fuse_file_info of libfuse 2.9, in its memory. jnr-fuse's structure does not map the bit
 * fields of C; this class sets them.
 */
final class FileInfo {
  private static final int DIRECT_IO = 1;
  private static final boolean IS_WINDOWS =
      Platform.getNativePlatform().getOS() == Platform.OS.WINDOWS;

  /** After flags, fh_old and writepage; fh_old is a long, which has 32 bits on Windows. */
  private static final int BITS = IS_WINDOWS ? 12 : 20;

  private static final int WRITE_PAGE = BITS - Integer.BYTES;

  private final Pointer memory;
  private final FuseFileInfo info;

  FileInfo(Pointer memory) {
    this.memory = memory;
    this.info = FuseFileInfo.of(memory);
  }

  int flags() {
    return info.flags.get();
  }

  /** Whether the kernel writes back a page, for example after a store through a mapping. */
  boolean isOfPage() {
    return memory.getInt(WRITE_PAGE) != 0;
  }

  long handle() {
    return info.fh.longValue();
  }

  long lockOwner() {
    return info.lock_owner.longValue();
  }

  void setHandle(long handle) {
    info.fh.set(handle);
  }

  /** Makes each read and write of the handle bypass the page cache. */
  void setDirect() {
    memory.putInt(BITS, memory.getInt(BITS) | DIRECT_IO);
  }
}

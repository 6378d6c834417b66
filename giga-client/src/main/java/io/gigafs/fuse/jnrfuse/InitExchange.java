package io.gigafs.fuse.jnrfuse;

import jnr.ffi.Pointer;

/**
 * Extends libfuse's answer to INIT with newer protocol features, which libfuse 2.9 does not know:
 * files whose reads and writes bypass the page cache can still be mapped, reads are longer, and the
 * kernel checks access control lists.
 *
 * <pre>
 * struct fuse_init_in:  major 4, minor 4, max_readahead 4, flags 4, flags2 4
 * struct fuse_init_out: major 4, minor 4, max_readahead 4, flags 4, background 4, max_write 4,
 *                       time_gran 4, max_pages 2, map_alignment 2, flags2 4, unused 28
 * </pre>
 */
final class InitExchange {
  private static final int IN_HEADER = 40;
  private static final int IN_FLAGS = IN_HEADER + 12;
  private static final int IN_FLAGS2 = IN_HEADER + 16;
  private static final int IN_BYTES = IN_HEADER + 20;
  private static final int OUT_FLAGS = ReplyPipe.OUT_HEADER + 12;
  private static final int OUT_MAX_PAGES = ReplyPipe.OUT_HEADER + 28;
  private static final int OUT_FLAGS2 = ReplyPipe.OUT_HEADER + 32;
  private static final int OUT_BYTES = ReplyPipe.OUT_HEADER + 64;
  private static final int POSIX_ACL = 1 << 20;
  private static final int MAX_PAGES_FLAG = 1 << 22;
  private static final int INIT_EXT = 1 << 30;

  /** Bit 36, in the second flags field. */
  private static final int DIRECT_IO_ALLOW_MMAP = 1 << 4;

  /** 1 MiB a read; libfuse sets the maximum size of a write. */
  private static final short MAX_PAGES = 256;

  private InitExchange() {}

  /**
   * Extends an answer with features that the kernel has offered.
   *
   * @param isChecked whether the kernel is to check permissions, also by access control lists
   */
  static ReplyPipe.Amendment amendment(Pointer request, int received, boolean isChecked) {
    return (answer, bytes) -> {
      if (received < IN_BYTES || bytes <= OUT_FLAGS) {
        return bytes;
      }
      int flags = request.getInt(IN_FLAGS);
      if ((flags & INIT_EXT) == 0 || (request.getInt(IN_FLAGS2) & DIRECT_IO_ALLOW_MMAP) == 0) {
        return bytes;
      }
      answer.setMemory(bytes, OUT_BYTES - bytes, (byte) 0);
      int wanted = INIT_EXT | MAX_PAGES_FLAG | (isChecked ? POSIX_ACL : 0);
      int more = flags & wanted;
      answer.putInt(OUT_FLAGS, answer.getInt(OUT_FLAGS) | more);
      answer.putShort(OUT_MAX_PAGES, MAX_PAGES);
      answer.putInt(OUT_FLAGS2, DIRECT_IO_ALLOW_MMAP);
      return OUT_BYTES;
    };
  }
}

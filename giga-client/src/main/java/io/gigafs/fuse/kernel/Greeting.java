package io.gigafs.fuse.kernel;

import io.gigafs.fuse.binding.Errno;
import io.gigafs.fuse.binding.MountSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** INIT, the first request of a mount: negotiates the protocol features with the kernel. */
final class Greeting {
  private static final Logger LOG = LoggerFactory.getLogger(Greeting.class);
  private static final int INIT_OUT = 64;
  private static final int PAGE_BYTES = 4096;
  private static final int MAX_BACKGROUND = 64;
  private static final int CONGESTION = 48;

  private static final int ASYNC_READ = 1;
  private static final int POSIX_LOCKS = 1 << 1;
  private static final int ATOMIC_O_TRUNC = 1 << 3;
  private static final int BIG_WRITES = 1 << 5;
  private static final int DONT_MASK = 1 << 6;
  private static final int FLOCK_LOCKS = 1 << 10;
  private static final int AUTO_INVAL_DATA = 1 << 12;
  private static final int DO_READDIRPLUS = 1 << 13;
  private static final int READDIRPLUS_AUTO = 1 << 14;
  private static final int PARALLEL_DIROPS = 1 << 18;

  /**
   * Makes the kernel check permissions by the modes, owners and access control lists that it
   * receives, caches and drops together.
   */
  private static final int POSIX_ACL = 1 << 20;

  private static final int MAX_PAGES = 1 << 22;
  private static final int CACHE_SYMLINKS = 1 << 23;
  private static final int HANDLE_KILLPRIV_V2 = 1 << 28;

  /** Whether there is a second flags field, for flags beyond 32 bits. */
  private static final int INIT_EXT = 1 << 30;

  /** Bit 36, so bit 4 of the second field. */
  private static final int DIRECT_IO_ALLOW_MMAP = 1 << 4;

  /**
   * ASYNC_DIO is not among them. With it the kernel does not drop pages that were read during a
   * direct write, unless the program waited for the write in the call itself. The mount cannot drop
   * them before it answers the write, since pages that are being read may wait for such writes.
   */
  private static final int WANTED =
      ASYNC_READ
          | POSIX_LOCKS
          | ATOMIC_O_TRUNC
          | BIG_WRITES
          | DONT_MASK
          | FLOCK_LOCKS
          | AUTO_INVAL_DATA
          | DO_READDIRPLUS
          | READDIRPLUS_AUTO
          | PARALLEL_DIROPS
          | MAX_PAGES
          | HANDLE_KILLPRIV_V2
          | INIT_EXT;

  private final MountSettings settings;
  private final int wanted;

  /**
   * @param keepsLinks whether the kernel may cache targets of symbolic links
   * @param isCheckedByKernel whether the kernel checks permissions
   */
  Greeting(MountSettings settings, boolean keepsLinks, boolean isCheckedByKernel) {
    this.settings = settings;
    this.wanted = WANTED | (keepsLinks ? CACHE_SYMLINKS : 0) | (isCheckedByKernel ? POSIX_ACL : 0);
  }

  /**
   * The negotiated features.
   *
   * @param minor the protocol's version; 0 if there is no common one
   * @param mayWriteDirectly whether the kernel drops its pages of ranges that are written past them
   * @param mayMapDirect whether files can be mapped by handles whose reads bypass the page cache
   */
  record Agreement(int minor, boolean mayWriteDirectly, boolean mayMapDirect) {
    static final Agreement NONE = new Agreement(0, false, false);
  }

  /**
   * Negotiates. The result must be stored before the answer is sent, because requests follow at
   * once.
   */
  static Agreement agree(KernelRequest request) {
    int kernelMinor = request.int32(4);
    int minor = Math.min(kernelMinor, KernelProtocol.MINOR);
    if (request.int32(0) != KernelProtocol.MAJOR || minor < KernelProtocol.OLDEST_MINOR) {
      return Agreement.NONE;
    }
    return new Agreement(
        minor,
        kernelMinor >= KernelProtocol.PAGES_IN_STEP_MINOR,
        (moreFlags(request) & DIRECT_IO_ALLOW_MMAP) != 0);
  }

  private static int moreFlags(KernelRequest request) {
    return (request.int32(12) & INIT_EXT) == 0 ? 0 : request.int32(16);
  }

  void answer(Agreement agreement, KernelRequest request, KernelReply reply) {
    int minor = agreement.minor();
    if (minor == 0) {
      LOG.error(
          "The kernel speaks FUSE {}.{}, but {}.{} or later is needed: Linux 3.15",
          request.int32(0),
          request.int32(4),
          KernelProtocol.MAJOR,
          KernelProtocol.OLDEST_MINOR);
      reply.status(-Errno.EPROTO);
      return;
    }
    int both = request.int32(12) & wanted;
    int pages = settings.maxTransferBytes() / PAGE_BYTES;
    for (int offset = 0; offset < INIT_OUT; offset += Long.BYTES) {
      reply.int64(offset, 0);
    }
    reply
        .int32(0, KernelProtocol.MAJOR)
        .int32(4, minor)
        .int32(8, Math.min(request.int32(8), settings.maxReadAheadBytes()))
        .int32(12, both)
        .int32(16, CONGESTION << 16 | MAX_BACKGROUND)
        .int32(20, settings.maxTransferBytes())
        .int32(24, 1) // ns
        .int32(28, pages)
        .int32(32, agreement.mayMapDirect() ? DIRECT_IO_ALLOW_MMAP : 0)
        .sendBytes(INIT_OUT);
    LOG.debug("The kernel speaks FUSE 7.{}, flags {}", minor, Integer.toHexString(both));
  }
}

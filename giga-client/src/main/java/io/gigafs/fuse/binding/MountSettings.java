package io.gigafs.fuse.binding;

import java.time.Duration;

/**
 * How a directory is mounted.
 *
 * @param source the source shown in /proc/mounts: the device of fstab
 * @param subtype the type is fuse.subtype
 * @param readOnly whether the mount is read-only
 * @param allowOther whether processes of other users may use it
 * @param allowSetId whether set-id bits of programs take effect; for root alone, as is allowDevices
 * @param noExecute whether no program can be run from it
 * @param noAccessTime whether reads leave access times alone
 * @param nonEmpty whether it may be mounted over a directory that is not empty
 * @param attrTimeout how long the kernel may cache attributes; entryTimeout is the same for names,
 *     negativeTimeout for failed lookups
 * @param threads how many threads wait for requests; there are more while some requests take long
 * @param maxThreads the maximum number of concurrent requests
 * @param maxTransferBytes of one read or write: a multiple of the page size, up to 1 MiB
 * @param maxReadAheadBytes how far the kernel reads ahead
 */
public record MountSettings(
    String source,
    String subtype,
    boolean readOnly,
    boolean allowOther,
    boolean allowSetId,
    boolean allowDevices,
    boolean noExecute,
    boolean noAccessTime,
    boolean nonEmpty,
    Duration attrTimeout,
    Duration entryTimeout,
    Duration negativeTimeout,
    int threads,
    int maxThreads,
    int maxTransferBytes,
    int maxReadAheadBytes) {
  private static final int MAX_TRANSFER_BYTES = 1 << 20;
  private static final int MIN_TRANSFER_BYTES = 1 << 16;
  private static final int PAGE_BYTES = 4096;

  public MountSettings {
    if (threads < 1 || maxThreads < threads) {
      throw new IllegalArgumentException(
          "threads is at least 1, and max_threads not less: not " + threads + " and " + maxThreads);
    }
    if (maxTransferBytes < MIN_TRANSFER_BYTES
        || maxTransferBytes > MAX_TRANSFER_BYTES
        || maxTransferBytes % PAGE_BYTES != 0) {
      throw new IllegalArgumentException(
          "max_write is a multiple of 4 KiB from 64 KiB to 1 MiB, not " + maxTransferBytes);
    }
    if (attrTimeout.isNegative() || entryTimeout.isNegative() || negativeTimeout.isNegative()) {
      throw new IllegalArgumentException("a timeout is not negative");
    }
  }

  /** The defaults. */
  public static MountSettings of(String source) {
    int processors = Runtime.getRuntime().availableProcessors();
    return new MountSettings(
        source,
        "giga",
        false,
        false,
        false,
        false,
        false,
        false,
        false,
        Duration.ofSeconds(1),
        Duration.ofSeconds(1),
        Duration.ZERO,
        Math.max(8, 2 * processors),
        128,
        MAX_TRANSFER_BYTES,
        MAX_TRANSFER_BYTES);
  }

  public long attrTimeoutNanos() {
    return attrTimeout.toNanos();
  }

  public long entryTimeoutNanos() {
    return entryTimeout.toNanos();
  }

  public long negativeTimeoutNanos() {
    return negativeTimeout.toNanos();
  }
}

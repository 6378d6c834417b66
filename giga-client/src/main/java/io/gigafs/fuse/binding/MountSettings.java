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

  /** Settings with defaults for all other values. */
  public static MountSettings of(String source) {
    return builder(source).build();
  }

  /** Starts from the defaults. */
  public static Builder builder(String source) {
    return new Builder(source);
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

  /** Collects settings. */
  public static final class Builder {
    private final String source;
    private String subtype = "giga";
    private boolean readOnly;
    private boolean allowOther;
    private boolean allowSetId;
    private boolean allowDevices;
    private boolean noExecute;
    private boolean noAccessTime;
    private boolean nonEmpty;
    private Duration attrTimeout = Duration.ofSeconds(1);
    private Duration entryTimeout = Duration.ofSeconds(1);
    private Duration negativeTimeout = Duration.ZERO;
    private int threads = Math.max(8, 2 * Runtime.getRuntime().availableProcessors());
    private int maxThreads = 128;
    private int maxTransferBytes = MAX_TRANSFER_BYTES;
    private int maxReadAheadBytes = MAX_TRANSFER_BYTES;

    private Builder(String source) {
      this.source = source;
    }

    public Builder subtype(String value) {
      subtype = value;
      return this;
    }

    public Builder readOnly(boolean value) {
      readOnly = value;
      return this;
    }

    public Builder allowOther(boolean value) {
      allowOther = value;
      return this;
    }

    public Builder allowSetId(boolean value) {
      allowSetId = value;
      return this;
    }

    public Builder allowDevices(boolean value) {
      allowDevices = value;
      return this;
    }

    public Builder noExecute(boolean value) {
      noExecute = value;
      return this;
    }

    public Builder noAccessTime(boolean value) {
      noAccessTime = value;
      return this;
    }

    public Builder nonEmpty(boolean value) {
      nonEmpty = value;
      return this;
    }

    public Builder attrTimeout(Duration value) {
      attrTimeout = value;
      return this;
    }

    public Builder entryTimeout(Duration value) {
      entryTimeout = value;
      return this;
    }

    public Builder negativeTimeout(Duration value) {
      negativeTimeout = value;
      return this;
    }

    public Builder threads(int value) {
      threads = value;
      return this;
    }

    public Builder maxThreads(int value) {
      maxThreads = value;
      return this;
    }

    public Builder maxTransferBytes(int value) {
      maxTransferBytes = value;
      return this;
    }

    public Builder maxReadAheadBytes(int value) {
      maxReadAheadBytes = value;
      return this;
    }

    /** Builds the settings; throws IllegalArgumentException if one is out of its bounds. */
    public MountSettings build() {
      return new MountSettings(
          source,
          subtype,
          readOnly,
          allowOther,
          allowSetId,
          allowDevices,
          noExecute,
          noAccessTime,
          nonEmpty,
          attrTimeout,
          entryTimeout,
          negativeTimeout,
          threads,
          maxThreads,
          maxTransferBytes,
          maxReadAheadBytes);
    }
  }
}

package io.gigafs.fuse;

import org.jspecify.annotations.Nullable;

/**
 * How a mount shows a cluster. Immutable.
 *
 * @param readOnly whether all changes are refused (EROFS)
 * @param uid the owner that all files appear to have; null to show the real owners. It changes only
 *     what is shown, not who has access; the same for gid
 * @param umask the permission bits that no file appears to have, all others appearing set; null to
 *     show the real ones
 * @param accessTimes whether reads update the access time
 * @param virtualFiles whether the root has a directory {@code .giga} with information about the
 *     mount
 * @param volumeLinks whether large files appear as symbolic links to their bytes on volumes that
 *     this machine has mounted
 * @param kernelChecks whether the kernel checks permissions in addition to the servers. It checks
 *     what it is shown, so real owners and modes are shown
 */
public record MountOptions(
    boolean readOnly,
    @Nullable Integer uid,
    @Nullable Integer gid,
    @Nullable Integer umask,
    boolean accessTimes,
    boolean virtualFiles,
    boolean volumeLinks,
    boolean kernelChecks) {
  public static final MountOptions DEFAULT = builder().build();

  public MountOptions {
    if (umask != null && (umask & ~0777) != 0) {
      throw new IllegalArgumentException(
          "umask has permission bits, as 022, not " + Integer.toOctalString(umask));
    }
    if (kernelChecks && (uid != null || gid != null || umask != null)) {
      throw new IllegalArgumentException(
          "default_permissions goes with neither uid, gid nor umask,"
              + " as the kernel checks by the owners and modes that it is shown");
    }
  }

  /** Starts from the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** Collects options. */
  public static final class Builder {
    private boolean readOnly;
    private @Nullable Integer uid;
    private @Nullable Integer gid;
    private @Nullable Integer umask;
    private boolean accessTimes = true;
    private boolean virtualFiles = true;
    private boolean volumeLinks;
    private boolean kernelChecks;

    private Builder() {}

    public Builder readOnly(boolean value) {
      readOnly = value;
      return this;
    }

    public Builder uid(@Nullable Integer value) {
      uid = value;
      return this;
    }

    public Builder gid(@Nullable Integer value) {
      gid = value;
      return this;
    }

    public Builder umask(@Nullable Integer value) {
      umask = value;
      return this;
    }

    public Builder accessTimes(boolean value) {
      accessTimes = value;
      return this;
    }

    public Builder virtualFiles(boolean value) {
      virtualFiles = value;
      return this;
    }

    public Builder volumeLinks(boolean value) {
      volumeLinks = value;
      return this;
    }

    public Builder kernelChecks(boolean value) {
      kernelChecks = value;
      return this;
    }

    /** Builds the options; throws IllegalArgumentException if one is out of its bounds. */
    public MountOptions build() {
      return new MountOptions(
          readOnly, uid, gid, umask, accessTimes, virtualFiles, volumeLinks, kernelChecks);
    }
  }
}

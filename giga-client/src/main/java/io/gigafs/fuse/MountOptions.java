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
  public static final MountOptions DEFAULT =
      new MountOptions(false, null, null, null, true, true, false, false);

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

  public MountOptions withReadOnly(boolean only) {
    return new MountOptions(
        only, uid, gid, umask, accessTimes, virtualFiles, volumeLinks, kernelChecks);
  }

  public MountOptions withOwner(@Nullable Integer newUid, @Nullable Integer newGid) {
    return new MountOptions(
        readOnly, newUid, newGid, umask, accessTimes, virtualFiles, volumeLinks, kernelChecks);
  }

  public MountOptions withUmask(@Nullable Integer newUmask) {
    return new MountOptions(
        readOnly, uid, gid, newUmask, accessTimes, virtualFiles, volumeLinks, kernelChecks);
  }

  public MountOptions withAccessTimes(boolean noted) {
    return new MountOptions(
        readOnly, uid, gid, umask, noted, virtualFiles, volumeLinks, kernelChecks);
  }

  public MountOptions withVirtualFiles(boolean shown) {
    return new MountOptions(
        readOnly, uid, gid, umask, accessTimes, shown, volumeLinks, kernelChecks);
  }

  public MountOptions withVolumeLinks(boolean shown) {
    return new MountOptions(
        readOnly, uid, gid, umask, accessTimes, virtualFiles, shown, kernelChecks);
  }

  public MountOptions withKernelChecks(boolean checks) {
    return new MountOptions(
        readOnly, uid, gid, umask, accessTimes, virtualFiles, volumeLinks, checks);
  }
}

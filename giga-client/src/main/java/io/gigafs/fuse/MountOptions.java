package io.gigafs.fuse;

import org.jspecify.annotations.Nullable;

/**
 * How a mounted cluster looks. Immutable.
 *
 * @param readOnly whether nothing can be changed (EROFS)
 * @param uid whose all files look, whoever owns them; null to show owners as they are. It changes
 *     what is shown, and not who may do what; likewise gid
 * @param umask the permission bits that no file has, as far as is shown, all others being set; null
 *     to show them as they are
 * @param accessTimes whether reading files notes the time
 * @param virtualFiles whether the root has a directory {@code .giga} that tells about the mount
 * @param volumeLinks whether large files are symbolic links to their bytes on volumes that this
 *     machine has mounted
 * @param kernelChecks whether the kernel checks permissions, beside the servers: by what it is
 *     shown, so owners and modes are shown as they are
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

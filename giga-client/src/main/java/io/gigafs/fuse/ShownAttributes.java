package io.gigafs.fuse;

import io.gigafs.fuse.binding.FuseAttributes;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;

/** Converts attributes to what the mount shows to the kernel. Safe for use by several threads. */
final class ShownAttributes {
  private static final int TYPE_SHIFT = 12;
  private static final int PERMISSIONS = 0777;
  private static final int SECTOR_BYTES = 512;

  private final MountOptions options;

  ShownAttributes(MountOptions options) {
    this.options = options;
  }

  void show(FileAttributes attributes, FuseAttributes out) {
    Integer uid = options.uid();
    Integer gid = options.gid();
    out.set(
        attributes.inode().value(),
        (attributes.type().code() << TYPE_SHIFT) | mode(attributes.mode()),
        uid == null ? attributes.uid() : uid,
        gid == null ? attributes.gid() : gid,
        attributes.size(),
        attributes.links(),
        attributes.accessedNanos(),
        attributes.modifiedNanos(),
        attributes.changedNanos(),
        attributes.deviceNumber());
    out.setFlags(attributes.flags());
    if (attributes.bornNanos() != FileAttributes.NO_BIRTH) {
      out.setBorn(attributes.bornNanos());
    }
    long holes = attributes.holes();
    if (holes > 0) {
      out.setSectors((attributes.size() - holes + SECTOR_BYTES - 1) / SECTOR_BYTES);
    }
  }

  /**
   * Shows a file as the symbolic link to its bytes.
   *
   * @param length of the link's target
   */
  void showLink(FileAttributes file, int length, FuseAttributes out) {
    FileAttributes link =
        new FileAttributes(
            new InodeId(VolumeLinks.numberOf(file.inode())),
            FileType.SYMLINK,
            PERMISSIONS,
            file.uid(),
            file.gid(),
            length,
            file.links(),
            file.accessedNanos(),
            file.modifiedNanos(),
            file.changedNanos(),
            0,
            file.bornNanos(),
            0);
    show(link, out);
  }

  private int mode(int mode) {
    Integer umask = options.umask();
    return umask == null ? mode : (mode & ~PERMISSIONS) | (PERMISSIONS & ~umask);
  }
}

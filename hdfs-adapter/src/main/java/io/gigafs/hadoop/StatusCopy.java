package io.gigafs.hadoop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.EnumSet;
import java.util.Set;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/** Copies a status to Hadoop's own class, without requests to servers. */
final class StatusCopy {
  private StatusCopy() {}

  /** A copy that Hadoop can write and print. */
  static FileStatus of(FileStatus status, AclAnswer acl) {
    return new FileStatus(
        status.getLen(),
        status.isDirectory(),
        status.getReplication(),
        status.getBlockSize(),
        status.getModificationTime(),
        status.getAccessTime(),
        status.getPermission(),
        status.getOwner(),
        status.getGroup(),
        target(status),
        status.getPath(),
        flags(acl));
  }

  static @Nullable Path target(FileStatus status) {
    try {
      return status.isSymlink() ? status.getSymlink() : null;
    } catch (IOException e) {
      throw new UncheckedIOException("of a link", e); // which has a target
    }
  }

  private static Set<FileStatus.AttrFlags> flags(AclAnswer acl) {
    return acl.isKnownTrue()
        ? EnumSet.of(FileStatus.AttrFlags.HAS_ACL)
        : EnumSet.noneOf(FileStatus.AttrFlags.class);
  }
}

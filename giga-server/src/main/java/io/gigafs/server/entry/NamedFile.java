package io.gigafs.server.entry;

import io.gigafs.access.Access;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Request.FileRequest;
import io.gigafs.server.openstate.OpenState;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.FileType;
import org.jspecify.annotations.Nullable;

/** Checks before an operation on the file that a name refers to. */
public final class NamedFile {
  private NamedFile() {}

  /**
   * The error with which the operation is refused, or null if it may proceed.
   *
   * @param client that asks: a file without a name exists only for clients that have it open
   * @param found the name's entry, null if there is none
   * @return ELOOP for a name whose inode record is elsewhere: the request belongs there; ESTALE if
   *     the name leads to another inode than expected, or to a file without a name
   */
  public static @Nullable ErrorCode refuse(
      FileRequest<?> request, long client, PartitionState partition, @Nullable Attributes found) {
    if (!DirectoryPermissions.has(partition, request.caller(), Access.SEARCH)) {
      return ErrorCode.EACCES;
    }
    if (found == null) {
      return ErrorCode.ENOENT;
    }
    if (isOther(found, request.expected()) || isGone(partition, client, request.name(), found)) {
      return ErrorCode.ESTALE;
    }
    boolean isLinkToFollow = request.follows() && found.type() == FileType.SYMLINK;
    return isLinkToFollow || found.has(Attributes.LINKED) ? ErrorCode.ELOOP : null;
  }

  private static boolean isGone(
      PartitionState partition, long client, Name name, Attributes found) {
    if (!partition.isInodeRecord() || found.links() > 0) {
      return false;
    }
    OpenState openState = partition.openState().find(name);
    return openState == null || !openState.isOpenBy(client);
  }

  /** Whether an entry is of another inode than the expected one, if any is expected. */
  public static boolean isOther(Attributes found, @Nullable InodeId expected) {
    return expected != null && expected.value() != found.inode();
  }
}

package io.gigafs.server.entry;

import io.gigafs.access.Access;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.DirectoryFacts;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.server.access.Inheritance;
import io.gigafs.server.access.InodeFlags;
import io.gigafs.server.partition.PartitionState;
import org.jspecify.annotations.Nullable;

/** Permission checks in a partition's directory. */
public final class DirectoryPermissions {
  private DirectoryPermissions() {}

  /**
   * Whether a caller has permissions on the directory. Write permission requires search permission
   * too, and as in Linux a single ACL entry has to grant both.
   */
  public static boolean has(PartitionState partition, Caller caller, int wanted) {
    return has(partition.owner(), caller, wanted);
  }

  /** Whether a caller has permissions on a directory with these facts. */
  public static boolean has(DirectoryFacts owner, Caller caller, int wanted) {
    int asked = (wanted & Access.WRITE) != 0 ? wanted | Access.SEARCH : wanted;
    return Access.allows(
        owner.mode(), owner.uid(), owner.gid(), owner.acls().access(), caller, asked);
  }

  /** The error if a caller may not add a name to the directory, or null. */
  public static @Nullable ErrorCode refuseAdding(PartitionState partition, Caller caller) {
    @Nullable ErrorCode refused = InodeFlags.refuseAdding(partition.owner());
    return refused == null && !has(partition, caller, Access.WRITE) ? ErrorCode.EACCES : refused;
  }

  /**
   * The error if a caller may not remove any name from the directory, or null if it may remove
   * some.
   */
  public static @Nullable ErrorCode refuseRemoving(PartitionState partition, Caller caller) {
    @Nullable ErrorCode refused = InodeFlags.refuseAdding(partition.owner());
    if (refused == null && !has(partition, caller, Access.WRITE)) {
      refused = ErrorCode.EACCES;
    }
    return refused == null ? InodeFlags.refuseRemoving(partition.owner()) : refused;
  }

  /** Whether a caller with write permission on the directory may remove only its own entries. */
  public static boolean mayRemoveOwnOnly(PartitionState partition, Caller caller) {
    return !mayRemove(partition, ~caller.uid(), caller);
  }

  /** Whether a caller with write permission on the directory may also remove this entry. */
  public static boolean mayRemove(PartitionState partition, int entryUid, Caller caller) {
    return Inheritance.mayRemove(partition.owner(), entryUid, caller);
  }
}

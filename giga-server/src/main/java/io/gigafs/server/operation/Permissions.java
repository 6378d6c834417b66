package io.gigafs.server.operation;

import io.gigafs.access.Access;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.DirectoryFacts;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.server.access.Inheritance;
import io.gigafs.server.access.InodeFlags;
import io.gigafs.server.lane.PartitionState;
import org.jspecify.annotations.Nullable;

/** What callers may do in a partition's directory. */
public final class Permissions {
  private Permissions() {}

  /**
   * Whether a caller may do what is wanted with the names of the directory. To write takes search
   * permission too, and as in Linux it has to be one entry of a list that grants both.
   */
  public static boolean has(PartitionState partition, Caller caller, int wanted) {
    return has(partition.owner(), caller, wanted);
  }

  /** Whether a caller has permissions in a directory of which this is known. */
  public static boolean has(DirectoryFacts owner, Caller caller, int wanted) {
    int asked = (wanted & Access.WRITE) != 0 ? wanted | Access.SEARCH : wanted;
    return Access.allows(
        owner.mode(), owner.uid(), owner.gid(), owner.acls().access(), caller, asked);
  }

  /** Why a caller may not add a name to the directory, or null if it may. */
  public static @Nullable ErrorCode refuseAdding(PartitionState partition, Caller caller) {
    @Nullable ErrorCode refused = InodeFlags.refuseAdding(partition.owner());
    return refused == null && !has(partition, caller, Access.WRITE) ? ErrorCode.EACCES : refused;
  }

  /** Why a caller may not take any name out of the directory, or null if it may some. */
  public static @Nullable ErrorCode refuseRemoving(PartitionState partition, Caller caller) {
    @Nullable ErrorCode refused = InodeFlags.refuseAdding(partition.owner());
    if (refused == null && !has(partition, caller, Access.WRITE)) {
      refused = ErrorCode.EACCES;
    }
    return refused == null ? InodeFlags.refuseRemoving(partition.owner()) : refused;
  }

  /** Whether a caller who may write to the directory may take out of it only what is its own. */
  public static boolean mayRemoveOwnOnly(PartitionState partition, Caller caller) {
    return !mayRemove(partition, ~caller.uid(), caller);
  }

  /** Whether a caller who may write to the directory may also take this entry out of it. */
  public static boolean mayRemove(PartitionState partition, int entryUid, Caller caller) {
    return Inheritance.mayRemove(partition.owner(), entryUid, caller);
  }
}

package io.gigafs.server.entry;

import io.gigafs.access.Access;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.server.access.InodeFlags;
import io.gigafs.server.data.StoredFiles;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.FileType;
import org.jspecify.annotations.Nullable;

/**
 * Removes names that are not directories, with their files. Shared by all operations that do so.
 */
public final class NameRemoval {
  private NameRemoval() {}

  /**
   * The error if a caller may not remove a name; null if it may.
   *
   * @param found the name's entry, null if there is none
   */
  public static @Nullable ErrorCode refuse(
      Caller caller, PartitionState partition, @Nullable Attributes found) {
    if (!DirectoryPermissions.has(partition, caller, Access.SEARCH)) {
      return ErrorCode.EACCES;
    }
    if (found == null) {
      return ErrorCode.ENOENT;
    }
    @Nullable ErrorCode refused = DirectoryPermissions.refuseRemoving(partition, caller);
    if (refused != null) {
      return refused;
    }
    if (InodeFlags.isProtected(found)) {
      return ErrorCode.EPERM;
    }
    boolean isOwnerKnown = !found.has(Attributes.LINKED);
    if (isOwnerKnown && !DirectoryPermissions.mayRemove(partition, found.uid(), caller)) {
      return ErrorCode.EPERM;
    }
    return found.type() == FileType.DIRECTORY ? ErrorCode.EISDIR : null;
  }

  /** Removes a name and its file. */
  public static void remove(
      EntryKey key, Attributes found, PartitionState partition, CommitBatch commitBatch) {
    delete(key, found, commitBatch);
    partition.entryRemoved(commitBatch, found);
  }

  /**
   * Removes a name and its file as of a time, unless the partition has changed since.
   *
   * @param nanos ns since the epoch
   */
  public static void remove(
      EntryKey key,
      Attributes found,
      long nanos,
      PartitionState partition,
      CommitBatch commitBatch) {
    delete(key, found, commitBatch);
    partition.entryRemoved(commitBatch, found, nanos);
  }

  private static void delete(EntryKey key, Attributes found, CommitBatch commitBatch) {
    if (found.marks() == 0 && found.size() == 0) {
      commitBatch.batch().deleteEntry(key);
    } else {
      StoredFiles.end(commitBatch.batch(), key, found);
    }
  }
}

package io.gigafs.client.lease;

import io.gigafs.access.Access;
import io.gigafs.access.Acl;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.namespace.LookupResult;
import io.gigafs.protocol.namespace.PartitionAttributes;
import org.jspecify.annotations.Nullable;

/**
 * A directory as recorded by the entry in its parent: what path resolution needs. Immutable.
 *
 * @param mode permission bits (07777)
 * @param changedNanos when the entry was last changed or moved; the directory's ctime may be later
 * @param acl its access control list, null if the permission bits suffice
 * @param bornNanos when the directory was made; it and flags are as in {@link FileAttributes}
 */
public record DirectoryEntry(
    InodeId id,
    int mode,
    int uid,
    int gid,
    long changedNanos,
    @Nullable Acl acl,
    long bornNanos,
    int flags) {
  /** The directory above the root; anyone may look the root up in it. */
  public static final DirectoryEntry SUPER_ROOT =
      new DirectoryEntry(InodeId.SUPER_ROOT, 0755, 0, 0, 0, null, FileAttributes.NO_BIRTH, 0);

  /** For requests to the partitions of a directory of which only the id is known. */
  public static DirectoryEntry unknown(InodeId id) {
    return new DirectoryEntry(id, 0, 0, 0, 0, null, FileAttributes.NO_BIRTH, 0);
  }

  /** From a partition of the directory. Not for permission checks, because the ACL is unknown. */
  public static DirectoryEntry of(InodeId id, PartitionAttributes known) {
    return new DirectoryEntry(
        id,
        known.mode(),
        known.uid(),
        known.gid(),
        known.changedNanos(),
        null,
        known.bornNanos(),
        known.flags());
  }

  /**
   * For requests to the directory's partitions. Not for permission checks, because the ACL is
   * unknown.
   */
  public static DirectoryEntry of(FileAttributes attributes) {
    return new DirectoryEntry(
        attributes.inode(),
        attributes.mode(),
        attributes.uid(),
        attributes.gid(),
        attributes.changedNanos(),
        null,
        attributes.bornNanos(),
        attributes.flags());
  }

  public static DirectoryEntry of(LookupResult found) {
    FileAttributes attributes = found.attributes();
    return new DirectoryEntry(
        attributes.inode(),
        attributes.mode(),
        attributes.uid(),
        attributes.gid(),
        attributes.changedNanos(),
        found.acl(),
        attributes.bornNanos(),
        attributes.flags());
  }

  /**
   * The attributes in the entry, without the number of names and the time of the last change to
   * them.
   */
  public FileAttributes attributes() {
    return new FileAttributes(
        id,
        FileType.DIRECTORY,
        mode,
        uid,
        gid,
        0,
        2,
        changedNanos,
        changedNanos,
        changedNanos,
        0,
        bornNanos,
        flags);
  }

  /** Whether a caller may look up names in the directory. */
  public boolean allowsSearch(Caller caller) {
    return allows(caller, Access.SEARCH);
  }

  /** Whether a caller that may write to the directory may remove a file from it. */
  boolean allowsRemoval(FileAttributes file, Caller caller) {
    return Access.mayRemove(mode, uid, file.uid(), caller);
  }

  /**
   * Whether a caller has all of these permissions on the directory, as defined by {@link Access}.
   */
  boolean allows(Caller caller, int wanted) {
    return Access.allows(mode, uid, gid, acl, caller, wanted);
  }
}

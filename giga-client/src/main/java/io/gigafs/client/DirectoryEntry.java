package io.gigafs.client;

import io.gigafs.access.Access;
import io.gigafs.access.Acl;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.LookupResult;
import io.gigafs.protocol.PartitionAttributes;
import org.jspecify.annotations.Nullable;

/**
 * A directory as the entry in its parent has it: what path resolution needs to know. Immutable.
 *
 * @param mode permission bits (07777)
 * @param changedNanos when the entry was last changed or moved; the directory's ctime may be later
 * @param acl its access control list, null if the permission bits say all
 * @param bornNanos when the directory was made; it and flags are as in {@link FileAttributes}
 */
record DirectoryEntry(
    InodeId id,
    int mode,
    int uid,
    int gid,
    long changedNanos,
    @Nullable Acl acl,
    long bornNanos,
    int flags) {
  /** Above the root; anyone may look the root up. */
  static final DirectoryEntry SUPER_ROOT =
      new DirectoryEntry(InodeId.SUPER_ROOT, 0755, 0, 0, 0, null, FileAttributes.NO_BIRTH, 0);

  /** For asking a directory's partitions of which only the id is known. */
  static DirectoryEntry unknown(InodeId id) {
    return new DirectoryEntry(id, 0, 0, 0, 0, null, FileAttributes.NO_BIRTH, 0);
  }

  /** As a partition of the directory knows it; not for checks, as its list is not known. */
  static DirectoryEntry of(InodeId id, PartitionAttributes known) {
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

  /** For asking the directory's partitions; not for checks, as its list is not known. */
  static DirectoryEntry of(FileAttributes attributes) {
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

  static DirectoryEntry of(LookupResult found) {
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

  /** What the entry tells: neither how many names there are nor when the last one came. */
  FileAttributes attributes() {
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
  boolean allowsSearch(Caller caller) {
    return allows(caller, Access.SEARCH);
  }

  /** Whether a caller who may write to the directory may take a file out of it. */
  boolean allowsRemoval(FileAttributes file, Caller caller) {
    return Access.mayRemove(mode, uid, file.uid(), caller);
  }

  /** Whether a caller may do all of this with the directory, as {@link Access} has it. */
  boolean allows(Caller caller, int wanted) {
    return Access.allows(mode, uid, gid, acl, caller, wanted);
  }
}

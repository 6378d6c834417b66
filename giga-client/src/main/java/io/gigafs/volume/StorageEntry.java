package io.gigafs.volume;

/**
 * The attributes of an entry in a tree of files on storage.
 *
 * @param path below the tree's root, without a leading slash; empty for the root itself
 * @param mode permission bits, set-user-id, set-group-id and sticky bit (07777)
 * @param hasAcl whether it has access control lists
 * @param size bytes of a regular file
 * @param accessedNanos atime, ns since the epoch, as far as known
 * @param modifiedNanos mtime, ns since the epoch
 */
public record StorageEntry(
    String path,
    Kind kind,
    int mode,
    boolean hasAcl,
    int uid,
    int gid,
    long size,
    long accessedNanos,
    long modifiedNanos) {
  /** The type of an entry. */
  public enum Kind {
    DIRECTORY,
    REGULAR,
    /** An entry that cannot be adopted, such as a link of the storage's own kind. */
    OTHER
  }

  /** Its last name; empty for the root. */
  public String name() {
    return path.substring(path.lastIndexOf('/') + 1);
  }
}

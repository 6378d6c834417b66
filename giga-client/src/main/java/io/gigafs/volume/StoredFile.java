package io.gigafs.volume;

/**
 * What storage says of something in a tree of files.
 *
 * @param path below the tree's root, without a leading slash; empty for the root itself
 * @param mode permission bits, set-user-id, set-group-id and sticky bit (07777)
 * @param hasAcl whether it has access control lists
 * @param size bytes of a regular file
 * @param accessedNanos when its bytes were last read, ns since the epoch, as far as is known
 * @param modifiedNanos when its bytes were last changed, ns since the epoch
 */
public record StoredFile(
    String path,
    Kind kind,
    int mode,
    boolean hasAcl,
    int uid,
    int gid,
    long size,
    long accessedNanos,
    long modifiedNanos) {
  /** What it is. */
  public enum Kind {
    DIRECTORY,
    REGULAR,
    /** Nothing that can be adopted: a link of the storage's own kind, say. */
    OTHER
  }

  /** Its last name; empty for the root. */
  public String name() {
    return path.substring(path.lastIndexOf('/') + 1);
  }
}

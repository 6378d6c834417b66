package io.gigafs.client;

import io.gigafs.index.InodeId;

/**
 * Which of a client's write-behind operations a flush covers. Immutable.
 *
 * @param directory of the names; only for extents that need it
 * @param hash of the name, only for extents that need it
 */
public record FlushScope(Extent extent, InodeId directory, long hash) {
  public static final FlushScope NONE = new FlushScope(Extent.NONE, InodeId.SUPER_ROOT, 0);

  /** All operations of the client. */
  public static final FlushScope ALL = new FlushScope(Extent.ALL, InodeId.SUPER_ROOT, 0);

  /** The operations that a scope has. */
  public enum Extent {
    NONE,
    /** Changes of names with a hash. */
    NAME,
    /** Changes of all names of a directory. */
    DIRECTORY,
    ALL
  }

  /** Changes of the names of a directory with a hash. */
  public static FlushScope ofName(InodeId directory, long hash) {
    return new FlushScope(Extent.NAME, directory, hash);
  }

  /** Changes of all names of a directory. */
  public static FlushScope ofDirectory(InodeId directory) {
    return new FlushScope(Extent.DIRECTORY, directory, 0);
  }
}

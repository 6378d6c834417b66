package io.gigafs.cli.fs.copy;

import java.util.EnumSet;
import java.util.Set;

/**
 * How copies are made.
 *
 * @param recursive whether directories are copied with their contents, and special files as such
 * @param force whether a file that cannot be truncated is removed first
 * @param newerOnly whether a destination that is not older than its source is kept
 * @param attributesOnly whether the bytes of regular files are not copied
 */
record CopyRules(
    Kind kind,
    Links links,
    boolean recursive,
    Set<Preserved> preserved,
    boolean force,
    boolean newerOnly,
    boolean attributesOnly) {
  CopyRules {
    preserved = Set.copyOf(preserved);
  }

  /** What is created for a file that is not a directory. */
  enum Kind {
    COPY,
    HARD_LINK,
    SYMBOLIC_LINK
  }

  /** Which symbolic links are followed. */
  enum Links {
    FOLLOWED,
    FOLLOWED_AS_OPERANDS,
    COPIED
  }

  /** What a copy preserves besides contents. */
  enum Preserved {
    /** Permissions, including access control lists. */
    MODE,
    OWNERSHIP,
    TIMESTAMPS,
    /** Hard links between copied files. */
    LINKS,
    XATTR
  }

  /** Everything, for a move. */
  static CopyRules moving() {
    return new CopyRules(
        Kind.COPY, Links.COPIED, true, EnumSet.allOf(Preserved.class), true, false, false);
  }

  boolean preserves(Preserved what) {
    return preserved.contains(what);
  }

  boolean followsOperands() {
    return links != Links.COPIED;
  }

  boolean followsAll() {
    return links == Links.FOLLOWED;
  }
}

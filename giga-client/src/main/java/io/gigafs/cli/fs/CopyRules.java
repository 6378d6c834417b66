package io.gigafs.cli.fs;

import java.util.EnumSet;
import java.util.Set;

/**
 * How copies are made.
 *
 * @param recursive whether directories are copied with all they hold, and special files as such
 * @param force whether a file that cannot be emptied is removed first
 * @param newerOnly whether what is as new as its source, or newer, stays
 * @param attributesOnly whether the bytes of regular files are left where they are
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

  /** What is made of a file that is no directory. */
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

  /** What a copy has in common with its source besides its contents. */
  enum Preserved {
    /** Permissions, access control lists included. */
    MODE,
    OWNERSHIP,
    TIMESTAMPS,
    /** Names of one file become names of one file. */
    LINKS,
    XATTR
  }

  /** For a move: all of it. */
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

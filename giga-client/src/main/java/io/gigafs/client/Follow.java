package io.gigafs.client;

/** What becomes of a symbolic link that a path ends with; those before the end are followed. */
public enum Follow {
  /** The file that it points to is meant. */
  YES,
  /** The link itself is meant, unless a slash follows it: AT_SYMLINK_NOFOLLOW. */
  NO
}

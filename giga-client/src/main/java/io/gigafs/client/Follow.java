package io.gigafs.client;

/** How a symbolic link at the end of a path is treated; those before the end are followed. */
public enum Follow {
  /** The operation applies to the link's target. */
  YES,
  /** The operation applies to the link itself, unless a slash follows it: AT_SYMLINK_NOFOLLOW. */
  NO
}

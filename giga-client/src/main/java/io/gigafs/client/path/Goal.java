package io.gigafs.client.path;

/** How far a path is resolved. */
public enum Goal {
  /** To a directory, links at the end followed: what chdir(2) wants. */
  DIRECTORY,
  /**
   * To the last name, which is left to the operation, unless a slash behind it says that it is a
   * directory: what stat(2), chmod(2) and the like want.
   */
  FILE,
  /** To the last name, whatever is behind it: what makes, removes or moves names wants. */
  NAME
}

package io.gigafs.client.path;

/** How far a path is resolved. */
public enum Goal {
  /** To a directory, following a link at the end, as chdir(2) does. */
  DIRECTORY,
  /**
   * To the last name, as stat(2) and chmod(2) do. The operation handles that name, unless a
   * trailing slash says that it is a directory.
   */
  FILE,
  /** To the last name, whatever follows it, as operations do that make, remove or move names. */
  NAME
}

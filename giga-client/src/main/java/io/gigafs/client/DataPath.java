package io.gigafs.client;

/** How a client comes to the bytes of large files. */
public enum DataPath {
  /** Servers relay them: for clients that cannot reach the volumes. */
  SERVER,
  /** The client reads and writes volumes itself; servers relay where it cannot reach one. */
  CLIENT,
  /**
   * Likewise, and other programs may write to volumes by themselves: size and times of large files
   * are those of the volume.
   */
  SYMLINK
}

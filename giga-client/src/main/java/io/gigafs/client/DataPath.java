package io.gigafs.client;

/** How a client accesses the bytes of large files. */
public enum DataPath {
  /** Servers relay them: for clients that cannot reach the volumes. */
  SERVER,
  /**
   * The client reads and writes volumes directly; servers relay for a volume that it cannot reach.
   */
  CLIENT,
  /**
   * Like {@link #CLIENT}, and other programs may write to volumes directly: size and times of large
   * files are those of the volume.
   */
  SYMLINK
}

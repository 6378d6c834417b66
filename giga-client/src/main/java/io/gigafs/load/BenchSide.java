package io.gigafs.load;

/** The directories that are compared. */
public enum BenchSide {
  /** A directory of the cluster, by the client or by a mount. */
  GIGA,
  /** A mount of an in-memory file system, by the same binding. */
  MEMORY,
  /** A local directory, for example on a volume. */
  VOLUME
}

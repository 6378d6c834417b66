package io.gigafs.tablefs;

/** When a committed batch is on the disk. */
public enum Durability {
  /**
   * The log is synced every few seconds. A crash of the machine loses at most that time, a crash of
   * the process loses nothing.
   */
  INTERVAL,
  /** The log is synced before {@link Store#commit} returns. */
  ALWAYS
}

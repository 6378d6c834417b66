package io.gigafs.tablefs;

/** When a committed batch is on the disk. */
public enum Durability {
  /**
   * The log is synced every few seconds; a machine that dies loses at most that much, a process
   * that dies loses nothing.
   */
  INTERVAL,
  /** The log is synced before {@link Store#commit} returns. */
  ALWAYS
}

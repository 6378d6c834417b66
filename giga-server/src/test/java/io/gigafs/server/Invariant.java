package io.gigafs.server;

/**
 * The invariants of every cluster, under all faults.
 *
 * <p>The first four are checked during the run, from the disks of all servers, up or down: see
 * {@link InvariantWatch}. The fifth is checked from all answers to clients at the end: see {@link
 * History}. The sixth is checked from all reads of clients: see {@link AppendedFile}. The seventh
 * is checked from all lookups of one file: see {@link HotFile}. The last two hold when nothing is
 * under way: see {@link ClusterContents}.
 *
 * <p>A machine that crashes with durability INTERVAL may violate them for changes of the last 5 s
 * only.
 */
enum Invariant {
  /** A name has the state of its last acknowledged change, in the partition that owns it. */
  ACKNOWLEDGED_IS_FOUND,

  /** A name is in one partition only, except during a split for which the source has an intent. */
  ONE_PLACE,

  /** The map and the depth of a partition only grow. */
  MAPS_GROW,

  /** An inode id is never used for two files, even if the first was removed. */
  IDS_ONCE,

  /**
   * Each operation, with its retries, took effect once, at one moment between its call and its
   * answer, or, if it failed, never.
   */
  EFFECT_ONCE,

  /** All later reads of a file contain the acknowledged appends completely, once and in order. */
  WRITTEN_IS_READ,

  /**
   * A server with a copy of a name never returns its state from before a change that was
   * acknowledged when the request was sent, or that another client had seen.
   */
  COPIES_ARE_CURRENT,

  /**
   * The partitions of each directory cover all positions; all are active and have the mode, owner
   * and parent of its only entry; no intent is left.
   */
  ALL_RECOVERED,

  /** Every request that reached a live server has its answer. */
  ALL_ANSWERED
}

package io.gigafs.server;

/**
 * What holds in every cluster, whatever happens to it.
 *
 * <p>The first four are checked while things happen, from the disks of all servers, up or down: see
 * {@link InvariantWatch}. The fifth is checked of all that clients were told, when they are done:
 * see {@link History}. The sixth is checked of all that clients read: see {@link AppendedFile}. The
 * seventh is checked of all that clients see of one file: see {@link HotFile}. The last two hold
 * when nothing is under way: see {@link ClusterContents}.
 *
 * <p>A machine that dies with durability INTERVAL may break them for what it did in the last 5 s,
 * and for nothing else.
 */
enum Invariant {
  /** A name whose last change was acknowledged is as it was left, in the partition that owns it. */
  ACKNOWLEDGED_IS_FOUND,

  /** No name is in two places, but for the time of a split of which its source has an intent. */
  ONE_PLACE,

  /** The map of a partition, and its depth, only grow. */
  MAPS_GROW,

  /** No inode id is given to two files, not even if the first is gone. */
  IDS_ONCE,

  /**
   * Each operation took effect once, at one moment between its call and its answer, or, if it
   * failed, never: a retry too.
   */
  EFFECT_ONCE,

  /**
   * What was acknowledged to be appended to a file is read from it by all who ask later, whole,
   * once, and in its order.
   */
  WRITTEN_IS_READ,

  /**
   * A server that has a copy of another server's name tells nobody of it as it was before a change
   * that was acknowledged when they asked, or that somebody had seen.
   */
  COPIES_ARE_CURRENT,

  /**
   * The partitions of each directory tile its line, all are active and have the mode, owner and
   * parent of its one entry; no intent is left.
   */
  ALL_RECOVERED,

  /** Every request that reached a server that lives has its answer. */
  ALL_ANSWERED
}

package io.gigafs.tablefs;

import java.util.Arrays;

/**
 * The data that a server needs to act alone on a partition of a directory.
 *
 * @param depth number of hash bits that the partition fixes
 * @param map the partition map that the partition knows, encoded by the index
 * @param parent the directory that contains the entry of this directory
 * @param mode permission bits of the directory (07777)
 * @param acls the directory's access control lists, encoded by the access checks; empty if it has
 *     none
 * @param quotaDomain the nearest directory, from this one upwards, whose quota applies; 0 if there
 *     is none
 * @param quotaLimits the directory's own quota, in its zeroth partition; otherwise none
 * @param entries number of entries of the partition; exact only while {@code clean}
 * @param directories number of directories among them; exact only while {@code clean}
 * @param bytes sum of the sizes of regular files, as in {@link EntryCounts}; exact only while
 *     {@code clean}
 * @param accessedNanos the directory's access time as set last, ns since the epoch
 * @param modifiedNanos when entries were last added or removed, ns since the epoch; exact only
 *     while {@code clean}
 * @param changedNanos change time, ns since the epoch; exact only while {@code clean}
 * @param clean whether counts and times are exact; a server marks the header unclean before it
 *     changes the partition and clean when it stores the current counts and times
 * @param state what the partition may be used for
 * @param transaction the transaction that {@code state} belongs to, 0 in state ACTIVE
 * @param coordinator encoded address of the transaction's coordinator, empty in state ACTIVE
 * @param placed number of objects on volumes that the partition ever placed; always exact
 * @param bornNanos when the directory was created, {@link Attributes#NO_BIRTH} if unknown
 * @param flags the directory's {@link Attributes#APPEND_ONLY} and {@link Attributes#IMMUTABLE}
 */
@SuppressWarnings("ArrayRecordComponent") // encoded elsewhere; compared by content below
public record PartitionHeader(
    int depth,
    byte[] map,
    long parent,
    int mode,
    int uid,
    int gid,
    byte[] acls,
    long quotaDomain,
    QuotaLimits quotaLimits,
    long entries,
    long directories,
    long bytes,
    long accessedNanos,
    long modifiedNanos,
    long changedNanos,
    boolean clean,
    State state,
    long transaction,
    byte[] coordinator,
    long placed,
    long bornNanos,
    int flags) {
  /**
   * The header of a partition that never placed anything on a volume, without birth time and flags.
   */
  public PartitionHeader(
      int depth,
      byte[] map,
      long parent,
      int mode,
      int uid,
      int gid,
      byte[] acls,
      long quotaDomain,
      QuotaLimits quotaLimits,
      long entries,
      long directories,
      long bytes,
      long accessedNanos,
      long modifiedNanos,
      long changedNanos,
      boolean clean,
      State state,
      long transaction,
      byte[] coordinator) {
    this(
        depth,
        map,
        parent,
        mode,
        uid,
        gid,
        acls,
        quotaDomain,
        quotaLimits,
        entries,
        directories,
        bytes,
        accessedNanos,
        modifiedNanos,
        changedNanos,
        clean,
        state,
        transaction,
        coordinator,
        0,
        Attributes.NO_BIRTH,
        0);
  }

  /** The same partition with another number of placed objects. */
  public PartitionHeader withPlaced(long newPlaced) {
    return new PartitionHeader(
        depth,
        map,
        parent,
        mode,
        uid,
        gid,
        acls,
        quotaDomain,
        quotaLimits,
        entries,
        directories,
        bytes,
        accessedNanos,
        modifiedNanos,
        changedNanos,
        clean,
        state,
        transaction,
        coordinator,
        newPlaced,
        bornNanos,
        flags);
  }

  /** What a partition may be used for. */
  public enum State {
    /** It serves operations. */
    ACTIVE(0),
    /** Its directory is being created: the entry in the parent is not known to be committed. */
    PREPARED(1),
    /**
     * Its directory is being removed: it is empty and refuses changes until the outcome is known.
     */
    FROZEN(2);

    private final int code;

    State(int code) {
      this.code = code;
    }

    /** The number by which the state is stored. It never changes. */
    public int code() {
      return code;
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PartitionHeader that
        && depth == that.depth
        && Arrays.equals(map, that.map)
        && parent == that.parent
        && mode == that.mode
        && uid == that.uid
        && gid == that.gid
        && Arrays.equals(acls, that.acls)
        && quotaDomain == that.quotaDomain
        && quotaLimits.equals(that.quotaLimits)
        && entries == that.entries
        && directories == that.directories
        && bytes == that.bytes
        && accessedNanos == that.accessedNanos
        && modifiedNanos == that.modifiedNanos
        && changedNanos == that.changedNanos
        && clean == that.clean
        && state == that.state
        && transaction == that.transaction
        && Arrays.equals(coordinator, that.coordinator)
        && placed == that.placed
        && bornNanos == that.bornNanos
        && flags == that.flags;
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(map) + Long.hashCode(parent);
  }
}

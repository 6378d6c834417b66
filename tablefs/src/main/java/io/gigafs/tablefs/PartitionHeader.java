package io.gigafs.tablefs;

import java.util.Arrays;

/**
 * What a server needs to act alone on a partition of a directory.
 *
 * @param depth how many hash bits the partition fixes
 * @param map the partition map that the partition knows, encoded by the index
 * @param parent the directory that holds the entry of this directory
 * @param mode permission bits of the directory (07777)
 * @param acls the directory's access control lists, encoded by those who check them; empty if it
 *     has none
 * @param quotaDomain the directory upwards whose quota bounds this one, 0 if there is none
 * @param quotaLimits the directory's own quota, in its zeroth partition; otherwise none
 * @param entries how many entries the partition holds; exact only while {@code clean}
 * @param directories how many of them are directories; exact only while {@code clean}
 * @param bytes the sum of the sizes of regular files, as in {@link EntryCounts}; exact only while
 *     {@code clean}
 * @param accessedNanos when the directory's access time was set to, ns since the epoch
 * @param modifiedNanos when entries were last added or removed, ns since the epoch; exact only
 *     while {@code clean}
 * @param changedNanos likewise for the change time
 * @param clean whether counts and times are exact; a server marks the header unclean before it
 *     changes the partition and clean when it puts it away
 * @param state what the partition may be used for
 * @param transaction the transaction that {@code state} belongs to, 0 in state ACTIVE
 * @param coordinator encoded address of the transaction's coordinator, empty in state ACTIVE
 * @param placed how many objects on volumes the partition ever made room for; always exact
 * @param bornNanos when the directory was made, {@link Attributes#NO_BIRTH} if that is not known
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
   * The header of a partition that never put anything on a volume, and of which no more is known.
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

  /** The same partition, which made room for so many objects. */
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
    /** Its directory is being made: the entry in the parent is not known to be committed. */
    PREPARED(1),
    /**
     * Its directory is being removed: it is empty and refuses changes until the outcome is known.
     */
    FROZEN(2);

    private final int code;

    State(int code) {
      this.code = code;
    }

    /** The number by which the state is stored; fixed for ever. */
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

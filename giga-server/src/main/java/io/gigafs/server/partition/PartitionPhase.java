package io.gigafs.server.partition;

import io.gigafs.index.Name;
import io.gigafs.tablefs.PartitionHeader;

/**
 * The phase of a partition's life.
 *
 * <p>A partition of a new directory starts PREPARED, and becomes ACTIVE when its entry is known to
 * be committed: the coordinator says so, or a request arrives whose sender can know it only from
 * the entry. An empty ACTIVE partition becomes FROZEN when its directory is to be removed, and then
 * ACTIVE again or is dropped. A partition that stays PREPARED or FROZEN asks whether the entry
 * exists.
 *
 * @param transaction 0 when ACTIVE
 * @param entryName the directory's name in its parent, empty when ACTIVE
 */
public record PartitionPhase(PartitionHeader.State state, long transaction, byte[] entryName) {
  private static final byte[] NO_NAME = new byte[0];

  public static final PartitionPhase ACTIVE =
      new PartitionPhase(PartitionHeader.State.ACTIVE, 0, NO_NAME);

  public static PartitionPhase prepared(long transaction, Name entryName) {
    return new PartitionPhase(PartitionHeader.State.PREPARED, transaction, entryName.bytes());
  }

  public static PartitionPhase frozen(long transaction, Name entryName) {
    return new PartitionPhase(PartitionHeader.State.FROZEN, transaction, entryName.bytes());
  }

  /** Creates a phase from another server's message. */
  public static PartitionPhase of(PartitionHeader.State state, long transaction, byte[] entryName) {
    return state == PartitionHeader.State.ACTIVE
        ? ACTIVE
        : new PartitionPhase(state, transaction, entryName);
  }

  static PartitionPhase of(PartitionHeader header) {
    return of(header.state(), header.transaction(), header.coordinator());
  }

  /** Whether this is the same phase of the same transaction. */
  public boolean isSame(PartitionPhase other) {
    return state == other.state && transaction == other.transaction;
  }

  public boolean isActive() {
    return state == PartitionHeader.State.ACTIVE;
  }

  public boolean isPrepared() {
    return state == PartitionHeader.State.PREPARED;
  }

  public boolean isFrozen() {
    return state == PartitionHeader.State.FROZEN;
  }
}

package io.gigafs.server.lane;

/**
 * What a server does with a slot.
 *
 * <p>A slot that the server keeps is HELD. One that goes to another server is GIVING until that
 * server asks for it, then LEAVING until all of its partitions are there, then ABSENT. One that
 * comes from another server is EXPECTED until that one has stopped serving it, then ARRIVING until
 * all of its partitions are here, then HELD. So <b>at any time at most one server serves a
 * slot.</b>
 */
public enum SlotState {
  /** Another server's. */
  ABSENT(false, false),
  /** Served; a partition that is not in the store does not exist. */
  HELD(true, true),
  /** Another's by the cluster's view, which has not asked for it yet: served, but nothing new. */
  GIVING(true, false),
  /** Another server serves it; partitions that it does not have yet are here. */
  LEAVING(false, false),
  /** This server's by the cluster's view, but still served by the one that it comes from. */
  EXPECTED(false, false),
  /** Served; a partition that is not in the store may be where the slot comes from. */
  ARRIVING(true, true);

  private final boolean serves;
  private final boolean mayGrow;

  SlotState(boolean serves, boolean mayGrow) {
    this.serves = serves;
    this.mayGrow = mayGrow;
  }

  /** Whether requests to the slot's partitions are decided here. */
  public boolean serves() {
    return serves;
  }

  /**
   * Whether partitions and ids of the slot may come into being here. To be asked in the very turn
   * that makes them.
   */
  public boolean mayGrow() {
    return mayGrow;
  }
}

package io.gigafs.server.partition;

/**
 * The state of a slot on a server.
 *
 * <p>A slot that the server keeps is HELD. A slot that moves to another server is GIVING until that
 * server asks for it, LEAVING until that server has all its partitions, and then ABSENT. A slot
 * that moves here is EXPECTED until the other server has stopped serving it, ARRIVING until all its
 * partitions are here, and then HELD. So <b>at any time at most one server serves a slot.</b>
 */
public enum SlotState {
  /** Another server's. */
  ABSENT(false, false),
  /** Served; a partition that is not in the store does not exist. */
  HELD(true, true),
  /**
   * Another server's in the cluster view, which has not asked for it yet: served, without new
   * partitions.
   */
  GIVING(true, false),
  /** Another server serves it; partitions that it has not imported yet are here. */
  LEAVING(false, false),
  /** This server's in the cluster view, but still served by the server that it comes from. */
  EXPECTED(false, false),
  /** Served; a partition that is not in the store may be on the server that the slot comes from. */
  ARRIVING(true, true);

  private final boolean serves;
  private final boolean mayGrow;

  SlotState(boolean serves, boolean mayGrow) {
    this.serves = serves;
    this.mayGrow = mayGrow;
  }

  /** Whether this server decides requests to the slot's partitions. */
  public boolean serves() {
    return serves;
  }

  /**
   * Whether partitions and ids of the slot may be created here. Check it in the commit batch that
   * creates them.
   */
  public boolean mayGrow() {
    return mayGrow;
  }
}

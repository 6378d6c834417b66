package io.gigafs.server.lane;

import io.gigafs.cluster.ClusterView;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import java.util.function.Consumer;

/**
 * Which slots this server serves, and how partitions get here that are on their way.
 * Implementations are safe for use by several threads.
 */
public interface SlotGate {
  SlotState state(int slot);

  /** By which those who come here by mistake find the right server. */
  ClusterView view();

  /** Whether a partition of an arriving slot, which is not here, is known to be nowhere else. */
  boolean isNowhere(InodeId directory, PartitionIndex partition);

  /**
   * Has a partition of an arriving slot sent here, if it is where the slot comes from.
   *
   * @param then told on any thread what came of it
   */
  void fetch(InodeId directory, PartitionIndex partition, Consumer<Fetched> then);

  /** What came of fetching a partition. */
  enum Fetched {
    /** It is here. */
    HERE,
    /** It is nowhere. */
    NOWHERE,
    /** It is where the slot comes from, which could not let go of it now. */
    STILL_THERE,
    /** Nobody knows, for now. */
    UNKNOWN
  }
}

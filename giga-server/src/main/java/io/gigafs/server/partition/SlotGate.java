package io.gigafs.server.partition;

import io.gigafs.cluster.ClusterView;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import java.util.function.Consumer;

/**
 * The slots that this server serves, and the import of partitions. Implementations are safe for use
 * by several threads.
 */
public interface SlotGate {
  SlotState state(int slot);

  /** The view that redirects misrouted requests. */
  ClusterView view();

  /** Whether a partition of an arriving slot is known not to exist on this or any other server. */
  boolean isNowhere(InodeId directory, PartitionIndex partition);

  /**
   * Imports a partition of an arriving slot, if the exporting server has it.
   *
   * @param then called with the result on any thread
   */
  void fetch(InodeId directory, PartitionIndex partition, Consumer<Fetched> then);

  /** The result of fetching a partition. */
  enum Fetched {
    /** It was imported. */
    HERE,
    /** It does not exist. */
    NOWHERE,
    /** The exporting server has it, but could not export it now. */
    STILL_THERE,
    /** Unknown for now. */
    UNKNOWN
  }
}

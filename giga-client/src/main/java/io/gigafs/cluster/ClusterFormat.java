package io.gigafs.cluster;

import java.util.UUID;

/**
 * The immutable parameters that a cluster is formatted with, once.
 *
 * @param slots the number of slots, which never changes
 * @param initialServers the first slot table is written when this many servers have joined
 */
public record ClusterFormat(
    UUID clusterId, int slots, int initialServers, ClusterSettings settings) {
  public ClusterFormat {
    SlotTable.checkSlots(slots);
    if (initialServers < 1 || initialServers > slots) {
      throw new IllegalArgumentException(
          "servers is 1 to the number of slots (" + slots + "), not " + initialServers);
    }
  }
}

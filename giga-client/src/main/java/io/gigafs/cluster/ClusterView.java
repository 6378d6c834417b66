package io.gigafs.cluster;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Who is in the cluster and which server holds which slot, as of an epoch. Immutable; of two views
 * of one cluster the one with the higher epoch is the newer.
 *
 * @param servers all members, up or down, in a fixed order that the slot table refers to
 */
public record ClusterView(
    UUID clusterId,
    long epoch,
    ClusterSettings settings,
    List<ServerInfo> servers,
    SlotTable slots) {
  public ClusterView {
    servers = List.copyOf(servers);
    for (int slot = 0; slot < slots.slots(); slot++) {
      if (slots.ownerOf(slot) < 0 || slots.ownerOf(slot) >= servers.size()) {
        throw new IllegalArgumentException(
            "slot " + slot + " belongs to server " + slots.ownerOf(slot) + " of " + servers.size());
      }
    }
  }

  /** The member of this id, up or down. */
  public Optional<ServerInfo> find(ServerId id) {
    return servers.stream().filter(server -> server.id().equals(id)).findFirst();
  }

  /** The slot that serves a partition. */
  public int slotOf(InodeId directory, PartitionIndex partition) {
    return directory.slotOf(partition, slots.slots());
  }

  /** The server that holds a slot. */
  public ServerInfo ownerOf(int slot) {
    return servers.get(slots.ownerOf(slot));
  }

  /** The server that serves a partition. */
  public ServerInfo ownerOf(InodeId directory, PartitionIndex partition) {
    return ownerOf(slotOf(directory, partition));
  }
}

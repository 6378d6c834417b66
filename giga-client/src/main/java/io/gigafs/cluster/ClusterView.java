package io.gigafs.cluster;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * The members of the cluster and the assignment of slots to servers, at one epoch. Immutable. Of
 * two views of one cluster, the one with the higher epoch is newer.
 *
 * <p>Only {@link #first}, {@link ViewDelta} and the decoders of the wire format and of the
 * cluster's records call the constructor, which takes every component. Every other change is a
 * {@link #delta} of the newest view, so that components that the change does not set are preserved.
 *
 * @param servers all members, up or down, in a fixed order that the slot table refers to
 * @param slots which server to ask for a slot, also while the slot is still moving to that server
 * @param moves the slot moves in progress, in ascending order of slot
 * @param draining the members that are giving all their slots away
 * @param volumes where file data is stored, in ascending order of ids
 * @param nextVolume the id that the next volume gets
 */
public record ClusterView(
    UUID clusterId,
    long epoch,
    ClusterSettings settings,
    List<ServerInfo> servers,
    SlotTable slots,
    List<SlotMove> moves,
    Set<ServerId> draining,
    List<VolumeInfo> volumes,
    int nextVolume) {
  private static final long FIRST_EPOCH = 1;
  private static final int FIRST_VOLUME = 1;

  public ClusterView {
    volumes = List.copyOf(volumes);
    checkVolumes(volumes, nextVolume);
    servers = List.copyOf(servers);
    moves = List.copyOf(moves);
    draining = Set.copyOf(draining);
    for (int slot = 0; slot < slots.slots(); slot++) {
      if (slots.ownerOf(slot) < 0 || slots.ownerOf(slot) >= servers.size()) {
        throw new IllegalArgumentException(
            "slot " + slot + " belongs to server " + slots.ownerOf(slot) + " of " + servers.size());
      }
    }
    checkMoves(servers, slots, moves);
    for (ServerId id : draining) {
      if (servers.stream().noneMatch(server -> server.id().equals(id))) {
        throw new IllegalArgumentException("no server '" + id + "' that could be drained");
      }
    }
  }

  /** The first view of a cluster: no moves in progress, no draining servers, no volumes. */
  static ClusterView first(ClusterFormat format, List<ServerInfo> servers) {
    return new ClusterView(
        format.clusterId(),
        FIRST_EPOCH,
        format.settings(),
        servers,
        SlotTable.interleaved(format.slots(), servers.size()),
        List.of(),
        Set.of(),
        List.of(),
        FIRST_VOLUME);
  }

  private static void checkVolumes(List<VolumeInfo> volumes, int nextVolume) {
    int last = 0;
    for (VolumeInfo volume : volumes) {
      if (volume.id() <= last || volume.id() >= nextVolume) {
        throw new IllegalArgumentException("invalid volume number " + volume.id());
      }
      last = volume.id();
    }
  }

  private static void checkMoves(List<ServerInfo> servers, SlotTable slots, List<SlotMove> moves) {
    int last = -1;
    for (SlotMove move : moves) {
      if (move.slot() <= last || move.slot() >= slots.slots()) {
        throw new IllegalArgumentException("slot " + move.slot() + " cannot be moving");
      }
      last = move.slot();
      ServerId to = servers.get(slots.ownerOf(move.slot())).id();
      if (move.from().equals(to)
          || servers.stream().noneMatch(server -> server.id().equals(move.from()))) {
        throw new IllegalArgumentException(
            "slot " + move.slot() + " cannot move from '" + move.from() + "' to '" + to + "'");
      }
    }
  }

  /** Starts the successor of this view: a copy in which only the components that are set differ. */
  ViewDelta delta() {
    return new ViewDelta(this);
  }

  /** The volume with this id. */
  public Optional<VolumeInfo> volume(int id) {
    return volumes.stream().filter(volume -> volume.id() == id).findFirst();
  }

  /** The member with this id, up or down. */
  public Optional<ServerInfo> find(ServerId id) {
    return servers.stream().filter(server -> server.id().equals(id)).findFirst();
  }

  /** The index of a member in the list of servers. */
  public int placeOf(ServerId id) {
    for (int place = 0; place < servers.size(); place++) {
      if (servers.get(place).id().equals(id)) {
        return place;
      }
    }
    throw new IllegalArgumentException("no server '" + id + "' in the cluster");
  }

  /** The move in progress of a slot, if there is one. */
  public Optional<SlotMove> moveOf(int slot) {
    return moves.stream().filter(move -> move.slot() == slot).findFirst();
  }

  /** The number of slots that a member owns, including those still moving to it. */
  public int slotsOf(ServerId id) {
    return slots.ownedBy(placeOf(id));
  }

  /** The slot that serves a partition. */
  public int slotOf(InodeId directory, PartitionIndex partition) {
    return directory.slotOf(partition, slots.slots());
  }

  /** The server that owns a slot. */
  public ServerInfo ownerOf(int slot) {
    return servers.get(slots.ownerOf(slot));
  }

  /** The server that serves a partition. */
  public ServerInfo ownerOf(InodeId directory, PartitionIndex partition) {
    return ownerOf(slotOf(directory, partition));
  }

  /**
   * A slot move in progress. The slot table already names the new owner; partitions that have not
   * been transferred yet are still on the server that the slot comes from.
   *
   * @param from the member that gives the slot away
   * @param since the epoch of the view that started the move, which distinguishes it from other
   *     moves of the same slot
   */
  public record SlotMove(int slot, ServerId from, long since) {}
}

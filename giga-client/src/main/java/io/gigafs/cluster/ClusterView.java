package io.gigafs.cluster;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Who is in the cluster and which server holds which slot, as of an epoch. Immutable; of two views
 * of one cluster the one with the higher epoch is the newer.
 *
 * <p>The constructor is for {@link #first}, {@link ViewDelta}, and what reads a whole view from the
 * wire or from the cluster's records; it takes all there is in a view. Every change of a view is a
 * {@link #delta} of the newest one, so that it keeps all that it does not set.
 *
 * @param servers all members, up or down, in a fixed order that the slot table refers to
 * @param slots which server is to be asked for a slot, also while the slot is on its way there
 * @param moves the slots that are on their way, in ascending order
 * @param draining the members that are giving all their slots away
 * @param volumes where file data is kept, in ascending order of their ids
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

  /** The first view of a cluster: no slot is on its way, no server is drained, no volumes. */
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
        throw new IllegalArgumentException("a volume cannot have the number " + volume.id());
      }
      last = volume.id();
    }
  }

  private static void checkMoves(List<ServerInfo> servers, SlotTable slots, List<SlotMove> moves) {
    int last = -1;
    for (SlotMove move : moves) {
      if (move.slot() <= last || move.slot() >= slots.slots()) {
        throw new IllegalArgumentException("slot " + move.slot() + " cannot be on its way");
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

  /** Starts the view that is to follow this one: a copy, in which only what is set differs. */
  ViewDelta delta() {
    return new ViewDelta(this);
  }

  /** The volume of this id. */
  public Optional<VolumeInfo> volume(int id) {
    return volumes.stream().filter(volume -> volume.id() == id).findFirst();
  }

  /** The member of this id, up or down. */
  public Optional<ServerInfo> find(ServerId id) {
    return servers.stream().filter(server -> server.id().equals(id)).findFirst();
  }

  /** The place in the list of servers of a member. */
  public int placeOf(ServerId id) {
    for (int place = 0; place < servers.size(); place++) {
      if (servers.get(place).id().equals(id)) {
        return place;
      }
    }
    throw new IllegalArgumentException("no server '" + id + "' in the cluster");
  }

  /** How a slot is on its way to its holder, if it is. */
  public Optional<SlotMove> moveOf(int slot) {
    return moves.stream().filter(move -> move.slot() == slot).findFirst();
  }

  /** How many slots a member holds, those on their way to it among them. */
  public int slotsOf(ServerId id) {
    return slots.ownedBy(placeOf(id));
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

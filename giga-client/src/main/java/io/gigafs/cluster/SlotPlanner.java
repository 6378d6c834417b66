package io.gigafs.cluster;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Plans the next view of the cluster. Pure, so that every leader plans the same.
 *
 * <ol>
 *   <li>The first view is created when as many servers are present as the cluster was formatted
 *       for.
 *   <li>A member keeps its index in the list until it is removed. A server that is down keeps its
 *       slots: its data is still on it.
 *   <li>A new member gets the next index, and slots afterwards.
 *   <li>Slots move according to {@link SlotBalance} until every member owns its share.
 *   <li>A view that differs from the previous one has the next epoch.
 * </ol>
 */
public final class SlotPlanner {
  private SlotPlanner() {}

  /**
   * The view that follows when these servers are present.
   *
   * @param present at most one server of each id, in any order
   * @param previous the current view, or null if there is none yet
   * @return the previous view itself if there is nothing to change; empty while too few servers are
   *     present for a first view
   * @throws IllegalArgumentException if the previous view belongs to another cluster
   */
  public static Optional<ClusterView> plan(
      ClusterFormat format, Collection<ServerInfo> present, @Nullable ClusterView previous) {
    return previous == null ? first(format, present) : Optional.of(next(format, present, previous));
  }

  /**
   * The number of slots that have yet to arrive, including moves that have not started, until every
   * member owns its share. Assumes that members that are down come back.
   */
  public static int slotsToMove(ClusterView view) {
    return new SlotBalance(view, ids(view.servers())).slotsToMove();
  }

  /**
   * The absent members that delay slot moves: those with slots to give or to take, and those at
   * either end of a move in progress.
   */
  public static List<ServerInfo> heldUpBy(ClusterView view, Set<ServerId> present) {
    SlotBalance balance = new SlotBalance(view, ids(view.servers()));
    return view.servers().stream()
        .filter(server -> !present.contains(server.id()))
        .filter(
            server ->
                balance.surplus(view.placeOf(server.id())) != 0
                    || view.moves().stream()
                        .anyMatch(
                            move ->
                                move.from().equals(server.id())
                                    || view.ownerOf(move.slot()).equals(server)))
        .toList();
  }

  private static Set<ServerId> ids(Collection<ServerInfo> servers) {
    return servers.stream().map(ServerInfo::id).collect(Collectors.toSet());
  }

  private static Optional<ClusterView> first(ClusterFormat format, Collection<ServerInfo> present) {
    if (present.size() < format.initialServers()) {
      return Optional.empty();
    }
    List<ServerInfo> servers =
        present.stream().sorted(Comparator.comparing(ServerInfo::id)).toList();
    return Optional.of(ClusterView.first(format, servers));
  }

  private static ClusterView next(
      ClusterFormat format, Collection<ServerInfo> present, ClusterView previous) {
    if (!previous.clusterId().equals(format.clusterId())
        || previous.slots().slots() != format.slots()) {
      throw new IllegalArgumentException(
          "a view of cluster " + previous.clusterId() + " does not fit " + format);
    }
    Map<ServerId, ServerInfo> newcomers = new TreeMap<>();
    present.forEach(server -> newcomers.put(server.id(), server));

    List<ServerInfo> servers = new ArrayList<>();
    for (ServerInfo known : previous.servers()) {
      ServerInfo seen = newcomers.remove(known.id());
      servers.add(seen == null ? known : seen);
    }
    servers.addAll(newcomers.values());

    ViewDelta delta = previous.delta().servers(servers);
    new SlotBalance(delta.view(), ids(present)).startMoves(delta);
    return delta.view();
  }
}

package io.gigafs.cluster;

import io.gigafs.cluster.ClusterView.SlotMove;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Changes of the cluster's view that a server or an operator requests; {@link SlotPlanner} makes
 * those that follow from the presence of servers. Pure functions for {@link Membership#update}:
 * each returns its argument if there is nothing to do, and its successor otherwise.
 */
public final class ViewChanges {
  private ViewChanges() {}

  /**
   * Completes a move: the new owner has received the whole slot.
   *
   * @param since identifies the move among those of the slot; if that move is not in progress, it
   *     was completed before and nothing changes
   */
  public static ClusterView complete(ClusterView view, int slot, long since) {
    List<SlotMove> left =
        view.moves().stream().filter(move -> move.slot() != slot || move.since() != since).toList();
    return view.delta().moves(left).view();
  }

  /**
   * Updates the endpoint and the cache size of a member. Does nothing for a server that is no
   * member yet.
   */
  public static ClusterView relocate(ClusterView view, ServerInfo now) {
    Optional<ServerInfo> known = view.find(now.id());
    if (known.isEmpty()) {
      return view;
    }
    List<ServerInfo> servers = new ArrayList<>(view.servers());
    servers.set(view.placeOf(now.id()), now);
    return view.delta().servers(servers).view();
  }

  /**
   * Starts to drain a server, which gives all its slots away.
   *
   * @throws MembershipException if it is no member, or no other server could take the slots
   */
  public static ClusterView drain(ClusterView view, ServerId id) {
    checkMember(view, id);
    if (view.draining().contains(id)) {
      return view;
    }
    Set<ServerId> draining = new HashSet<>(view.draining());
    draining.add(id);
    if (draining.size() == view.servers().size()) {
      throw MembershipException.nobodyLeft(id);
    }
    return view.delta().draining(draining).view();
  }

  /**
   * Cancels the drain of a server, which may own slots again.
   *
   * @throws MembershipException if it is no member
   */
  public static ClusterView undrain(ClusterView view, ServerId id) {
    checkMember(view, id);
    Set<ServerId> draining = new HashSet<>(view.draining());
    draining.remove(id);
    return view.delta().draining(draining).view();
  }

  /**
   * Removes a server from the cluster. The indexes of the servers behind it in the list shift down.
   *
   * @throws MembershipException if it is no member, owns slots, or is handing one over
   */
  public static ClusterView remove(ClusterView view, ServerId id) {
    checkMember(view, id);
    if (view.slotsOf(id) > 0) {
      throw MembershipException.notEmpty(id, view.slotsOf(id));
    }
    for (SlotMove move : view.moves()) {
      if (move.from().equals(id)) {
        throw MembershipException.stillGiving(id, move.slot(), view.ownerOf(move.slot()).id());
      }
    }
    int place = view.placeOf(id);
    List<ServerInfo> servers = new ArrayList<>(view.servers());
    servers.remove(place);
    int[] owners =
        Arrays.stream(view.slots().toArray())
            .map(owner -> owner > place ? owner - 1 : owner)
            .toArray();
    Set<ServerId> draining = new HashSet<>(view.draining());
    draining.remove(id);
    return view.delta().servers(servers).slots(SlotTable.of(owners)).draining(draining).view();
  }

  private static void checkMember(ClusterView view, ServerId id) {
    if (view.find(id).isEmpty()) {
      throw MembershipException.unknown(id, view);
    }
  }
}

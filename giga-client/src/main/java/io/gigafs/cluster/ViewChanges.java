package io.gigafs.cluster;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Changes of the cluster's view that somebody asks for, whereas {@link SlotPlanner} makes those
 * that follow from who is present. Pure, for {@link Membership#update}: each returns the view
 * itself if there is nothing to do, and else its successor.
 */
public final class ViewChanges {
  private ViewChanges() {}

  /**
   * Ends a move: all of the slot is with its holder now.
   *
   * @param since tells the move from others of that slot; where it is not under way, it has been
   *     ended before
   */
  public static ClusterView complete(ClusterView view, int slot, long since) {
    List<SlotMove> left =
        view.moves().stream().filter(move -> move.slot() != slot || move.since() != since).toList();
    return view.delta().moves(left).view();
  }

  /**
   * Tells where a member listens now, and how large its cache is; does nothing for a server that is
   * no member yet.
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
   * Has a server give all its slots away.
   *
   * @throws MembershipException if it is no member, or nobody would be left to take them
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
   * Has a server take slots again.
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
   * Takes a server out of the cluster; those behind it in the list move up.
   *
   * @throws MembershipException if it is no member, holds slots, or is handing one over
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

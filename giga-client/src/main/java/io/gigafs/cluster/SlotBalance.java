package io.gigafs.cluster;

import io.gigafs.cluster.ClusterView.SlotMove;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * Compares the number of slots that each member of a view owns with its share, and starts the moves
 * that balance them.
 *
 * <ol>
 *   <li>The share of a draining member is zero. The others share evenly, within one, and those that
 *       own more get the larger shares, so that as few slots as possible move.
 *   <li>The share of a member that is down is what it owns: it can neither give nor take.
 *   <li>A member gives one slot away at a time, and takes one at a time.
 *   <li>A slot does not start another move while one is in progress.
 * </ol>
 *
 * <p>Not thread-safe.
 */
final class SlotBalance {
  private final ClusterView view;
  private final boolean[] present;
  private final int[] owners;
  private final int[] held;
  private final int[] shares;

  SlotBalance(ClusterView view, Set<ServerId> present) {
    int members = view.servers().size();
    this.view = view;
    this.present = new boolean[members];
    this.owners = view.slots().toArray();
    this.held = new int[members];
    for (int place = 0; place < members; place++) {
      this.present[place] = present.contains(view.servers().get(place).id());
    }
    for (int owner : owners) {
      held[owner]++;
    }
    this.shares = shares();
  }

  /** The number of moves in progress plus those that have yet to start. */
  int slotsToMove() {
    return view.moves().size()
        + IntStream.range(0, held.length).map(place -> Math.max(0, surplus(place))).sum();
  }

  /**
   * The number of slots that the member at an index owns beyond its share; negative if it lacks
   * some.
   */
  int surplus(int place) {
    return held[place] - shares[place];
  }

  /**
   * Starts all moves that can start now. The members with the largest surplus give to those with
   * the largest deficit.
   *
   * @param delta the successor of the view that this balance was computed from
   */
  void startMoves(ViewDelta delta) {
    BitSet onTheWay = new BitSet();
    BitSet giving = new BitSet();
    BitSet taking = new BitSet();
    for (SlotMove move : view.moves()) {
      onTheWay.set(move.slot());
      giving.set(view.placeOf(move.from()));
      taking.set(owners[move.slot()]);
    }
    List<Integer> givers = places(place -> surplus(place) > 0 && !giving.get(place), this::surplus);
    List<Integer> takers =
        places(place -> surplus(place) < 0 && !taking.get(place), place -> -surplus(place));

    List<SlotMove> moves = new ArrayList<>(view.moves());
    for (int i = 0; i < Math.min(givers.size(), takers.size()); i++) {
      int from = givers.get(i);
      int to = takers.get(i);
      int slot = choose(from, to, onTheWay);
      if (slot >= 0) {
        owners[slot] = to;
        moves.add(new SlotMove(slot, view.servers().get(from).id(), delta.epoch()));
      }
    }
    moves.sort(Comparator.comparingInt(SlotMove::slot));
    delta.slots(SlotTable.of(owners)).moves(moves);
  }

  private int[] shares() {
    int[] shares = new int[held.length];
    int left = owners.length;
    List<Integer> sharing = new ArrayList<>();
    for (int place = 0; place < held.length; place++) {
      if (!present[place]) {
        shares[place] = held[place];
        left -= held[place];
      } else if (!view.draining().contains(view.servers().get(place).id())) {
        sharing.add(place);
      }
    }
    if (sharing.isEmpty()) {
      return held.clone();
    }
    sharing.sort(Comparator.comparingInt((Integer place) -> -held[place]));
    for (int i = 0; i < sharing.size(); i++) {
      shares[sharing.get(i)] = left / sharing.size() + (i < left % sharing.size() ? 1 : 0);
    }
    return shares;
  }

  /** Indexes of the present members that match, in descending order of weight and then by index. */
  private List<Integer> places(IntPredicate wanted, IntUnaryOperator weight) {
    return IntStream.range(0, held.length)
        .filter(place -> present[place] && wanted.test(place))
        .boxed()
        .sorted(Comparator.comparingInt((Integer place) -> -weight.applyAsInt(place)))
        .toList();
  }

  /**
   * Chooses the giver's slot that is farthest from all slots of the taker, since consecutive slots
   * should lie on different servers. Of equally distant slots the last one is taken, because small
   * directories, such as the root, occupy the first slots.
   *
   * @return -1 if all of the giver's slots are still moving
   */
  private int choose(int from, int to, BitSet onTheWay) {
    int[] distances = distancesTo(to);
    int best = -1;
    for (int slot = 0; slot < owners.length; slot++) {
      if (owners[slot] == from
          && !onTheWay.get(slot)
          && (best < 0 || distances[slot] >= distances[best])) {
        best = slot;
      }
    }
    return best;
  }

  /**
   * The distance of each slot to the nearest one that the member owns, wrapping around the table.
   */
  private int[] distancesTo(int place) {
    int slots = owners.length;
    int[] distances = new int[slots];
    Arrays.fill(distances, slots);
    int behind = slots;
    int ahead = slots;
    for (int step = 0; step < 2 * slots; step++) {
      int up = step % slots;
      behind = owners[up] == place ? 0 : Math.min(behind + 1, slots);
      distances[up] = Math.min(distances[up], behind);
      int down = slots - 1 - up;
      ahead = owners[down] == place ? 0 : Math.min(ahead + 1, slots);
      distances[down] = Math.min(distances[down], ahead);
    }
    return distances;
  }
}

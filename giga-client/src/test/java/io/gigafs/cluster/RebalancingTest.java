package io.gigafs.cluster;

import static io.gigafs.cluster.LocalClusterTest.server;
import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.cluster.ClusterView.SlotMove;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests for moves of slots as servers join, leave and drain, with moves that complete at once or at
 * random.
 */
class RebalancingTest {
  private static final int SLOTS = 64;
  private static final int SERVERS = 9;

  private final ClusterFormat format =
      new ClusterFormat(new UUID(0, 1), SLOTS, 2, ClusterSettings.DEFAULTS);
  private final TreeMap<ServerId, ServerInfo> present = new TreeMap<>();
  private ClusterView view;
  private int started;

  @BeforeEach
  void startWithTwo() {
    start(2);
  }

  @Test
  void fifthServerTakesItsShareFromEachOfFour() {
    start(4);
    join(4);
    int planned = SlotPlanner.slotsToMove(view);
    settle();

    assertThat(planned).isEqualTo(12);
    assertThat(started).isEqualTo(12);
    assertThat(held()).containsExactly(13, 13, 13, 13, 12);
    assertThat(shortestGapOf("s4")).isGreaterThanOrEqualTo(3);
  }

  @Test
  void drainMovesAllSlotsAndUndrainMovesThemBack() {
    start(4);
    view = ViewChanges.drain(view, id(1));
    settle();
    assertThat(started).isEqualTo(16);
    assertThat(held()).containsExactly(22, 0, 21, 21);

    view = ViewChanges.undrain(view, id(1));
    settle();
    assertThat(started).isEqualTo(32);
    assertThat(held()).containsExactly(16, 16, 16, 16);
  }

  @Test
  void largestSlotTableIsPlannedQuickly() {
    ClusterFormat large =
        new ClusterFormat(new UUID(0, 1), SlotTable.MAX_SLOTS, 2, ClusterSettings.DEFAULTS);
    List<ServerInfo> servers = IntStream.range(0, 200).mapToObj(i -> server("s" + i, 1)).toList();
    ClusterView first = SlotPlanner.plan(large, servers.subList(0, 100), null).orElseThrow();

    ClusterView next = SlotPlanner.plan(large, servers, first).orElseThrow();

    assertThat(next.moves()).hasSize(100);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
  void invariantsHoldUnderRandomChanges(long seed) {
    Random random = new Random(seed);
    for (int step = 0; step < 400; step++) {
      disturb(random);
      if (random.nextInt(4) == 0) {
        plan();
      }
      if (!view.moves().isEmpty() && random.nextBoolean()) {
        complete(view.moves().get(random.nextInt(view.moves().size())));
      }
      if (step % 40 == 39) {
        wakeThoseInMoves();
        plan();
        int toStart = toStart();
        started = 0;
        settle();
        assertThat(started).as("seed %d, moves started", seed).isEqualTo(toStart);
        assertEven();
      }
    }
  }

  /** A move that cannot complete blocks its two servers for other moves. */
  private void wakeThoseInMoves() {
    for (SlotMove move : view.moves()) {
      ServerInfo from = view.find(move.from()).orElseThrow();
      ServerInfo to = view.ownerOf(move.slot());
      present.putIfAbsent(from.id(), from);
      present.putIfAbsent(to.id(), to);
    }
  }

  private void disturb(Random random) {
    ServerId id = id(random.nextInt(SERVERS));
    try {
      switch (random.nextInt(5)) {
        case 0, 1 -> present.put(id, server(id.value(), 1 + random.nextInt(2)));
        case 2 -> present.remove(id);
        case 3 ->
            view =
                view.draining().contains(id)
                    ? ViewChanges.undrain(view, id)
                    : ViewChanges.drain(view, id);
        default -> {
          if (!present.containsKey(id)) {
            view = ViewChanges.remove(view, id);
          }
        }
      }
    } catch (MembershipException e) {
      // The change was refused: ViewChangesTest checks the reasons.
    }
  }

  private void start(int servers) {
    for (int i = 0; i < servers; i++) {
      present.put(id(i), server("s" + i, 1));
    }
    view = SlotPlanner.plan(format, present.values(), null).orElseThrow();
  }

  private void join(int number) {
    present.put(id(number), server("s" + number, 1));
    plan();
  }

  /** Plans and completes moves until none is left. */
  private void settle() {
    plan();
    while (!view.moves().isEmpty()) {
      complete(view.moves().get(0));
      plan();
    }
  }

  private void complete(SlotMove move) {
    view = ViewChanges.complete(view, move.slot(), move.since());
  }

  private void plan() {
    List<ServerInfo> shuffled = new ArrayList<>(present.values());
    Collections.shuffle(shuffled, new Random(view.epoch()));
    ClusterView before = view;
    view = SlotPlanner.plan(format, shuffled, view).orElseThrow();

    assertThat(view.epoch()).isEqualTo(before.epoch() + (view.equals(before) ? 0 : 1));
    assertThat(view.moves()).containsAll(before.moves());
    assertThat(view.servers()).containsAll(shuffled);
    assertThat(view.draining()).isEqualTo(before.draining());
    assertThat(SlotPlanner.plan(format, shuffled, view)).containsSame(view);
    assertOneMoveAtATime();
    for (SlotMove move : view.moves()) {
      if (!before.moves().contains(move)) {
        started++;
        assertThat(move.since()).isEqualTo(view.epoch());
        assertThat(before.ownerOf(move.slot()).id()).isEqualTo(move.from());
        assertThat(present).containsKeys(move.from(), view.ownerOf(move.slot()).id());
        assertThat(view.draining()).doesNotContain(view.ownerOf(move.slot()).id());
      }
    }
    for (int slot = 0; slot < SLOTS; slot++) {
      if (view.moveOf(slot).isEmpty()) {
        assertThat(view.ownerOf(slot).id()).isEqualTo(before.ownerOf(slot).id());
      }
    }
  }

  private void assertOneMoveAtATime() {
    Set<ServerId> sources = new HashSet<>();
    Set<ServerId> targets = new HashSet<>();
    for (SlotMove move : view.moves()) {
      assertThat(sources.add(move.from())).as("one move from %s in %s", move.from(), view).isTrue();
      assertThat(targets.add(view.ownerOf(move.slot()).id())).as("one move to each").isTrue();
    }
  }

  /** The minimal number of slots that have to move, computed independently of the planner. */
  private int toStart() {
    List<Integer> sharing = new ArrayList<>();
    int toShare = 0;
    int toStart = 0;
    for (ServerInfo server : view.servers()) {
      int held = view.slotsOf(server.id());
      boolean drains = view.draining().contains(server.id());
      if (present.containsKey(server.id())) {
        toShare += held;
        toStart += drains ? held : 0;
        if (!drains) {
          sharing.add(held);
        }
      }
    }
    if (sharing.isEmpty()) {
      return 0;
    }
    int small = toShare / sharing.size();
    int larger = toShare % sharing.size();
    for (int held : sharing) {
      int over = held - small;
      if (over > 0 && larger > 0) {
        larger--;
        over--;
      }
      toStart += Math.max(0, over);
    }
    return toStart;
  }

  private void assertEven() {
    List<Integer> shares = new ArrayList<>();
    for (ServerInfo server : view.servers()) {
      if (present.containsKey(server.id()) && !view.draining().contains(server.id())) {
        shares.add(view.slotsOf(server.id()));
      }
    }
    if (shares.isEmpty()) {
      return;
    }
    assertThat(Collections.max(shares) - Collections.min(shares)).isLessThanOrEqualTo(1);
    for (ServerId id : view.draining()) {
      assertThat(present.containsKey(id) && view.slotsOf(id) > 0).isFalse();
    }
  }

  private List<Integer> held() {
    return view.servers().stream().map(server -> view.slotsOf(server.id())).toList();
  }

  private int shortestGapOf(String id) {
    List<Integer> slots =
        IntStream.range(0, SLOTS)
            .filter(slot -> view.ownerOf(slot).id().value().equals(id))
            .boxed()
            .toList();
    return IntStream.range(0, slots.size())
        .map(i -> Math.floorMod(slots.get((i + 1) % slots.size()) - slots.get(i), SLOTS))
        .min()
        .orElseThrow();
  }

  private static ServerId id(int number) {
    return new ServerId("s" + number);
  }
}

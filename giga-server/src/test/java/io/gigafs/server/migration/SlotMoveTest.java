package io.gigafs.server.migration;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.GigaPath;
import io.gigafs.cluster.ViewChanges;
import io.gigafs.concurrent.Futures;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.migration.HandOverRequest;
import io.gigafs.server.ClusterContents;
import io.gigafs.server.FaultPlan;
import io.gigafs.server.FaultPlan.Scene;
import io.gigafs.server.SimulatedClient;
import io.gigafs.server.SimulatedCluster;
import io.gigafs.server.SimulatedCluster.Setup;
import io.gigafs.server.SimulatedServer;
import io.gigafs.server.TestNames;
import io.gigafs.tablefs.Durability;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A slot moves to another server despite faults. {@link FaultPlan} injects each message fault, kill
 * and machine crash in turn.
 */
class SlotMoveTest {
  private static final int THRESHOLD = 8;

  @TempDir Path directory;

  /** Three servers; the one with only slot 1, which has the root's child 1, is drained. */
  private static Setup setup(long seed) {
    return Setup.seeded(seed).withServers(3, 4).withSplitThreshold(THRESHOLD);
  }

  /** Names of the partition are created and removed while it moves. */
  private static final class RootsChildMoves implements Scene {
    private final Set<String> names = new TreeSet<>();
    private final List<CompletableFuture<?>> asked = new ArrayList<>();
    private @Nullable SimulatedCluster cluster;
    private @Nullable SimulatedClient client;

    @Override
    public void prepare(SimulatedCluster ready) throws Exception {
      cluster = ready;
      SimulatedClient made = ready.client();
      client = made;
      for (String name : TestNames.in("stays", 0, 1, 5)) {
        made.create("/" + name);
        names.add(name);
      }
      for (String name : TestNames.in("moves", 1, 1, 5)) {
        made.create("/" + name);
        names.add(name);
      }
      ready.simulation().runMillis(100);
      assertThat(ready.check().partitions(InodeId.ROOT)).contains(0, 1);
    }

    @Override
    public CompletableFuture<?> act() {
      cluster().change(view -> ViewChanges.drain(view, view.servers().get(1).id()));
      for (String name : TestNames.in("during", 1, 1, 2)) {
        names.add(name);
        cluster()
            .simulation()
            .after(
                cluster().simulation().random().nextInt(80_000_000),
                () -> asked.add(client().async().create(path(name), 0644, true)));
      }
      String removed = TestNames.in("moves", 1, 1, 5).get(0);
      names.remove(removed);
      asked.add(client().async().unlink(path(removed)));
      CompletableFuture<Void> all = new CompletableFuture<>();
      cluster()
          .simulation()
          .after(
              100_000_000,
              () -> Futures.allOf(asked).whenComplete((done, failure) -> all.complete(null)));
      return all;
    }

    @Override
    public void verify(ClusterContents contents) throws Exception {
      for (CompletableFuture<?> each : asked) {
        assertThat(each).isCompleted();
      }
      assertThat(cluster().view().moves()).isEmpty();
      assertThat(cluster().view().slotsOf(cluster().server(1).info().id())).isZero();
      assertThat(contents.names(InodeId.ROOT)).isEqualTo(names);
      assertThat(client().list("/")).isEqualTo(names);
      assertThat(client().stat("/").size()).isEqualTo(names.size());
    }

    private SimulatedCluster cluster() {
      if (cluster == null) {
        throw new IllegalStateException("not prepared");
      }
      return cluster;
    }

    private SimulatedClient client() {
      if (client == null) {
        throw new IllegalStateException("not prepared");
      }
      return client;
    }

    private static GigaPath path(String name) {
      return GigaPath.parse("/" + name);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1})
  void slotMoveSurvivesMessageFaults(long seed) throws Exception {
    FaultPlan.of(directory, setup(seed), RootsChildMoves::new).none().messages();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1})
  void slotMoveSurvivesKilledServers(long seed) throws Exception {
    FaultPlan.of(directory, setup(seed), RootsChildMoves::new)
        .deaths("is killed", SimulatedServer::kill);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1})
  void slotMoveSurvivesMachineCrashes(long seed) throws Exception {
    FaultPlan.of(directory, setup(seed).withDurability(Durability.ALWAYS), RootsChildMoves::new)
        .deaths("loses what was not synced", SimulatedServer::crash);
  }

  @Test
  void returningSlotReusesNoIds() throws Exception {
    SimulatedCluster cluster = setup(3).start(directory);
    SimulatedClient client = cluster.client();
    Set<Long> ids = new HashSet<>();
    int made = 0;
    for (int round = 0; round < 4; round++) {
      boolean drains = round % 2 == 0;
      cluster.change(
          view ->
              drains
                  ? ViewChanges.drain(view, view.servers().get(1).id())
                  : ViewChanges.undrain(view, view.servers().get(1).id()));
      for (int i = 0; i < 50; i++) {
        assertThat(ids.add(client.create("/f" + made++).inode().value())).isTrue();
      }
      cluster.heal();
      cluster.check();
      assertThat(cluster.view().moves()).isEmpty();
    }
    assertThat(client.list("/")).hasSize(200);
  }

  @Test
  void serverWithAnOldViewMisleadsNoClient() throws Exception {
    SimulatedCluster cluster = setup(4).start(directory);
    SimulatedClient stale = cluster.client();
    for (int i = 0; i < 60; i++) {
      stale.create("/f" + i);
    }
    cluster.change(view -> ViewChanges.drain(view, view.servers().get(1).id()));
    cluster.heal();
    assertThat(cluster.view().slotsOf(cluster.server(1).info().id())).isZero();
    long[] toDrained = new long[1];
    cluster.network().watch(packet -> toDrained[0] += packet.isOf(HandOverRequest.OPCODE) ? 1 : 0);
    assertThat(stale.list("/")).hasSize(60);
    for (int i = 0; i < 60; i++) {
      stale.unlink("/f" + i);
    }
    assertThat(stale.list("/")).isEmpty();
    assertThat(toDrained[0]).isZero();
  }
}

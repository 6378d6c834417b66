package io.gigafs.server.migration;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.GigaPath;
import io.gigafs.client.Listing;
import io.gigafs.concurrent.Futures;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.migration.InstallChunkRequest;
import io.gigafs.protocol.migration.InstallCommitRequest;
import io.gigafs.protocol.migration.InstallOutcomeRequest;
import io.gigafs.protocol.namespace.ListRequest;
import io.gigafs.protocol.namespace.ListedEntry;
import io.gigafs.server.ClusterContents;
import io.gigafs.server.FaultPlan;
import io.gigafs.server.FaultPlan.Scene;
import io.gigafs.server.RawClient;
import io.gigafs.server.SimulatedClient;
import io.gigafs.server.SimulatedCluster;
import io.gigafs.server.SimulatedCluster.Setup;
import io.gigafs.server.SimulatedNetwork.Fate;
import io.gigafs.server.SimulatedServer;
import io.gigafs.server.TestNames;
import io.gigafs.tablefs.Durability;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests splits within a server and to another one. {@link FaultPlan} injects each message fault,
 * kill and machine crash in turn.
 */
class SplitTest {
  private static final int THRESHOLD = 8;

  @TempDir Path directory;

  /** The root, one entry below the threshold, gets more entries in both halves at once. */
  private static final class RootSplits implements Scene {
    private final Set<String> names = new TreeSet<>();
    private final List<CompletableFuture<?>> asked = new ArrayList<>();
    private @Nullable SimulatedClient client;

    @Override
    public void prepare(SimulatedCluster cluster) throws Exception {
      SimulatedClient made = cluster.client();
      client = made;
      for (String name : TestNames.in("old", 0, 0, THRESHOLD)) {
        made.create("/" + name);
        names.add(name);
      }
    }

    @Override
    public CompletableFuture<?> act() {
      for (String name : TestNames.in("stays", 0, 1, 3)) {
        create(name);
      }
      for (String name : TestNames.in("moves", 1, 1, 3)) {
        create(name);
      }
      return Futures.allOf(asked);
    }

    private void create(String name) {
      names.add(name);
      asked.add(client().async().create(path("/" + name), 0644, true));
    }

    @Override
    public void verify(ClusterContents contents) throws Exception {
      for (CompletableFuture<?> each : asked) {
        assertThat(each).isCompleted();
      }
      assertThat(contents.names(InodeId.ROOT)).isEqualTo(names);
      assertThat(client().list("/")).isEqualTo(names);
      assertThat(client().stat("/").size()).isEqualTo(names.size());
    }

    private SimulatedClient client() {
      if (client == null) {
        throw new IllegalStateException("not prepared");
      }
      return client;
    }
  }

  /** Two servers, so that the root's child 1 goes to the other one; the root splits once. */
  private static Setup remote() {
    return Setup.seeded(1).withServers(2, 4).withSplitThreshold(THRESHOLD);
  }

  private static Setup local() {
    return Setup.seeded(1).withServers(1, 4).withSplitThreshold(THRESHOLD);
  }

  @Test
  void splitWithinAServerSurvivesKills() throws Exception {
    FaultPlan.of(directory, local(), RootSplits::new)
        .none()
        .deaths("is killed", SimulatedServer::kill);
  }

  @Test
  void splitWithinAServerSurvivesMachineCrashes() throws Exception {
    FaultPlan.of(directory, local().withDurability(Durability.ALWAYS), RootSplits::new)
        .deaths("loses what was not synced", SimulatedServer::crash);
  }

  @Test
  void splitToAnotherServerSurvivesMessageFaults() throws Exception {
    FaultPlan.of(directory, remote(), RootSplits::new).messages();
  }

  @Test
  void splitToAnotherServerSurvivesKilledServers() throws Exception {
    FaultPlan.of(directory, remote(), RootSplits::new).deaths("is killed", SimulatedServer::kill);
  }

  @Test
  void splitToAnotherServerSurvivesMachineCrashes() throws Exception {
    FaultPlan.of(directory, remote().withDurability(Durability.ALWAYS), RootSplits::new)
        .deaths("loses what was not synced", SimulatedServer::crash);
  }

  @Test
  void onlyChangesOfTheMovingHalfWait() throws Exception {
    SimulatedCluster cluster = remote().start(directory);
    SimulatedClient client = cluster.client();
    for (String name : TestNames.in("old", 0, 0, THRESHOLD)) {
      client.create("/" + name);
    }
    String moving = "/" + TestNames.in("moving", 1, 1, 1).get(0);
    client.create(moving);
    cluster
        .network()
        .setFaults(
            packet -> packet.isOf(InstallCommitRequest.OPCODE) ? Fate.delayed(400) : Fate.ARRIVES);
    cluster.simulation().runMillis(20);
    CompletableFuture<?> waiting = client.async().unlink(path(moving));
    assertThat(elapsed(cluster, () -> client.create("/" + TestNames.in("new", 0, 1, 1).get(0))))
        .isLessThan(10);
    assertThat(elapsed(cluster, () -> client.stat(moving))).isLessThan(10);
    assertThat(elapsed(cluster, () -> client.list("/"))).isLessThan(10);
    assertThat(waiting).isNotDone();
    cluster.simulation().runMillis(1_000);
    assertThat(waiting).isCompleted();
    cluster.heal();
    assertThat(cluster.check().names(InodeId.ROOT)).hasSize(THRESHOLD + 1);
  }

  /** No create comes after the failed attempt, so none triggers the next one. */
  @Test
  void splitsThatFailedAreRetriedWithoutFurtherCreates() throws Exception {
    SimulatedCluster cluster = remote().start(directory);
    cluster
        .network()
        .setFaults(packet -> packet.isOf(InstallChunkRequest.OPCODE) ? Fate.LOST : Fate.ARRIVES);
    SimulatedClient client = cluster.client();
    Set<String> names = new TreeSet<>();
    for (int i = 0; i < 8 * THRESHOLD; i++) {
      client.create("/f" + i);
      names.add("f" + i);
    }
    cluster.simulation().runMillis(1_500);
    assertThat(cluster.check().partitions(InodeId.ROOT)).containsExactly(0);

    cluster.network().heal();
    cluster.simulation().runMillis(10_000);

    ClusterContents contents = cluster.check();
    assertThat(contents.partitions(InodeId.ROOT)).hasSizeGreaterThanOrEqualTo(8);
    assertThat(contents.names(InodeId.ROOT)).isEqualTo(names);
    assertThat(client.list("/")).isEqualTo(names);
  }

  private interface Act {
    void run() throws Exception;
  }

  /** The time that the action takes, in ms. */
  private static long elapsed(SimulatedCluster cluster, Act act) throws Exception {
    long begin = cluster.simulation().nowNanos();
    act.run();
    return (cluster.simulation().nowNanos() - begin) / 1_000_000;
  }

  private static GigaPath path(String text) {
    return GigaPath.parse(text);
  }

  @Test
  void requestAboutAnOldSplitDoesNotHarmACurrentInstall() throws Exception {
    for (long seed = 0; seed < 100; seed++) {
      SimulatedCluster cluster =
          Setup.seeded(seed)
              .withServers(2, 4)
              .withSplitThreshold(THRESHOLD)
              .start(directory.resolve("seed" + seed));
      SimulatedClient client = cluster.client();
      RawClient old = cluster.rawClient();
      InstallOutcomeRequest question =
          new InstallOutcomeRequest(InodeId.ROOT, new PartitionIndex(1), 12_345);
      Random random = new Random(seed);
      cluster
          .network()
          .watch(
              packet -> {
                if (packet.what().equals("INSTALL_COMMIT")) {
                  cluster.simulation().after(random.nextInt(300_000), () -> old.send(question));
                }
              });
      Set<String> names = new TreeSet<>();
      for (String name : TestNames.in("old", 0, 0, THRESHOLD + 1)) {
        client.create("/" + name);
        names.add(name);
      }
      cluster.heal();
      assertThat(cluster.check().names(InodeId.ROOT)).as("seed %d", seed).isEqualTo(names);
    }
  }

  /** With durability INTERVAL, clients may know splits that no server knows. */
  @Test
  void clientForgetsASplitLostInAMachineCrash() throws Exception {
    int forgotten = 0;
    for (long seed = 0; seed < 10; seed++) {
      SimulatedCluster cluster =
          Setup.seeded(seed)
              .withServers(1, 4)
              .withSplitThreshold(THRESHOLD)
              .start(directory.resolve("seed" + seed));
      SimulatedClient client = cluster.client();
      InodeId split = client.makeDirectory("/d").inode();
      Set<String> names = new TreeSet<>(TestNames.in("old", 1, 1, THRESHOLD));
      for (String name : names) {
        client.create("/d/" + name);
      }
      cluster.simulation().runMillis(6_000);
      client.create("/d/" + TestNames.in("stays", 0, 1, 1).get(0));
      cluster.simulation().runMillis(100);
      assertThat(cluster.check().partitions(split)).containsExactly(0, 1);
      SimulatedClient knowing = cluster.client();
      for (String name : names) {
        client.stat("/d/" + name);
        knowing.stat("/d/" + name);
      }
      Listing listing = cluster.simulation().await(knowing.async().list(path("/d"), false));
      cluster
          .network()
          .setFaults(packet -> packet.isOf(ListRequest.OPCODE) ? Fate.LOST : Fate.ARRIVES);
      List<ListedEntry> listed = new ArrayList<>(cluster.simulation().await(listing.nextPage()));

      cluster.server(0).crash();
      cluster.simulation().runMillis(2_000);
      cluster.network().heal();
      cluster.server(0).start();
      forgotten += cluster.check().partitions(split).size() == 1 ? 1 : 0;
      for (String name : names) {
        client.stat("/d/" + name);
      }
      assertThat(client.list("/d")).containsAll(names);
      listed.addAll(cluster.simulation().await(listing.nextPage()));
      assertThat(listed).extracting(entry -> entry.name().toString()).containsAll(names);
      client.create("/d/" + TestNames.in("new", 1, 1, 1).get(0));
      knowing
          .createAll("/d", TestNames.in("bulk", 0, 0, 4))
          .forEach(made -> assertThat(made.error()).isNull());
      cluster.heal();
      cluster.check();
    }
    assertThat(forgotten).isPositive();
  }

  @Test
  void directoryOnAllSlotsSplitsWithoutMessages() throws Exception {
    SimulatedCluster cluster = remote().start(directory);
    SimulatedClient client = cluster.client();
    for (int i = 0; i < 100; i++) {
      client.create("/f" + i);
    }
    cluster.heal();
    long[] installs = new long[1];
    cluster
        .network()
        .watch(packet -> installs[0] += packet.isOf(InstallCommitRequest.OPCODE) ? 1 : 0);
    int before = cluster.check().partitions(InodeId.ROOT).size();
    for (int i = 100; i < 200; i++) {
      client.create("/f" + i);
    }
    cluster.heal();
    ClusterContents contents = cluster.check();
    assertThat(contents.partitions(InodeId.ROOT)).hasSizeGreaterThan(before);
    assertThat(contents.names(InodeId.ROOT)).hasSize(200);
    assertThat(installs[0]).isZero();
  }
}

package io.gigafs.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.ServerId;
import io.gigafs.cluster.ViewChanges;
import io.gigafs.server.SimulatedCluster.Setup;
import io.gigafs.server.SimulatedNetwork.Fate;
import io.gigafs.tablefs.Durability;
import java.nio.file.Path;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random clients on a cluster to which bad things happen: whatever they are told is possible, and
 * afterwards everything is where it belongs.
 *
 * <p>{@code -Dgiga.seed=N} runs one seed; {@code -Dgiga.seeds=N} runs so many.
 */
class WorkloadTest {
  private static final int SEEDS = Boolean.getBoolean("giga.full") ? 500 : 40;
  private static final int CLIENTS = 3;
  private static final int OPERATIONS = 300;

  @TempDir Path directory;

  static LongStream seeds() {
    Long one = Long.getLong("giga.seed");
    return one != null
        ? LongStream.of(one)
        : LongStream.range(0, Integer.getInteger("giga.seeds", SEEDS));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void inPeace(long seed) throws Exception {
    run(seed, (cluster, workload) -> {});
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void withMessagesLostDelayedAndDoubled(long seed) throws Exception {
    run(seed, WorkloadTest::storm);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void withServersThatDieAndComeBack(long seed) throws Exception {
    run(seed, (cluster, workload) -> deaths(cluster, workload, SimulatedServer::kill));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void withAllOfIt(long seed) throws Exception {
    run(
        seed,
        (cluster, workload) -> {
          storm(cluster, workload);
          deaths(cluster, workload, SimulatedServer::kill);
        });
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void withMachinesThatDieAndComeBack(long seed) throws Exception {
    run(
        Setup.seeded(seed).withDurability(Durability.ALWAYS),
        (cluster, workload) -> {
          storm(cluster, workload);
          deaths(cluster, workload, SimulatedServer::crash);
        });
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void withServersThatJoinAndDrain(long seed) throws Exception {
    run(Setup.seeded(seed).withSpares(1), WorkloadTest::growthAndShrinking);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void withSlotsMovingThroughAllOfIt(long seed) throws Exception {
    run(
        Setup.seeded(seed).withSpares(1),
        (cluster, workload) -> {
          storm(cluster, workload);
          deaths(cluster, workload, SimulatedServer::kill);
          growthAndShrinking(cluster, workload);
        });
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void withSlotsMovingBetweenMachinesThatDie(long seed) throws Exception {
    run(
        Setup.seeded(seed).withSpares(1).withDurability(Durability.ALWAYS),
        (cluster, workload) -> {
          storm(cluster, workload);
          deaths(cluster, workload, SimulatedServer::crash);
          growthAndShrinking(cluster, workload);
        });
  }

  /** The spare server joins, and then one after the other is drained for a while. */
  private static void growthAndShrinking(SimulatedCluster cluster, Workload workload) {
    Random random = new Random(cluster.simulation().seed() + 7);
    SimulatedServer spare = cluster.server(cluster.servers().size() - 1);
    cluster
        .simulation()
        .after(
            1_000_000L * random.nextInt(1_000),
            () -> {
              if (!spare.isUp()) {
                spare.start();
              }
              nextDrain(cluster, workload, random);
            });
  }

  private static void nextDrain(SimulatedCluster cluster, Workload workload, Random random) {
    cluster
        .simulation()
        .after(
            1_000_000L * random.nextInt(2_000),
            () -> {
              if (workload.isOver()) {
                return;
              }
              ServerId one = cluster.server(random.nextInt(cluster.servers().size())).info().id();
              cluster.change(
                  now -> {
                    ClusterView next = now;
                    for (ServerId draining : now.draining()) {
                      next = ViewChanges.undrain(next, draining);
                    }
                    return next.find(one).isPresent() ? ViewChanges.drain(next, one) : next;
                  });
              nextDrain(cluster, workload, random);
            });
  }

  private interface Trouble {
    void befall(SimulatedCluster cluster, Workload workload);
  }

  private void run(long seed, Trouble trouble) throws Exception {
    run(Setup.seeded(seed), trouble);
  }

  private void run(Setup setup, Trouble trouble) throws Exception {
    SimulatedCluster cluster = setup.start(directory);
    Workload workload = new Workload(cluster);
    workload.prepare(cluster.client());
    for (int i = 0; i < CLIENTS; i++) {
      workload.start(cluster.client(), OPERATIONS);
    }
    trouble.befall(cluster, workload);
    cluster.simulation().runUntil("all clients are done", workload::isOver);
    cluster.heal();
    cluster.check();
    assertThat(workload.verdict(cluster.client())).as("seed %d", setup.seed()).isEmpty();
  }

  private static void storm(SimulatedCluster cluster, Workload workload) {
    Random random = new Random(cluster.simulation().seed());
    cluster
        .network()
        .setFaults(
            packet -> {
              int dice = random.nextInt(100);
              if (dice < 2) {
                return Fate.LOST;
              }
              if (dice < 4) {
                return Fate.doubled(random.nextInt(4_000));
              }
              return dice < 8 ? Fate.delayed(random.nextInt(1_000)) : Fate.ARRIVES;
            });
  }

  /** Every few seconds a server dies, and starts again soon after. */
  private static void deaths(
      SimulatedCluster cluster, Workload workload, Consumer<SimulatedServer> death) {
    nextDeath(cluster, workload, death, new Random(-cluster.simulation().seed()));
  }

  private static void nextDeath(
      SimulatedCluster cluster, Workload workload, Consumer<SimulatedServer> death, Random random) {
    cluster
        .simulation()
        .after(
            1_000_000L * (500 + random.nextInt(4_000)),
            () -> {
              if (workload.isOver()) {
                return;
              }
              SimulatedServer server = cluster.server(random.nextInt(cluster.servers().size()));
              if (server.isUp()) {
                death.accept(server);
                cluster
                    .simulation()
                    .after(
                        1_000_000L * random.nextInt(2_000),
                        () -> {
                          if (!server.isUp()) {
                            server.start();
                          }
                        });
              }
              nextDeath(cluster, workload, death, random);
            });
  }
}

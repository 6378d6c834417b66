package io.gigafs.server;

import static org.assertj.core.api.Assertions.assertThat;

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
  private static final long CENTURY_NANOS = 36_525L * 86_400 * 1_000_000_000;

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
  void withWallClocksThatJump(long seed) throws Exception {
    run(
        seed,
        (cluster, workload) -> {
          storm(cluster, workload);
          nextJump(cluster, workload, new Random(seed));
        });
  }

  /** Now and then the wall clock of a server is set, by up to a century forward or back. */
  private static void nextJump(SimulatedCluster cluster, Workload workload, Random random) {
    cluster
        .simulation()
        .after(
            1_000_000L * random.nextInt(500),
            () -> {
              if (!workload.isOver()) {
                SimulatedServer server = cluster.server(random.nextInt(cluster.servers().size()));
                server.jumpWallClock(CENTURY_NANOS / 100 * (random.nextInt(201) - 100));
                nextJump(cluster, workload, random);
              }
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

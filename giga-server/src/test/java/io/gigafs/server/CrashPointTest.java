package io.gigafs.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.server.SimulatedCluster.Setup;
import io.gigafs.server.crash.CrashPoint;
import io.gigafs.tablefs.Durability;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A server dies at each crash point, alone, or its partner does, or both. The simulated cluster
 * recovers and loses nothing acknowledged.
 *
 * <p>{@code -Dgiga.crash.points=COMMIT} runs only the points whose names begin with COMMIT.
 */
class CrashPointTest {
  private static final int SEEDS = Boolean.getBoolean("giga.full") ? 30 : 3;

  /** Rare points are searched in more seeds. */
  private static final int MORE_SEEDS = Boolean.getBoolean("giga.full") ? 4_000 : 400;

  /** Points that are reached only after another fault. */
  private static final Set<CrashPoint> IN_RECOVERY =
      EnumSet.of(
          CrashPoint.SPLIT_ABORTED_BY_TARGET,
          CrashPoint.SPLIT_UNDONE,
          CrashPoint.COMMIT_STEP_UNDONE,
          CrashPoint.OUTCOME_LEARNED);

  /** Points of files on volumes, which {@code StoredCrashTest} and {@code DrainCrashTest} cover. */
  private static final Set<CrashPoint> OF_OBJECTS =
      EnumSet.range(CrashPoint.PLACE_COMMITTED, CrashPoint.DRAIN_COMMITTED);

  private static final int OPERATIONS = 60;
  private static final int REBOOT_MILLIS = 1_100;
  private static final long NANOS_PER_MILLI = 1_000_000L;

  /** How often a run without a death reaches each point. */
  private static final Map<Undisturbed, Map<CrashPoint, Integer>> REACHED = new HashMap<>();

  @TempDir Path directory;

  /** A run without a death: the same for all points and victims. */
  private record Undisturbed(
      Durability durability, boolean sharesFiles, boolean inRecovery, long seed) {
    /** Executes the run to its end, with its checks. */
    Map<CrashPoint, Integer> play(Path directory) {
      Map<CrashPoint, Integer> reached = new EnumMap<>(CrashPoint.class);
      try {
        play(start(directory), (there, point) -> reached.merge(point, 1, Integer::sum));
      } catch (Exception | AssertionError e) {
        throw new AssertionError("in %s: %s".formatted(this, e.getMessage()), e);
      }
      return reached;
    }

    SimulatedCluster start(Path directory) {
      return Setup.seeded(seed)
          .withServers(2, 4)
          .withSharedFiles(sharesFiles)
          .withDurability(durability)
          .start(directory);
    }

    void play(SimulatedCluster cluster, BiConsumer<SimulatedServer, CrashPoint> watcher)
        throws Exception {
      SeededRun.play(
          cluster,
          OPERATIONS,
          isOver -> {
            (inRecovery ? FaultKind.STORM_AND_KILLS : FaultKind.STORM).inject(cluster, isOver);
            cluster.watchCrashPoints(watcher);
          });
    }
  }

  /** The kind of death. */
  @SuppressWarnings("ImmutableEnumChecker") // functions without state
  enum Death {
    PROCESS_KILLED(Durability.INTERVAL, SimulatedServer::kill),
    MACHINE_CRASHED(Durability.ALWAYS, SimulatedServer::crash),
    /** Loses the changes of the last seconds, but no step that another server acted on. */
    UNSYNCED_MACHINE_CRASHED(Durability.INTERVAL, SimulatedServer::crash);

    private final Durability durability;
    private final Consumer<SimulatedServer> death;

    Death(Durability durability, Consumer<SimulatedServer> death) {
      this.durability = durability;
      this.death = death;
    }
  }

  /** The server that dies when one of the two reaches the point. */
  enum Victim {
    THE_ONE_THERE,
    THE_OTHER,
    BOTH;

    boolean is(SimulatedServer server, SimulatedServer there) {
      return this == BOTH || (server == there) == (this == THE_ONE_THERE);
    }
  }

  static Stream<Arguments> deaths() {
    return deaths(point -> point != CrashPoint.SPLIT_FILES_TAKEN && !OF_OBJECTS.contains(point));
  }

  /** The points of splits that use a transfer directory. */
  static Stream<Arguments> deathsOfSharedFiles() {
    return deaths(point -> point.name().startsWith("SPLIT_"));
  }

  private static Stream<Arguments> deaths(Predicate<CrashPoint> chosen) {
    String wanted = System.getProperty("giga.crash.points", "");
    return Stream.of(CrashPoint.values())
        .filter(point -> point.name().startsWith(wanted) && chosen.test(point))
        .flatMap(point -> Stream.of(Death.values()).map(death -> Arguments.of(point, death)));
  }

  @ParameterizedTest
  @MethodSource("deaths")
  void clusterRecoversFromDeathAtTheCrashPoint(CrashPoint point, Death death) throws Exception {
    diesThere(point, death, false);
  }

  @ParameterizedTest
  @MethodSource("deathsOfSharedFiles")
  void clusterRecoversWithATransferDirectory(CrashPoint point, Death death) throws Exception {
    diesThere(point, death, true);
  }

  private void diesThere(CrashPoint point, Death death, boolean sharesFiles) throws Exception {
    for (Victim victim : Victim.values()) {
      int died = 0;
      for (long seed = 0; died < SEEDS; seed++) {
        assertThat(seed).as("seeds tried to reach " + point).isLessThan(MORE_SEEDS);
        died += dies(point, death, victim, seed, sharesFiles) ? 1 : 0;
      }
    }
  }

  /**
   * Runs a seed; returns whether it reached the point. A seed that does not reach it equals the run
   * without a death, which is executed once for all such points.
   */
  private boolean dies(CrashPoint point, Death death, Victim victim, long seed, boolean sharesFiles)
      throws Exception {
    boolean inRecovery = IN_RECOVERY.contains(point);
    Undisturbed run = new Undisturbed(death.durability, sharesFiles, inRecovery, seed);
    Random random = new Random(seed);
    int[] left = {inRecovery ? 1 : 1 + random.nextInt(1 << random.nextInt(4))};
    Map<CrashPoint, Integer> reached =
        REACHED.computeIfAbsent(run, none -> none.play(directory.resolve("undisturbed")));
    if (reached.getOrDefault(point, 0) < left[0]) {
      return false;
    }
    SimulatedCluster cluster = run.start(directory.resolve(victim.name()));
    try {
      run.play(
          cluster,
          (there, at) -> {
            if (at == point && --left[0] == 0) {
              die(cluster, death, victim, there, random);
            }
          });
    } catch (Exception | AssertionError e) {
      throw new AssertionError(
          "when %s, %s at %s, with seed %d: %s"
              .formatted(death, victim, point, seed, e.getMessage()),
          e);
    }
    assertThat(left[0]).as("visits left to %s, with seed %d", point, seed).isNotPositive();
    return true;
  }

  private static void die(
      SimulatedCluster cluster, Death death, Victim victim, SimulatedServer there, Random random) {
    for (SimulatedServer server : cluster.servers()) {
      if (victim.is(server, there) && server.isUp()) {
        death.death.accept(server);
        cluster
            .simulation()
            .after((REBOOT_MILLIS + random.nextInt(1_000)) * NANOS_PER_MILLI, server::startIfDown);
      }
    }
  }

  /** A crash point that no run reaches is useless. */
  @Test
  void everyCrashPointIsReached() throws Exception {
    Set<CrashPoint> reached = EnumSet.copyOf(OF_OBJECTS);
    for (long seed = 0; seed < MORE_SEEDS && reached.size() < CrashPoint.values().length; seed++) {
      SimulatedCluster cluster =
          Setup.seeded(seed).withServers(2, 4).withSharedFilesByTurns().start(directory);
      cluster.watchCrashPoints((server, point) -> reached.add(point));
      SeededRun.play(
          cluster, OPERATIONS, isOver -> FaultKind.STORM_AND_KILLS.inject(cluster, isOver));
    }
    assertThat(reached).containsExactly(CrashPoint.values());
  }
}

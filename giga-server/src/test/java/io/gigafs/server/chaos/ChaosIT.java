package io.gigafs.server.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.server.chaos.ChaosLoad.LoadProcess;
import io.gigafs.server.chaos.ChaosLoad.Outcome;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A cluster of real processes whose servers are killed with SIGKILL or paused at random moments
 * while clients work. No acknowledged change is lost or applied twice, with either durability: the
 * kernel already holds the log of a killed process. (The simulation tests crashes of machines.)
 * Each server is back before any operation times out, so clients see pauses, not errors.
 */
@Timeout(3_600)
class ChaosIT {
  private static final int SERVERS = 4;
  private static final int SLOTS = 16;
  private static final int SPLIT_THRESHOLD = 100;
  private static final Duration MOVES = Duration.ofMinutes(3);
  private static final int MAX_MILLIS_BETWEEN = 2_500;
  private static final int MAX_MILLIS_DOWN = 1_500;
  private static final int MAX_MILLIS_FROZEN = 6_000;

  @ParameterizedTest
  @ValueSource(strings = {"interval", "always"})
  void serverKillsLoseAndDuplicateNothing(String durability) throws Exception {
    try (ChaosRun run = ChaosRun.begin("kill-" + durability)) {
      ProcessCluster cluster =
          run.start(
              new Loopback(),
              SERVERS,
              SLOTS,
              SPLIT_THRESHOLD,
              "--durability",
              durability,
              "--zk-session-timeout",
              "2s");
      LoadProcess load =
          run.owns(
              LoadProcess.start(
                  run.log("load"), List.of(), run.random().nextLong(), cluster.endpoints()));
      List<Duration> starts = new ArrayList<>();
      for (int round = 0; round < run.rounds(3, 50); round++) {
        starts.addAll(killAndRestart(run, cluster, load));
        if (round % 3 == 0) {
          freezeAndThaw(run, cluster, load);
        }
      }
      load.mustRunFor(MAX_MILLIS_BETWEEN);
      Outcome outcome = load.stop();
      run.report(outcome.figures() + ", slowest restart " + Collections.max(starts));
      assertThat(outcome.faults()).isEmpty();
      assertThat(outcome.figures()).contains("unknown=0");
      run.end(cluster);
    }
  }

  /**
   * A server joins and gets its share of the slots, another one is drained, and others are killed.
   */
  @Test
  void joinsDrainsAndKillsLoseAndDuplicateNothing() throws Exception {
    try (ChaosRun run = ChaosRun.begin("move")) {
      ProcessCluster cluster =
          run.start(new Loopback(), SERVERS, SLOTS, SPLIT_THRESHOLD, "--zk-session-timeout", "2s");
      LoadProcess load =
          run.owns(
              LoadProcess.start(
                  run.log("load"), List.of(), run.random().nextLong(), cluster.endpoints()));
      load.mustRunFor(MAX_MILLIS_BETWEEN);
      cluster.start("s5");
      cluster.awaitServing("s5");
      for (int round = 0; round < run.rounds(2, 10); round++) {
        killAndRestart(run, cluster, load);
      }
      cluster.command(MOVES, "admin", "rebalance", "--wait");
      run.note("s5 has its share");
      cluster.command(MOVES, "admin", "drain", "s1");
      for (int round = 0; round < run.rounds(2, 10); round++) {
        killAndRestart(run, cluster, load);
      }
      cluster.command(MOVES, "admin", "drain", "s1", "--wait");
      run.note("s1 is drained");
      load.mustRunFor(MAX_MILLIS_BETWEEN);
      Outcome outcome = load.stop();
      run.report(outcome.figures());
      assertThat(outcome.faults()).isEmpty();
      assertThat(outcome.figures()).contains("unknown=0");
      run.end(cluster);
    }
  }

  /** Pauses a server, often for longer than its ZooKeeper session, and resumes it. */
  private static void freezeAndThaw(ChaosRun run, ProcessCluster cluster, LoadProcess load)
      throws IOException, InterruptedException {
    Random random = run.random();
    load.mustRunFor(1 + random.nextInt(MAX_MILLIS_BETWEEN));
    String server = cluster.servers().get(random.nextInt(SERVERS));
    int millis = 1 + random.nextInt(MAX_MILLIS_FROZEN);
    cluster.freeze(server);
    load.mustRunFor(millis);
    cluster.thaw(server);
    run.note(server + " stood still for " + millis + " ms");
  }

  /** Kills servers, some of them again while they start; all serve in the end. */
  private static List<Duration> killAndRestart(
      ChaosRun run, ProcessCluster cluster, LoadProcess load) throws InterruptedException {
    Random random = run.random();
    load.mustRunFor(1 + random.nextInt(MAX_MILLIS_BETWEEN));
    List<String> victims = new ArrayList<>(cluster.servers());
    Collections.shuffle(victims, random);
    int dice = random.nextInt(10);
    victims = victims.subList(0, dice < 6 ? 1 : dice < 9 ? 2 : SERVERS);
    for (String victim : victims) {
      cluster.kill(victim);
      load.mustRunFor(1 + random.nextInt(MAX_MILLIS_DOWN) / victims.size());
    }
    for (String victim : victims) {
      cluster.start(victim);
      if (random.nextInt(4) == 0) {
        load.mustRunFor(1 + random.nextInt(MAX_MILLIS_BETWEEN));
        cluster.kill(victim);
        cluster.start(victim);
      }
    }
    List<Duration> starts = new ArrayList<>();
    for (String victim : victims) {
      starts.add(cluster.awaitServing(victim));
    }
    run.note("killed " + victims + ", serving again after " + starts);
    return starts;
  }
}

package io.gigafs.server.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.gigafs.server.chaos.ChaosLoad.LoadProcess;
import io.gigafs.server.chaos.ChaosLoad.Outcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A cluster of real processes, each on its own host, whose links fail in one direction or both,
 * between any two of servers, clients and ZooKeeper. Nothing is lost or duplicated, clients see
 * pauses, not errors, and the cluster recovers with the links, without a restart. A server that
 * dies unnoticed behind a cut link is started again.
 */
@Timeout(3_600)
class LinkCutIT {
  private static final String CLIENT = "client";
  private static final List<String> SERVERS = List.of("s1", "s2", "s3", "s4");
  private static final int MAX_MILLIS_BETWEEN = 1_500;
  private static final int MAX_MILLIS_CUT = 4_000;

  /** Longer than a ZooKeeper session. */
  private static final int MILLIS_WITHOUT_ZOOKEEPER = 5_000;

  private static final int MAX_MILLIS_FLAPPING = 300;
  private static final int FLAPS = 10;

  @Test
  void linkCutsLoseAndDuplicateNothing() throws Exception {
    Optional<String> obstacle = NetworkLab.obstacle();
    if (System.getenv("CI") == null) {
      assumeThat(obstacle)
          .withFailMessage(
              () -> "links are not cut: this machine has no network namespaces for us: " + obstacle)
          .isEmpty();
    }
    assertThat(obstacle).isEmpty();
    try (ChaosRun run = ChaosRun.begin("cut")) {
      NetworkLab lab =
          run.owns(NetworkLab.open(ProcessCluster.ZOOKEEPER, CLIENT, "s1", "s2", "s3", "s4"));
      ProcessCluster cluster =
          run.start(lab, SERVERS.size(), 16, 100, "--zk-session-timeout", "2s");
      LoadProcess load =
          run.owns(
              LoadProcess.start(
                  run.log("load"),
                  lab.inside(CLIENT),
                  run.random().nextLong(),
                  cluster.endpoints()));
      for (int round = 0; round < run.rounds(4, 50); round++) {
        load.mustRunFor(1 + run.random().nextInt(MAX_MILLIS_BETWEEN));
        if (run.random().nextInt(6) == 0) {
          dieWithoutAWord(run, lab, cluster, load);
        } else {
          cutAndHeal(run, lab, load);
        }
      }
      load.mustRunFor(MAX_MILLIS_BETWEEN);
      Outcome outcome = load.stop();
      run.report(outcome.figures());
      assertThat(outcome.faults()).isEmpty();
      assertThat(outcome.figures()).contains("unknown=0");
      run.end(cluster);
    }
  }

  /** Simulates a power loss: no peer learns that its connections are closed. */
  private static void dieWithoutAWord(
      ChaosRun run, NetworkLab lab, ProcessCluster cluster, LoadProcess load)
      throws IOException, InterruptedException {
    String server = SERVERS.get(run.random().nextInt(SERVERS.size()));
    lab.isolate(server);
    cluster.kill(server);
    load.mustRunFor(1 + run.random().nextInt(MAX_MILLIS_BETWEEN));
    lab.heal();
    cluster.start(server);
    run.note(server + " died without a word, serving again after " + cluster.awaitServing(server));
  }

  private static void cutAndHeal(ChaosRun run, NetworkLab lab, LoadProcess load)
      throws IOException, InterruptedException {
    Random random = run.random();
    List<String> servers = new ArrayList<>(SERVERS);
    Collections.shuffle(servers, random);
    String one = servers.get(0);
    String other = servers.get(1);
    int millis = 1 + random.nextInt(MAX_MILLIS_CUT);
    String what;
    switch (random.nextInt(8)) {
      case 0 -> {
        what = one + " and " + other;
        lab.cutBoth(one, other);
      }
      case 1 -> {
        what = one + " to " + other;
        lab.cut(one, other);
      }
      case 2 -> {
        what = one + " and client";
        lab.cutBoth(one, CLIENT);
      }
      case 3 -> {
        what = one + " to client";
        lab.cut(one, CLIENT);
      }
      case 4 -> {
        what = "client to " + one;
        lab.cut(CLIENT, one);
      }
      case 5 -> {
        what = one + " and ZooKeeper";
        lab.cutBoth(one, ProcessCluster.ZOOKEEPER);
        millis = MILLIS_WITHOUT_ZOOKEEPER;
      }
      case 6 -> {
        what = one + " and all others";
        lab.isolate(one);
      }
      default -> {
        what = one + " and " + other + ", now and then";
        for (int i = 0; i < FLAPS; i++) {
          lab.cutBoth(one, other);
          load.mustRunFor(1 + random.nextInt(MAX_MILLIS_FLAPPING));
          lab.heal();
          load.mustRunFor(1 + random.nextInt(MAX_MILLIS_FLAPPING));
        }
      }
    }
    run.note("cut " + what + " for " + millis + " ms");
    load.mustRunFor(millis);
    lab.heal();
  }
}

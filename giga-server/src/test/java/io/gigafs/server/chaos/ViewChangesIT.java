package io.gigafs.server.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.GigaClient;
import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.ServerId;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.cluster.VolumeInfo;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.cluster.ClusterChangeRequest;
import io.gigafs.protocol.data.VolumeChangeRequest;
import io.gigafs.protocol.data.VolumeState;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.curator.retry.RetryOneTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Every kind of change of the cluster's view, with real processes whose files are on volumes, while
 * clients work; the server that plans views is killed in between. Then every byte is unchanged, the
 * view is complete, and {@code giga fsck} finds no damage.
 */
@Timeout(3_600)
class ViewChangesIT {
  private static final int SERVERS = 3;
  private static final int SLOTS = 8;
  private static final int SPLIT_THRESHOLD = 20;
  private static final Duration WAIT = Duration.ofMinutes(5);
  private static final long PAUSE_MILLIS = 50;
  private static final URI NONE = URI.create("none:/");

  @Test
  void everyViewChangeKeepsFilesAndVolumes() throws Exception {
    try (ChaosRun run = ChaosRun.begin("views")) {
      Path roots = run.directory().resolve("volumes");
      ProcessCluster cluster =
          run.start(
              new Loopback(),
              SERVERS,
              SLOTS,
              SPLIT_THRESHOLD,
              "--zk-session-timeout",
              "2s",
              "--volume-roots",
              roots.toString());
      try (GigaClient client = FileLoad.connect(cluster.endpoints())) {
        Operator operator = new Operator(run, cluster, client);
        operator.addVolume();
        operator.addVolume();
        FileLoad load = run.owns(FileLoad.start(cluster.endpoints(), run.random().nextLong()));
        for (int round = 0; round < run.rounds(1, 12); round++) {
          operator.changeEverything();
        }
        ClusterView last = client.clusterView();
        List<String> faults = load.stop();
        run.report(load.figures() + ", view of epoch " + last.epoch());
        assertThat(faults).isEmpty();
        assertThat(last.nextVolume()).isEqualTo(operator.volumes + 1);
      }
      cluster.command(WAIT, "fsck", "--grace", "2s");
      run.end(cluster);
    }
  }

  /** A change that an operator requests. */
  private interface Change {
    ClusterView make() throws GigaException;
  }

  /** A condition on a view. */
  private interface Condition {
    boolean holds(ClusterView view);
  }

  /** An operator that changes the cluster. */
  private static final class Operator {
    private final ChaosRun run;
    private final ProcessCluster cluster;
    private final GigaClient client;
    private int volumes;

    Operator(ChaosRun run, ProcessCluster cluster, GigaClient client) {
      this.run = run;
      this.cluster = cluster;
      this.client = client;
    }

    /** Begins and ends with three servers and two volumes. */
    void changeEverything() throws Exception {
      VolumeInfo oldest = client.clusterView().volumes().get(0);
      cluster.start("s4");
      cluster.awaitServing("s4");
      run.note("s4 joins");
      addVolume();
      killLeader();
      change(ClusterChangeRequest.Kind.DRAIN, "s1");
      change(VolumeChangeRequest.Kind.DRAIN, oldest.id());
      killLeader();
      change(ClusterChangeRequest.Kind.UNDRAIN, "s1");
      change(VolumeChangeRequest.Kind.UNDRAIN, oldest.id());
      change(ClusterChangeRequest.Kind.DRAIN, "s4");
      change(VolumeChangeRequest.Kind.DRAIN, oldest.id());
      killLeader();
      cluster.command(WAIT, "admin", "drain", "--wait", "s4");
      run.note("s4 is drained");
      cluster.kill("s4");
      change(ClusterChangeRequest.Kind.REMOVE, "s4");
      cluster.forget("s4");
      await("no slot moves", view -> view.moves().isEmpty());
      awaitEmpty(oldest.id());
      change(VolumeChangeRequest.Kind.REMOVE, oldest.id());
      killLeader();
      ClusterView view = client.clusterView();
      assertThat(view.servers()).hasSize(SERVERS);
      assertThat(view.draining()).isEmpty();
      assertThat(view.volumes())
          .hasSize(2)
          .doesNotContain(oldest)
          .allMatch(volume -> volume.state() == VolumeInfo.State.ACTIVE);
    }

    void addVolume() throws Exception {
      Path root = run.directory().resolve("volumes").resolve(Integer.toString(++volumes));
      Files.createDirectories(root);
      URI uri = URI.create("posix://" + root);
      untilDone(
          "add " + uri, () -> client.admin().changeVolume(VolumeChangeRequest.Kind.ADD, 0, uri));
    }

    private void change(VolumeChangeRequest.Kind kind, int volume) throws Exception {
      untilDone(kind + " volume " + volume, () -> client.admin().changeVolume(kind, volume, NONE));
    }

    private void change(ClusterChangeRequest.Kind kind, String server) throws Exception {
      untilDone(
          kind + " " + server, () -> client.admin().changeCluster(kind, new ServerId(server)));
    }

    /** Retries as an operator does after a failure: all changes are idempotent. */
    private void untilDone(String what, Change change) throws Exception {
      long deadline = System.nanoTime() + WAIT.toNanos();
      while (true) {
        try {
          ClusterView view = change.make();
          run.note(what + ": epoch " + view.epoch());
          return;
        } catch (GigaException e) {
          if (System.nanoTime() - deadline >= 0) {
            throw new AssertionError(what, e);
          }
          run.note(what + ": " + e.getMessage());
          TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        }
      }
    }

    /** Kills the server that plans views after a short random delay, and starts it again. */
    private void killLeader() throws Exception {
      TimeUnit.MILLISECONDS.sleep(run.random().nextInt(500));
      String leader = leader().orElse("s1");
      cluster.kill(leader);
      run.note("killed " + leader + ", which leads");
      cluster.start(leader);
      cluster.awaitServing(leader);
    }

    private Optional<String> leader() throws Exception {
      try (CuratorFramework zooKeeper =
          CuratorFrameworkFactory.newClient(
              cluster.zooKeeper().toString(), new RetryOneTime(1_000))) {
        zooKeeper.start();
        // A latch that never participated has nothing to close.
        String id = new LeaderLatch(zooKeeper, "/giga/leader").getLeader().getId();
        return id.isEmpty() ? Optional.empty() : Optional.of(id);
      }
    }

    private void await(String what, Condition condition) throws Exception {
      long deadline = System.nanoTime() + WAIT.toNanos();
      while (!condition.holds(client.clusterView())) {
        if (System.nanoTime() - deadline >= 0) {
          throw new AssertionError("never: " + what + "; " + client.clusterView());
        }
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
      }
      run.note(what);
    }

    private void awaitEmpty(int volume) throws Exception {
      long deadline = System.nanoTime() + WAIT.toNanos();
      while (!isEmpty(volume)) {
        if (System.nanoTime() - deadline >= 0) {
          throw new AssertionError("volume " + volume + " is never empty");
        }
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
      }
      run.note("volume " + volume + " is empty");
    }

    private boolean isEmpty(int volume) throws IOException {
      for (ServerInfo server : client.clusterView().servers()) {
        for (VolumeState state : client.admin().volumes(server).volumes()) {
          if (state.volume() == volume && (state.toMove() != 0 || state.toReclaim() != 0)) {
            return false;
          }
        }
      }
      return true;
    }
  }
}

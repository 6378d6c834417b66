package io.gigafs.server.migration;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.GigaPath;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.cluster.StatusResult;
import io.gigafs.server.SimulatedClient;
import io.gigafs.server.SimulatedCluster;
import io.gigafs.server.SimulatedCluster.Setup;
import io.gigafs.server.crash.CrashPoint;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests splits for heat in a simulated cluster with clients that read a directory. */
class HeatSplitsTest {
  private static final int MARK = 100;
  private static final int FILES = 500;
  private static final int SLOTS = 16;
  private static final int STEP = 100;
  private static final int RESTART_MILLIS = 500;
  private static final long NANOS_PER_MILLI = 1_000_000L;

  @TempDir Path directory;

  /** Clients that look up files of a directory one after the other, in a loop. */
  private static final class Readers {
    private final SimulatedCluster cluster;
    private final List<CompletableFuture<?>> asked = new ArrayList<>();
    private final String parent;
    private final int files;
    private final int pauseMillis;
    private boolean stopped;
    private int next;

    /**
     * Starts readers.
     *
     * @param pauseMillis from one request of a client to its next
     */
    Readers(SimulatedCluster cluster, String parent, int clients, int files, int pauseMillis) {
      this.cluster = cluster;
      this.parent = parent;
      this.files = files;
      this.pauseMillis = pauseMillis;
      for (int i = 0; i < clients; i++) {
        ask(cluster.client());
      }
    }

    private void ask(SimulatedClient client) {
      if (!stopped) {
        asked.add(client.async().stat(GigaPath.parse(parent + "f" + next++ % files)));
        cluster.simulation().after(pauseMillis * NANOS_PER_MILLI, () -> ask(client));
      }
    }

    /** Runs the readers for a time and checks that each found its file. */
    void run(int millis) {
      cluster.simulation().runMillis(millis);
      stopped = true;
      cluster.simulation().runMillis(5_000);
      assertThat(asked).isNotEmpty().allSatisfy(each -> assertThat(each).isCompleted());
      asked.forEach(CompletableFuture::join);
    }
  }

  private static Set<String> names(int files) {
    Set<String> names = new TreeSet<>();
    for (int i = 0; i < files; i++) {
      names.add("f" + i);
    }
    return names;
  }

  private static SimulatedCluster filled(Setup setup, Path directory, int files) throws Exception {
    SimulatedCluster cluster = setup.start(directory);
    fill(cluster.client(), "/", files);
    // Lets the servers measure their rates.
    cluster.simulation().runMillis(15_000);
    return cluster;
  }

  /** In small batches, so that splits come in between. */
  private static void fill(SimulatedClient client, String path, int files) throws Exception {
    List<String> names = List.copyOf(names(files));
    for (int i = 0; i < files; i += STEP) {
      client.createAll(path, names.subList(i, Math.min(files, i + STEP)));
    }
  }

  private static Setup setup(int servers) {
    return Setup.seeded(1)
        .withServers(servers, SLOTS)
        .withSplitThreshold(8_000)
        .withSplitHeat(MARK);
  }

  private static long counted(SimulatedCluster cluster, String counter) throws Exception {
    SimulatedClient client = cluster.client();
    long sum = 0;
    for (ServerInfo server : cluster.view().servers()) {
      StatusResult status = client.await(client.async().admin().status(server, false));
      sum += status.counters().getOrDefault(counter, 0L);
    }
    return sum;
  }

  private static void checkNothingLost(SimulatedCluster cluster, int files) throws Exception {
    cluster.heal();
    assertThat(cluster.check().names(InodeId.ROOT)).isEqualTo(names(files));
    assertThat(cluster.client().list("/")).isEqualTo(names(files));
  }

  @Test
  void hotDirectorySplitsOverAllServersFarBelowTheThreshold() throws Exception {
    SimulatedCluster cluster = filled(setup(4), directory, FILES);
    new Readers(cluster, "/", 4, FILES, 4).run(40_000);
    assertThat(cluster.check().partitions(InodeId.ROOT)).containsExactlyInAnyOrder(0, 1, 2, 3);
    assertThat(counted(cluster, "splits.heat")).isEqualTo(3);
    assertThat(counted(cluster, "splits.away")).isEqualTo(3);
    checkNothingLost(cluster, FILES);
  }

  /** Source or target dies and restarts; the partitions that it recovers are complete. */
  @ParameterizedTest
  @EnumSource(
      value = CrashPoint.class,
      names = {"SPLIT_INTENT_DURABLE", "SPLIT_CHILD_COMMITTED", "SPLIT_ACKNOWLEDGED"})
  void heatSplitSurvivesDeathOfAServer(CrashPoint point) throws Exception {
    SimulatedCluster cluster = filled(setup(4), directory, FILES);
    AtomicBoolean died = new AtomicBoolean();
    cluster.watchCrashPoints(
        (server, reached) -> {
          if (reached == point && died.compareAndSet(false, true)) {
            cluster.simulation().after(RESTART_MILLIS * NANOS_PER_MILLI, server::startIfDown);
            server.kill();
          }
        });
    new Readers(cluster, "/", 4, FILES, 4).run(40_000);
    assertThat(died).isTrue();
    assertThat(cluster.check().partitions(InodeId.ROOT)).hasSizeGreaterThan(2);
    checkNothingLost(cluster, FILES);
  }

  /**
   * The first of three servers owns the last slot and the first one. The child of a directory that
   * begins in the last slot stays; its own child goes to another server with the next split.
   */
  @Test
  void hotDirectorySplitsUntilAGrandchildMovesAway() throws Exception {
    SimulatedCluster cluster = setup(3).start(directory);
    SimulatedClient client = cluster.client();
    InodeId hot = InodeId.SUPER_ROOT;
    String path = "";
    for (int i = 0; hot.zerothSlot() != SLOTS - 1; i++) {
      path = "/d" + i;
      hot = client.makeDirectory(path).inode();
    }
    fill(client, path, FILES);
    cluster.simulation().runMillis(15_000);
    new Readers(cluster, path + "/", 4, FILES, 4).run(40_000);
    Set<Integer> partitions = cluster.check().partitions(hot);
    assertThat(partitions).contains(0, 1).containsAnyOf(2, 3);
    assertThat(counted(cluster, "splits.within")).isPositive();
    assertThat(counted(cluster, "splits.away")).isPositive();
    assertThat(counted(cluster, "splits.heat")).isEqualTo(partitions.size() - 1);
    assertThat(cluster.check().names(hot)).isEqualTo(names(FILES));
  }

  @Test
  void evenlySpreadDirectoryDoesNotSplitForHeat() throws Exception {
    int files = 1_200;
    SimulatedCluster cluster = filled(setup(4).withSplitThreshold(400), directory, files);
    Set<Integer> before = cluster.check().partitions(InodeId.ROOT);
    assertThat(before).contains(0, 1, 2, 3);
    new Readers(cluster, "/", 4, files, 1).run(40_000);
    assertThat(counted(cluster, "splits.heat")).isZero();
    assertThat(cluster.check().partitions(InodeId.ROOT)).isEqualTo(before);
  }

  @Test
  void lightLoadCausesNoSplit() throws Exception {
    SimulatedCluster cluster = filled(setup(4), directory, FILES);
    new Readers(cluster, "/", 4, FILES, 50).run(40_000);
    assertThat(cluster.check().partitions(InodeId.ROOT)).containsExactly(0);
  }

  @Test
  void singleClientCausesNoSplit() throws Exception {
    SimulatedCluster cluster = filled(setup(4), directory, FILES);
    new Readers(cluster, "/", 1, FILES, 2).run(40_000);
    assertThat(cluster.check().partitions(InodeId.ROOT)).containsExactly(0);
  }

  @Test
  void smallDirectoryDoesNotSplit() throws Exception {
    int files = 127;
    SimulatedCluster cluster = filled(setup(4), directory, files);
    new Readers(cluster, "/", 4, files, 4).run(40_000);
    assertThat(cluster.check().partitions(InodeId.ROOT)).containsExactly(0);
  }

  @Test
  void disabledHeatRuleCausesNoSplit() throws Exception {
    SimulatedCluster cluster = filled(setup(4).withSplitHeat(0), directory, FILES);
    new Readers(cluster, "/", 4, FILES, 4).run(40_000);
    assertThat(cluster.check().partitions(InodeId.ROOT)).containsExactly(0);
  }

  @Test
  void singleServerCausesNoSplit() throws Exception {
    SimulatedCluster cluster = filled(setup(1), directory, FILES);
    new Readers(cluster, "/", 4, FILES, 4).run(40_000);
    assertThat(cluster.check().partitions(InodeId.ROOT)).containsExactly(0);
  }
}

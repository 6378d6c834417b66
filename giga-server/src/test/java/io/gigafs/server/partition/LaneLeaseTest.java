package io.gigafs.server.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.index.InodeId;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Notice;
import io.gigafs.protocol.Request.PartitionRequest;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.namespace.LookupResult;
import io.gigafs.server.RawClient;
import io.gigafs.server.SimulatedClient;
import io.gigafs.server.SimulatedCluster;
import io.gigafs.server.SimulatedCluster.Setup;
import io.gigafs.server.SimulatedNetwork.Fate;
import io.gigafs.server.TestNames;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Leases on directories are recalled before the directory changes. Raw clients hold leases in a
 * simulated cluster; the test measures how long changes wait.
 */
class LaneLeaseTest {
  private static final long MILLI = 1_000_000L;

  /** The time of a few round trips. */
  private static final long SOON = 20 * MILLI;

  private static final long LEASE = LeaseBook.LEASE_MILLIS * MILLI;

  @TempDir Path directory;

  /** Changes that recall all leases. */
  enum Change {
    MODE {
      @Override
      PartitionRequest<?> request(RawClient client, Sequence sequence) {
        return client.setAttributes(InodeId.ROOT, 0, "d", sequence, AttributeChange.ofMode(0700));
      }
    },
    OWNER {
      @Override
      PartitionRequest<?> request(RawClient client, Sequence sequence) {
        return client.setAttributes(InodeId.ROOT, 0, "d", sequence, AttributeChange.ofOwner(3, 4));
      }
    },
    REMOVAL {
      @Override
      PartitionRequest<?> request(RawClient client, Sequence sequence) {
        return client.removeDirectory(InodeId.ROOT, 0, "d", sequence);
      }
    };

    abstract PartitionRequest<?> request(RawClient client, Sequence sequence);
  }

  private SimulatedCluster cluster() throws Exception {
    SimulatedCluster cluster = Setup.seeded(1).withServers(1, 4).start(directory);
    RawClient maker = cluster.rawClient();
    maker.result(maker.makeDirectory(InodeId.ROOT, 0, "d", new Sequence(1, 0)));
    maker.result(maker.create(InodeId.ROOT, 0, "f", new Sequence(2, 0)));
    return cluster;
  }

  private static int lease(RawClient client) {
    LookupResult found = client.result(client.lookupWithLease(InodeId.ROOT, 0, "d"));
    return found.leaseMillis();
  }

  private static long elapsed(SimulatedCluster cluster, Runnable action) {
    long begin = cluster.simulation().nowNanos();
    action.run();
    return cluster.simulation().nowNanos() - begin;
  }

  @Test
  void lookupGrantsLeasesOnDirectoriesOnRequest() throws Exception {
    RawClient client = cluster().rawClient();
    assertThat(lease(client)).isEqualTo(1_000);
    assertThat(client.result(client.lookup(InodeId.ROOT, 0, "d")).leaseMillis()).isZero();
    assertThat(client.result(client.lookupWithLease(InodeId.ROOT, 0, "f")).leaseMillis()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void changeRecallsTheLeaseAndWaitsForTheAnswer(Change change) throws Exception {
    SimulatedCluster cluster = cluster();
    RawClient holder = cluster.rawClient().returningLeases();
    RawClient changer = cluster.rawClient();
    lease(holder);
    long took = elapsed(cluster, () -> changer.result(change.request(changer, new Sequence(1, 0))));
    assertThat(took).isLessThan(SOON);
    assertThat(holder.notices()).hasSize(1).first().isInstanceOf(Notice.LeaseRecalled.class);
  }

  @ParameterizedTest
  @EnumSource
  void changeWaitsForASilentHolderUntilTheLeaseEnds(Change change) throws Exception {
    SimulatedCluster cluster = cluster();
    RawClient holder = cluster.rawClient();
    RawClient changer = cluster.rawClient();
    lease(holder);
    cluster.simulation().runMillis(300);
    long took = elapsed(cluster, () -> changer.result(change.request(changer, new Sequence(1, 0))));
    assertThat(took).isBetween(LEASE - 301 * MILLI, LEASE - 300 * MILLI + SOON);
  }

  @ParameterizedTest
  @EnumSource
  void ownLeaseDelaysNoChange(Change change) throws Exception {
    SimulatedCluster cluster = cluster();
    RawClient changer = cluster.rawClient();
    lease(changer);
    assertThat(elapsed(cluster, () -> changer.result(change.request(changer, new Sequence(1, 0)))))
        .isLessThan(SOON);
    assertThat(changer.notices()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void expiredLeaseDelaysNoChange(Change change) throws Exception {
    SimulatedCluster cluster = cluster();
    RawClient holder = cluster.rawClient();
    RawClient changer = cluster.rawClient();
    lease(holder);
    cluster.simulation().runMillis(1_001);
    assertThat(elapsed(cluster, () -> changer.result(change.request(changer, new Sequence(1, 0)))))
        .isLessThan(SOON);
    assertThat(holder.notices()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void changeAfterARestartWaitsForUnknownLeases(Change change) throws Exception {
    SimulatedCluster cluster = cluster();
    RawClient changer = cluster.rawClient();
    lease(cluster.rawClient());
    cluster.server(0).kill();
    cluster.server(0).start();
    assertThat(elapsed(cluster, () -> changer.result(change.request(changer, new Sequence(1, 0)))))
        .isBetween(LEASE - SOON, LEASE + SOON);
  }

  @Test
  void changeOneLeaseTimeAfterARestartDoesNotWait() throws Exception {
    SimulatedCluster cluster = cluster();
    RawClient changer = cluster.rawClient();
    cluster.server(0).kill();
    cluster.server(0).start();
    cluster.simulation().runMillis(1_001);
    assertThat(
            elapsed(
                cluster, () -> changer.result(Change.MODE.request(changer, new Sequence(1, 0)))))
        .isLessThan(SOON);
  }

  @Test
  void timestampChangesRecallNoLease() throws Exception {
    SimulatedCluster cluster = cluster();
    RawClient holder = cluster.rawClient();
    RawClient changer = cluster.rawClient();
    lease(holder);
    AttributeChange times =
        AttributeChange.ofTimes(AttributeChange.TimeChange.NOW, AttributeChange.TimeChange.NOW);
    assertThat(
            elapsed(
                cluster,
                () ->
                    changer.result(
                        changer.setAttributes(InodeId.ROOT, 0, "d", new Sequence(1, 0), times))))
        .isLessThan(SOON);
    assertThat(holder.notices()).isEmpty();
  }

  @Test
  void noLeaseIsGrantedWhileAChangeWaits() throws Exception {
    SimulatedCluster cluster = cluster();
    RawClient holder = cluster.rawClient();
    RawClient changer = cluster.rawClient();
    lease(holder);
    CompletableFuture<? extends Answer<?>> changing =
        changer.send(Change.MODE.request(changer, new Sequence(1, 0)));
    cluster.simulation().runMillis(100);
    assertThat(changing).isNotDone();
    assertThat(lease(cluster.rawClient())).isZero();
    cluster.simulation().runMillis(1_000);
    assertThat(changing).isDone();
    assertThat(lease(cluster.rawClient())).isEqualTo(1_000);
  }

  @Test
  void childOfASplitInheritsItsParentsLeases() throws Exception {
    for (int servers = 1; servers <= 2; servers++) {
      SimulatedCluster cluster =
          Setup.seeded(servers).withServers(servers, 4).start(directory.resolve("" + servers));
      SimulatedClient others = cluster.client();
      String moved = TestNames.in("dir", 1, 1, 1).get(0);
      others.makeDirectory("/" + moved);
      for (String name : TestNames.in("fill", 0, 0, 7)) {
        others.create("/" + name);
      }
      RawClient holder = cluster.rawClient();
      holder.result(holder.lookupWithLease(InodeId.ROOT, 0, moved));
      long granted = cluster.simulation().nowNanos();
      others.create("/more");
      cluster.simulation().runUntil("the root splits", () -> splits(cluster) > 0);
      others.changeMode("/" + moved, 0700);
      assertThat(cluster.simulation().nowNanos() - granted)
          .as("%d servers", servers)
          .isBetween(LEASE - SOON, LEASE + SOON);
    }
  }

  private static int splits(SimulatedCluster cluster) {
    return cluster.server(0).mapOf(InodeId.ROOT).size() - 1;
  }

  @Test
  void resolvedPathsAreNeverStale() throws Exception {
    SimulatedCluster cluster = cluster();
    SimulatedClient reader = cluster.client().as(new Caller(5, 5));
    SimulatedClient changer = cluster.client();
    changer.create("/d/f");
    for (int i = 0; i < 20; i++) {
      reader.stat("/d/f");
      if (i % 4 == 3) {
        cluster
            .network()
            .setFaults(packet -> packet.what().equals("NOTICE") ? Fate.LOST : Fate.ARRIVES);
      }
      changer.changeMode("/d", 0700);
      assertThatThrownBy(() -> reader.stat("/d/f")).hasMessageContaining("Permission denied");
      changer.changeMode("/d", 0711);
      reader.stat("/d/f");
      cluster.network().heal();
    }
  }
}

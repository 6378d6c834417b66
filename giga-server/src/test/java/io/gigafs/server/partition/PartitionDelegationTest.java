package io.gigafs.server.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.client.DelegationSettings;
import io.gigafs.client.FlushScope;
import io.gigafs.client.GigaPath;
import io.gigafs.client.OpenFile;
import io.gigafs.client.OpenOptions;
import io.gigafs.client.OpenOptions.Flag;
import io.gigafs.cluster.ViewChanges;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.migration.OpenSlotRequest;
import io.gigafs.server.RawClient;
import io.gigafs.server.SimulatedClient;
import io.gigafs.server.SimulatedCluster;
import io.gigafs.server.SimulatedCluster.Setup;
import io.gigafs.server.SimulatedNetwork.Fate;
import io.gigafs.server.SimulatedServer;
import io.gigafs.tablefs.StoreException.Kind;
import io.gigafs.tablefs.engine.memory.MemoryDisk.Operation;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests delegations when servers and clients die, in a simulated cluster. */
class PartitionDelegationTest {
  private static final int SPLIT_THRESHOLD = 100;
  private static final long MILLI = 1_000_000L;
  private static final long SOON = 20 * MILLI;
  private static final long LEASE = LeaseBook.LEASE_MILLIS * MILLI;

  /** Files are flushed when another client asks, not by time. */
  private static final DelegationSettings LATE = new DelegationSettings(1, 600_000);

  @TempDir Path directory;

  private SimulatedCluster cluster() throws GigaException {
    return cluster(1);
  }

  /** Each server has one slot. */
  private SimulatedCluster cluster(int servers) throws GigaException {
    SimulatedCluster cluster =
        Setup.seeded(1)
            .withServers(servers, servers)
            .withSplitThreshold(SPLIT_THRESHOLD)
            .withDelegation(LATE)
            .start(directory);
    cluster.client().makeDirectory("/d");
    return cluster;
  }

  private static FileAttributes make(SimulatedCluster cluster, SimulatedClient client, String name)
      throws GigaException {
    OpenFile file = opened(cluster, client, name);
    var unused = file.release();
    return file.opened();
  }

  private static OpenFile opened(SimulatedCluster cluster, SimulatedClient client, String name)
      throws GigaException {
    return cluster
        .simulation()
        .await(
            client
                .async()
                .open(
                    GigaPath.parse(name),
                    OpenOptions.of(Flag.WRITE, Flag.CREATE, Flag.EXCLUSIVE).withMode(0644)));
  }

  /** Creates a file that the client has not flushed to any server. */
  private static FileAttributes createUnflushed(
      SimulatedCluster cluster, SimulatedClient client, String name) throws GigaException {
    for (int i = 0; i < 10; i++) {
      make(cluster, client, name + "-first" + i);
      cluster.simulation().runMillis(5);
    }
    long before = client.async().statistics().requests();
    FileAttributes made = make(cluster, client, name);
    assertThat(client.async().statistics().requests()).isEqualTo(before);
    return made;
  }

  private static void assertTaken(SimulatedClient by, String name) {
    assertThatThrownBy(() -> by.create(name))
        .isInstanceOfSatisfying(
            GigaException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.EEXIST));
  }

  @Test
  void otherClientsSeeUnflushedFiles() throws Exception {
    SimulatedCluster cluster = cluster();
    SimulatedClient client = cluster.client();
    SimulatedClient other = cluster.client();
    FileAttributes made = createUnflushed(cluster, client, "/d/f");
    long begin = cluster.simulation().nowNanos();
    assertThat(other.stat("/d/f")).isEqualTo(made);
    assertThat(cluster.simulation().nowNanos() - begin).isLessThan(SOON);
  }

  @Test
  void othersWaitForASilentHolderUntilItsDelegationEnds() throws Exception {
    SimulatedCluster cluster = cluster();
    SimulatedClient client = cluster.client();
    SimulatedClient other = cluster.client();
    createUnflushed(cluster, client, "/d/f");
    client.kill();
    long begin = cluster.simulation().nowNanos();
    other.create("/d/f");
    assertThat(cluster.simulation().nowNanos() - begin).isBetween(LEASE / 2, LEASE + SOON);
    other.create("/d/g");
    cluster.check();
  }

  @Test
  void unflushedFilesTakePrecedenceAfterAServerRestart() throws Exception {
    SimulatedCluster cluster = cluster();
    SimulatedClient client = cluster.client();
    SimulatedClient other = cluster.client();
    FileAttributes made = createUnflushed(cluster, client, "/d/f");
    var unused = client.async().flush(FlushScope.ALL);
    cluster.server(0).kill();
    cluster.simulation().runMillis(200);
    cluster.server(0).start();
    assertTaken(other, "/d/f");
    assertThat(other.stat("/d/f").inode()).isEqualTo(made.inode());
    cluster.check();
  }

  /** Another client asks the new owner at the moment in which it takes over the slot. */
  @Test
  void unflushedFilesTakePrecedenceAfterASlotMove() throws Exception {
    SimulatedCluster cluster = cluster(2);
    SimulatedClient client = cluster.client();
    SimulatedClient other = cluster.client();
    FileAttributes made = createUnflushed(cluster, client, "/d/f");
    SimulatedServer leaving = cluster.holderOf(client.stat("/d").inode().zerothSlot());
    createUnflushed(cluster, client, "/d/g");
    CompletableFuture<CompletableFuture<FileAttributes>> asked = new CompletableFuture<>();
    cluster
        .network()
        .watch(
            packet -> {
              if (packet.isOf(OpenSlotRequest.OPCODE) && packet.isAnswer() && !asked.isDone()) {
                asked.complete(other.async().create(GigaPath.parse("/d/g"), 0644, true));
              }
            });
    cluster.change(
        view ->
            ViewChanges.drain(view, view.servers().get(cluster.servers().indexOf(leaving)).id()));
    CompletableFuture<FileAttributes> create = cluster.simulation().await(asked);
    assertThatThrownBy(() -> cluster.simulation().await(create))
        .isInstanceOfSatisfying(
            GigaException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.EEXIST));
    assertThat(other.stat("/d/f").inode()).isEqualTo(made.inode());
    cluster.simulation().await(client.async().sync());
    cluster.heal();
    cluster.check();
  }

  /** The child is not delegated, so clients that know it create names there without a recall. */
  @Test
  void namesOfOthersInASplitChildAreFound() throws Exception {
    SimulatedCluster cluster = cluster();
    SimulatedClient client = cluster.client();
    RawClient other = cluster.rawClient();
    InodeId at = client.stat("/d").inode();
    createUnflushed(cluster, client, "/d/f");
    for (int i = 0; i < SPLIT_THRESHOLD; i++) {
      make(cluster, client, "/d/g" + i);
    }
    cluster.simulation().await(client.async().flush(FlushScope.ALL));
    cluster.simulation().runMillis(50);
    int found = 0;
    for (int i = 0; found < 10; i++) {
      Name name = Name.of("x" + i);
      if ((name.hash() & 1) != 0) {
        found++;
        FileAttributes made =
            other.result(other.create(at, 1, name.toString(), new Sequence(found, 0))).attributes();
        assertThat(cluster.simulation().await(client.async().lookUp(GigaPath.parse("/d/" + name))))
            .isEqualTo(made);
      }
    }
    cluster.check();
  }

  @Test
  void noIntentRemainsAfterClientAndServerDie() throws Exception {
    SimulatedCluster cluster = cluster();
    SimulatedClient client = cluster.client();
    createUnflushed(cluster, client, "/d/f");
    cluster.server(0).kill();
    client.kill();
    cluster.server(0).start();
    cluster.simulation().runMillis(5_000);
    cluster.check();
  }

  @Test
  void fileWithATakenNameIsLostAndReported() throws Exception {
    SimulatedCluster cluster = cluster();
    SimulatedClient client = cluster.client();
    SimulatedClient other = cluster.client();
    FileAttributes made = createUnflushed(cluster, client, "/d/f");
    cluster
        .network()
        .setFaults(
            packet ->
                packet.from().equals(client.name()) || packet.to().equals(client.name())
                    ? Fate.LOST
                    : Fate.ARRIVES);
    FileAttributes others = other.create("/d/f");
    assertThat(others.inode()).isNotEqualTo(made.inode());
    cluster.heal();
    assertThatThrownBy(() -> cluster.simulation().await(client.async().sync()))
        .isInstanceOf(GigaException.class)
        .hasMessageContaining("/d/f was made, but is lost");
    assertThat(client.stat("/d/f").inode()).isEqualTo(others.inode());
    assertThat(client.async().statistics().lost()).isEqualTo(1);
    cluster.simulation().await(client.async().sync());
  }

  @Test
  void fileFailsWithEnospcIfItsServerIsFull() throws Exception {
    SimulatedCluster cluster = cluster();
    SimulatedClient client = cluster.client();
    createUnflushed(cluster, client, "/d/f");
    cluster.simulation().await(client.async().flush(FlushScope.ALL));
    cluster.server(0).disk().fail(Operation.WRITE, Kind.NO_SPACE);
    OpenFile file = opened(cluster, client, "/d/g");
    cluster.simulation().await(file.write(0, ByteBuffer.allocate(10)));
    assertNoRoom(cluster, file.closeAsync(), "/d/g was made, but is lost");
    assertNoRoom(cluster, client.async().sync(), "/d/g was made, but is lost");
    cluster.server(0).disk().fail(Operation.WRITE, null);
    cluster.simulation().runMillis(1_500);
    make(cluster, client, "/d/g");
    cluster.simulation().await(client.async().sync());
    cluster.heal();
    cluster.check();
  }

  private static void assertNoRoom(
      SimulatedCluster cluster, CompletableFuture<?> call, String message) {
    assertThatThrownBy(() -> cluster.simulation().await(call))
        .isInstanceOfSatisfying(
            GigaException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ENOSPC))
        .hasMessageContaining(message);
  }
}

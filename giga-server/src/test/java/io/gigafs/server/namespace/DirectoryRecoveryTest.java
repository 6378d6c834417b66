package io.gigafs.server.namespace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.index.InodeId;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.transaction.ReleasePartitionRequest;
import io.gigafs.protocol.transaction.SettleDirectoryRequest;
import io.gigafs.protocol.transaction.UpdatePartitionRequest;
import io.gigafs.server.SimulatedClient;
import io.gigafs.server.SimulatedCluster;
import io.gigafs.server.SimulatedCluster.Setup;
import io.gigafs.server.SimulatedNetwork.Fate;
import io.gigafs.tablefs.StoreException.Kind;
import io.gigafs.tablefs.engine.memory.MemoryDisk.Operation;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests directory transactions whose other servers are down, slow or lose messages. */
class DirectoryRecoveryTest {
  private static final long MILLI = 1_000_000L;

  @TempDir Path directory;

  private static Fate loseBetweenServers(
      io.gigafs.server.SimulatedNetwork.Packet packet, Opcode<?> opcode) {
    return packet.isBetweenServers() && packet.isOf(opcode) ? Fate.LOST : Fate.ARRIVES;
  }

  @Test
  void directoryIsMadeLocallyWhenItsServerIsDown() throws Exception {
    SimulatedCluster cluster = Setup.seeded(1).start(directory);
    SimulatedClient client = cluster.client();
    for (int i = 1; i < 4; i++) {
      cluster.server(i).kill();
    }
    for (int i = 0; i < 8; i++) {
      long begin = cluster.simulation().nowNanos();
      InodeId made = client.makeDirectory("/d" + i).inode();
      assertThat(cluster.holderOf(made.zerothSlot())).isSameAs(cluster.server(0));
      assertThat(cluster.simulation().nowNanos() - begin).isLessThan(2_500 * MILLI);
      client.create("/d" + i + "/f");
    }
    cluster.heal();
    assertThat(cluster.check().directories()).isEqualTo(10);
  }

  @Test
  void unsettledDirectoryIsSettledOnUse() throws Exception {
    SimulatedCluster cluster = Setup.seeded(2).start(directory);
    SimulatedClient client = cluster.client();
    cluster
        .network()
        .setFaults(packet -> loseBetweenServers(packet, SettleDirectoryRequest.OPCODE));
    for (int i = 0; i < 8; i++) {
      client.makeDirectory("/d" + i);
      client.create("/d" + i + "/f");
    }
    cluster.network().heal();
    cluster.heal();
    assertThat(cluster.check().directories()).isEqualTo(10);
  }

  @Test
  void removedDirectoryLeavesNothingIfItsParentIsRemovedToo() throws Exception {
    SimulatedCluster cluster = Setup.seeded(3).start(directory);
    SimulatedClient client = cluster.client();
    for (int i = 0; i < 8; i++) {
      client.makeDirectory("/d" + i);
      client.makeDirectory("/d" + i + "/sub");
    }
    cluster
        .network()
        .setFaults(packet -> loseBetweenServers(packet, ReleasePartitionRequest.OPCODE));
    for (int i = 0; i < 8; i++) {
      client.removeDirectory("/d" + i + "/sub");
      client.removeDirectory("/d" + i);
    }
    cluster.simulation().runMillis(15_000);
    cluster.heal();
    assertThat(cluster.check().directories()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void partitionAsksAgainAfterAFailedWrite(boolean removal) throws Exception {
    SimulatedCluster cluster = Setup.seeded(6).start(directory);
    SimulatedClient client = cluster.client();
    if (removal) {
      for (int i = 0; i < 8; i++) {
        client.makeDirectory("/d" + i);
      }
    }
    cluster
        .network()
        .setFaults(
            packet ->
                loseBetweenServers(
                    packet,
                    removal ? ReleasePartitionRequest.OPCODE : SettleDirectoryRequest.OPCODE));
    for (int i = 0; i < 8; i++) {
      if (removal) {
        client.removeDirectory("/d" + i);
      } else {
        client.makeDirectory("/d" + i);
      }
    }
    cluster.simulation().runMillis(2_000);
    cluster.servers().forEach(server -> server.disk().fail(Operation.WRITE, Kind.NO_SPACE));
    cluster.simulation().runMillis(2_000);
    cluster.servers().forEach(server -> server.disk().fail(Operation.WRITE, null));
    cluster.simulation().runMillis(10_000);
    cluster.heal();
    assertThat(cluster.check().directories()).isEqualTo(removal ? 2 : 10);
  }

  @Test
  void rmdirOverFourServersIsAtomic() throws Exception {
    SimulatedCluster cluster = Setup.seeded(4).start(directory);
    SimulatedClient client = cluster.client();
    InodeId made = client.makeDirectory("/d").inode();
    for (int i = 0; i < 100; i++) {
      client.create("/d/f" + i);
    }
    assertThat(cluster.check().partitions(made)).hasSizeGreaterThan(8);
    for (int i = 0; i < 99; i++) {
      client.unlink("/d/f" + i);
    }
    assertThatThrownBy(() -> client.removeDirectory("/d")).hasMessage("/d: Directory not empty");
    cluster.heal();
    assertThat(cluster.check().names(made)).containsExactly("f99");
    client.create("/d/more");
    client.unlink("/d/more");
    client.unlink("/d/f99");
    client.removeDirectory("/d");
    cluster.heal();
    assertThat(cluster.check().directories()).isEqualTo(2);
    assertThatThrownBy(() -> client.stat("/d")).hasMessage("/d: No such file or directory");
  }

  @Test
  void rmdirWaitsForAServerThatIsDown() throws Exception {
    SimulatedCluster cluster = Setup.seeded(4).start(directory);
    SimulatedClient client = cluster.client();
    client.makeDirectory("/d");
    for (int i = 0; i < 40; i++) {
      client.create("/d/f" + i);
    }
    for (int i = 0; i < 40; i++) {
      client.unlink("/d/f" + i);
    }
    cluster.server(2).kill();
    cluster.simulation().after(3_000 * MILLI, cluster.server(2)::start);
    client.removeDirectory("/d");
    cluster.heal();
    assertThat(cluster.check().directories()).isEqualTo(2);
  }

  @Test
  void lateDuplicatesOfModeChangesHaveNoEffect() throws Exception {
    SimulatedCluster cluster = Setup.seeded(5).start(directory);
    SimulatedClient client = cluster.client();
    for (int i = 0; i < 8; i++) {
      client.makeDirectory("/d" + i);
    }
    // The duplicates arrive in the opposite order.
    long[] delay = {3_000};
    cluster
        .network()
        .setFaults(
            packet ->
                packet.isBetweenServers() && packet.isOf(UpdatePartitionRequest.OPCODE)
                    ? Fate.doubled(delay[0] -= 50)
                    : Fate.ARRIVES);
    for (int i = 0; i < 8; i++) {
      client.changeMode("/d" + i, 0711);
      client.changeMode("/d" + i, 0777);
      client.changeMode("/d" + i, 0700);
    }
    cluster.heal();
    cluster.check();
  }
}

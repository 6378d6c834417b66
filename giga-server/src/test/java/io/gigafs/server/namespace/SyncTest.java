package io.gigafs.server.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.server.SimulatedClient;
import io.gigafs.server.SimulatedCluster;
import io.gigafs.server.SimulatedCluster.Setup;
import io.gigafs.server.SimulatedServer;
import io.gigafs.tablefs.Durability;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * With durability INTERVAL, synced changes survive a crash of all machines, and later ones do not.
 */
class SyncTest {
  @TempDir Path directory;

  private SimulatedCluster cluster;
  private SimulatedClient client;

  @BeforeEach
  void makeCluster() {
    cluster =
        Setup.seeded(1).withServers(3, 8).withDurability(Durability.INTERVAL).start(directory);
    client = cluster.client();
  }

  private void crashAll() {
    for (SimulatedServer server : cluster.servers()) {
      server.crash();
    }
    for (SimulatedServer server : cluster.servers()) {
      server.start();
    }
    client = cluster.client();
  }

  @Test
  void syncedNamesAndDirectoriesSurviveMachineCrashes() throws Exception {
    for (int i = 0; i < 10; i++) {
      client.makeDirectory("/d" + i);
      client.create("/d" + i + "/f");
    }
    client.rename("/d0/f", "/d1/g");
    client.await(client.async().sync());
    client.create("/late");
    crashAll();
    assertThat(client.list("/")).hasSize(10).doesNotContain("late");
    assertThat(client.list("/d0")).isEmpty();
    assertThat(client.list("/d1")).containsExactlyInAnyOrder("f", "g");
    for (int i = 2; i < 10; i++) {
      assertThat(client.list("/d" + i)).containsExactly("f");
    }
  }
}

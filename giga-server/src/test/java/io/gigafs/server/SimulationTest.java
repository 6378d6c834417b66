package io.gigafs.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.index.InodeId;
import io.gigafs.server.SimulatedCluster.Setup;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the simulation itself: it runs real servers and clients, and is reproducible. */
class SimulationTest {
  @TempDir Path directory;

  @Test
  void clusterRunsInOneThread() throws Exception {
    SimulatedCluster cluster = Setup.seeded(1).start(directory);
    SimulatedClient client = cluster.client();
    InodeId made = client.makeDirectory("/d").inode();
    Set<String> names = new TreeSet<>();
    for (int i = 0; i < 200; i++) {
      client.create("/d/f" + i);
      names.add("f" + i);
    }
    assertThat(client.list("/d")).isEqualTo(names);
    assertThat(client.stat("/d").size()).isEqualTo(200);
    cluster.heal();
    ClusterContents contents = cluster.check();
    assertThat(contents.names(made)).isEqualTo(names);
    assertThat(contents.partitions(made)).hasSizeGreaterThan(16);
  }

  @Test
  void sameSeedGivesTheSameRun() throws Exception {
    long[] traces = new long[3];
    for (int i = 0; i < traces.length; i++) {
      SimulatedCluster cluster = Setup.seeded(i / 2).start(directory.resolve("run" + i));
      SimulatedClient client = cluster.client();
      client.makeDirectory("/d");
      for (int n = 0; n < 60; n++) {
        client.create("/d/f" + n);
        if (n == 30) {
          cluster.server(2).kill();
          cluster.server(2).start();
        }
      }
      cluster.heal();
      cluster.check();
      traces[i] = cluster.simulation().trace();
    }
    assertThat(traces[1]).isEqualTo(traces[0]).isNotEqualTo(traces[2]);
  }
}

package io.gigafs.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.ClientStatistics;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.protocol.cluster.StatusResult.PartitionStatus;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Counts the redirects of a client to other partitions before it reaches a name, on real servers.
 */
class HopsTest {
  private static final int FILES = 2_000;
  private static final int PARTITIONS = 64;

  @TempDir Path directory;

  private static GigaPath file(int i) {
    return GigaPath.parse("/d/f" + i);
  }

  /** A stat of a file in a resolved directory is one request and one more for each redirect. */
  private static long hops(GigaClient client, int file) throws Exception {
    ClientStatistics before = client.statistics();
    client.stat(file(file));
    return client.statistics().splitRedirects() - before.splitRedirects() + 1;
  }

  private static int partitionsOf(GigaClient client) throws Exception {
    long directory = client.stat(GigaPath.parse("/d")).inode().value();
    int partitions = 0;
    for (ServerInfo server : client.clusterView().servers()) {
      for (PartitionStatus partition : client.admin().status(server, true).details()) {
        if (partition.directory().value() == directory) {
          partitions++;
        }
      }
    }
    return partitions;
  }

  /** At most log2(P) + 1, rounded down, with P partitions. */
  @Test
  void redirectsAreBoundedByDepthAndWarmMapsHaveNone() throws Exception {
    try (TestCluster cluster = TestCluster.start(directory, 4, 16, FILES / PARTITIONS)) {
      GigaClient maker = cluster.client();
      maker.makeDirectory(GigaPath.parse("/d"), 0755);
      for (int i = 0; i < FILES; i++) {
        maker.create(file(i), 0644, true);
      }
      int partitions = partitionsOf(maker);
      assertThat(partitions).isGreaterThanOrEqualTo(PARTITIONS);
      int mostHops = Integer.SIZE - Integer.numberOfLeadingZeros(partitions);
      Random random = new Random(1);
      for (int i = 0; i < 30; i++) {
        GigaClient fresh = cluster.client();
        assertThat(hops(fresh, random.nextInt(FILES))).isBetween(1L, (long) mostHops);
      }
      GigaClient warm = cluster.client();
      for (int i = 0; i < FILES; i++) {
        warm.stat(file(i));
      }
      for (int i = 0; i < FILES; i++) {
        assertThat(hops(warm, i)).isEqualTo(1);
      }
    }
  }
}

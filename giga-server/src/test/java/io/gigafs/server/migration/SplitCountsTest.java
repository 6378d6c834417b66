package io.gigafs.server.migration;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.server.TestCluster;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the counters of splits in the status of real servers. */
class SplitCountsTest {
  private static final int THRESHOLD = 100;
  private static final int NAME_BYTES = 4;

  @TempDir private Path directory;

  @Test
  void serversCountEntriesAndBytesOfSplits() throws Exception {
    try (TestCluster cluster = TestCluster.start(directory, 2, 2, THRESHOLD)) {
      GigaClient client = cluster.client();
      client.makeDirectory(GigaPath.parse("/d"), 0755);
      // One more than fits, one by one: the last starts the split.
      for (int i = 0; i <= THRESHOLD; i++) {
        client.create(GigaPath.parse("/d/f" + (100 + i)), 0644, true);
      }
      while (counts(client).getOrDefault("splits.away", 0L) == 0) {
        Thread.sleep(10);
      }

      Map<String, Long> counts = counts(client);
      assertThat(counts).containsEntry("splits.away", 1L);
      long entries = counts.getOrDefault("splits.entries", 0L);
      // A half, plus or minus five standard deviations.
      assertThat(entries).isBetween(25L, 75L);
      assertThat(counts.getOrDefault("splits.bytes", 0L)).isGreaterThan(entries * NAME_BYTES);
    }
  }

  private static Map<String, Long> counts(GigaClient client) throws Exception {
    Map<String, Long> sums = new TreeMap<>();
    for (ServerInfo server : client.clusterView().servers()) {
      client
          .admin()
          .status(server, false)
          .counters()
          .forEach((name, count) -> sums.merge(name, count, Long::sum));
    }
    return sums;
  }
}

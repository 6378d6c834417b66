package io.gigafs.server.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.namespace.RenameMode;
import io.gigafs.server.TestCluster;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares the latency of renames between directories on different servers with that of creates on
 * the same machine at the same time. Latencies depend on the machine, so this is not part of every
 * build.
 */
@EnabledIfSystemProperty(named = "giga.full", matches = "true")
class RenameLatencyIT {
  private static final Logger LOG = LoggerFactory.getLogger(RenameLatencyIT.class);
  private static final int WARM_UP = 12_000;
  private static final int MEASURED = 4_000;
  private static final double MAX_CREATES = 3;

  @TempDir Path directory;

  @Test
  void renameTakesLessThanThreeCreates() throws Exception {
    try (TestCluster cluster = TestCluster.start(directory, 2, 4, 8_000)) {
      GigaClient client = cluster.client();
      String from = null;
      String to = null;
      for (int i = 0; from == null || to == null; i++) {
        String path = "/d" + i;
        InodeId made = client.makeDirectory(GigaPath.parse(path), 0755).inode();
        String owner = cluster.view().ownerOf(made, PartitionIndex.ZEROTH).id().toString();
        from = from == null && owner.equals("s0") ? path : from;
        to = to == null && owner.equals("s1") ? path : to;
      }
      long[] creates = new long[MEASURED];
      long[] renames = new long[MEASURED];
      for (int i = -WARM_UP; i < MEASURED; i++) {
        GigaPath file = GigaPath.parse(from + "/f" + i);
        GigaPath moved = GigaPath.parse(to + "/f" + i);
        long begun = System.nanoTime();
        client.create(file, 0644, true);
        long created = System.nanoTime();
        client.rename(file, moved, RenameMode.REPLACE);
        long renamed = System.nanoTime();
        client.unlink(moved);
        if (i >= 0) {
          creates[i] = created - begun;
          renames[i] = renamed - created;
        }
      }
      double create = medianMicros(creates);
      double rename = medianMicros(renames);
      LOG.info(
          "p50 of a create {} us, of a rename to another server {} us: {} times as long",
          create,
          rename,
          rename / create);
      assertThat(rename).isLessThan(MAX_CREATES * create);
    }
  }

  private static double medianMicros(long[] nanos) {
    long[] sorted = nanos.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2] / 1_000.0;
  }
}

package io.gigafs.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaClient.EntryIterator;
import io.gigafs.client.GigaPath;
import io.gigafs.index.Name;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests listings of a directory that splits meanwhile, on real servers. */
class ClusterListingTest {
  private static final GigaPath DIRECTORY = GigaPath.parse("/d");
  private static final int KEPT = 30_000;
  private static final int ADDED_AT_A_TIME = 100;

  @TempDir Path directory;

  private static List<Name> names(String prefix, int from, int count) {
    List<Name> names = new ArrayList<>();
    for (int i = from; i < from + count; i++) {
      names.add(Name.of(prefix + i));
    }
    return names;
  }

  /**
   * Reads the listing one entry at a time; the directory grows from time to time, so that each page
   * meets other partitions.
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void permanentNamesAreListedOnceWhileTheDirectorySplits(boolean attributes) throws Exception {
    try (TestCluster cluster = TestCluster.start(directory, 4, 16, 500)) {
      GigaClient client = cluster.client();
      client.makeDirectory(DIRECTORY, 0755);
      client.createAll(DIRECTORY, names("kept", 0, KEPT), 0644, true);
      Set<String> seen = new HashSet<>();
      int added = 0;
      try (EntryIterator entries = client.list(DIRECTORY, attributes)) {
        while (entries.hasNext()) {
          assertThat(seen.add(entries.next().name().toString())).isTrue();
          if (seen.size() % 100 == 0) {
            client.createAll(DIRECTORY, names("added", added, ADDED_AT_A_TIME), 0644, true);
            added += ADDED_AT_A_TIME;
          }
        }
      }
      assertThat(added).isGreaterThan(KEPT / 2);
      seen.removeIf(name -> name.startsWith("added"));
      assertThat(seen).hasSize(KEPT).contains("kept0", "kept" + (KEPT - 1));
    }
  }
}

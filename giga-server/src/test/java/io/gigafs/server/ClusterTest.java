package io.gigafs.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaClient.EntryIterator;
import io.gigafs.client.GigaPath;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.namespace.AttributeChange;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the basic operations of a client on a cluster of real servers. */
class ClusterTest {
  private static final int SPLIT_THRESHOLD = 50;

  @TempDir Path directory;

  private static GigaPath path(String text) {
    return GigaPath.parse(text);
  }

  private static Set<String> names(GigaClient client, String path) throws Exception {
    Set<String> names = new TreeSet<>();
    try (EntryIterator entries = client.list(path(path), false)) {
      while (entries.hasNext()) {
        assertThat(names.add(entries.next().name().toString())).isTrue();
      }
    }
    return names;
  }

  @Test
  void filesAreCreatedFoundListedAndRemoved() throws Exception {
    try (TestCluster cluster = TestCluster.start(directory, 1, 8, SPLIT_THRESHOLD)) {
      GigaClient client = cluster.client();
      FileAttributes made = client.create(path("/a"), 0640, true);
      assertThat(client.stat(path("/a"))).isEqualTo(made);
      assertThat(names(client, "/")).containsExactly("a");
      assertThatThrownBy(() -> client.create(path("/a"), 0640, true)).hasMessage("/a: File exists");
      client.unlink(path("/a"));
      assertThatThrownBy(() -> client.stat(path("/a"))).hasMessage("/a: No such file or directory");
    }
  }

  @Test
  void directorySpreadsOverServersAndStaysComplete() throws Exception {
    try (TestCluster cluster = TestCluster.start(directory, 4, 16, SPLIT_THRESHOLD)) {
      GigaClient client = cluster.client();
      client.makeDirectory(path("/d"), 0755);
      Set<String> made = new TreeSet<>();
      for (int i = 0; i < 5_000; i++) {
        client.create(path("/d/f" + i), 0644, true);
        made.add("f" + i);
      }
      assertThat(names(client, "/d")).isEqualTo(made);
      assertThat(names(cluster.client(), "/d")).isEqualTo(made);
      assertThat(client.stat(path("/d")).size()).isEqualTo(5_000);
      for (ServerInfo server : client.clusterView().servers()) {
        assertThat(client.admin().status(server, true).entries()).isBetween(1_000L, 1_500L);
      }
      for (String name : made) {
        client.unlink(path("/d/" + name));
      }
      client.removeDirectory(path("/d"));
      assertThat(names(client, "/")).isEmpty();
    }
  }

  @Test
  void directoriesAreNestedChangedAndRemoved() throws Exception {
    try (TestCluster cluster = TestCluster.start(directory, 3, 16, SPLIT_THRESHOLD)) {
      GigaClient client = cluster.client();
      for (int i = 0; i < 100; i++) {
        client.makeDirectory(path("/d" + i), 0755);
        client.makeDirectory(path("/d" + i + "/sub"), 0755);
      }
      assertThat(client.stat(path("/")).links()).isEqualTo(102);
      assertThatThrownBy(() -> client.removeDirectory(path("/d7")))
          .hasMessage("/d7: Directory not empty");
      client.setAttributes(path("/d7"), AttributeChange.ofMode(0700));
      assertThat(client.stat(path("/d7")).mode()).isEqualTo(0700);
      assertThatThrownBy(() -> client.as(new Caller(5, 5)).create(path("/d7/x"), 0644, true))
          .hasMessage("/d7/x: Permission denied");
      for (int i = 0; i < 100; i++) {
        client.removeDirectory(path("/d" + i + "/sub"));
        client.removeDirectory(path("/d" + i));
      }
      assertThat(names(client, "/")).isEmpty();
    }
  }

  @Test
  void restartedClusterHasAllEntries() throws Exception {
    try (TestCluster cluster = TestCluster.start(directory, 2, 8, SPLIT_THRESHOLD)) {
      GigaClient client = cluster.client();
      client.makeDirectory(path("/d"), 0755);
      for (int i = 0; i < 500; i++) {
        client.create(path("/d/f" + i), 0644, true);
      }
      Set<String> before = names(client, "/d");
      cluster.stop(0);
      cluster.stop(1);
      cluster.restart(0);
      cluster.restart(1);
      assertThat(names(cluster.client(), "/d")).isEqualTo(before);
      assertThat(cluster.client().stat(path("/d")).size()).isEqualTo(500);
    }
  }
}

package io.gigafs.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.cluster.CheckpointRequest.Action;
import io.gigafs.protocol.cluster.CheckpointRequest.CheckpointInfo;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests checkpoints of real servers and the contents of a cluster that is restored from one. */
class CheckpointTest {
  private static final int SERVERS = 2;
  private static final int SPLIT_THRESHOLD = 50;

  @TempDir Path directory;

  private static GigaPath path(String text) {
    return GigaPath.parse(text);
  }

  private static List<CheckpointInfo> ask(GigaClient client, Action action, String name)
      throws GigaException {
    List<CompletableFuture<List<CheckpointInfo>>> asked = new ArrayList<>();
    for (ServerInfo server : client.clusterView().servers()) {
      asked.add(client.async().admin().checkpoint(server, action, name));
    }
    return asked.stream().flatMap(result -> result.join().stream()).toList();
  }

  private static void assertRefused(
      GigaClient client, Action action, String name, ErrorCode expected) {
    assertThatThrownBy(() -> ask(client, action, name))
        .isInstanceOf(CompletionException.class)
        .cause()
        .isInstanceOfSatisfying(GigaException.class, e -> assertThat(e.code()).isEqualTo(expected));
  }

  private static Set<String> list(GigaClient client) throws GigaException {
    Set<String> names = new TreeSet<>();
    try (GigaClient.EntryIterator entries = client.list(path("/d"), false)) {
      entries.forEachRemaining(
          entry -> assertThat(names.add(entry.name().toString())).as("listed once").isTrue());
    }
    return names;
  }

  @Test
  void restoredClusterEqualsTheCheckpoint() throws Exception {
    Set<String> before = new TreeSet<>();
    try (TestCluster cluster = TestCluster.start(directory, SERVERS, 8, SPLIT_THRESHOLD)) {
      GigaClient client = cluster.client();
      client.makeDirectory(path("/d"), 0755);
      for (int i = 0; i < 500; i++) {
        client.create(path("/d/before" + i), 0644, true);
        before.add("before" + i);
      }
      List<CheckpointInfo> made = ask(client, Action.MAKE, "first");
      assertThat(made).hasSize(SERVERS);
      assertThat(made)
          .allSatisfy(
              checkpoint -> {
                assertThat(checkpoint.name()).isEqualTo("first");
                assertThat(checkpoint.bytes()).isPositive();
                assertThat(Path.of(checkpoint.path()).resolve("store/STORE")).isRegularFile();
              });
      for (int i = 0; i < 500; i++) {
        client.create(path("/d/after" + i), 0644, true);
        client.unlink(path("/d/before" + i));
      }
      for (int i = 0; i < SERVERS; i++) {
        cluster.stop(i);
        putInPlace(directory.resolve("s" + i), "first");
      }
      for (int i = 0; i < SERVERS; i++) {
        cluster.restart(i);
      }
      GigaClient restored = cluster.client();
      assertThat(list(restored)).isEqualTo(before);
      assertThat(restored.stat(path("/d")).size()).isEqualTo(before.size());
      Set<Long> ids = new TreeSet<>();
      for (String name : before) {
        assertThat(ids.add(restored.stat(path("/d/" + name)).inode().value())).isTrue();
      }
      for (int i = 0; i < 100; i++) {
        assertThat(ids.add(restored.create(path("/d/new" + i), 0644, true).inode().value()))
            .isTrue();
      }
    }
  }

  /** As docs/cli.md says. */
  private static void putInPlace(Path data, String name) throws Exception {
    Path old = data.resolveSibling(data.getFileName() + ".old");
    Files.move(data, old);
    Files.move(old.resolve("checkpoints").resolve(name), data);
  }

  @Test
  void checkpointsAreListedAndRemovedByName() throws Exception {
    try (TestCluster cluster = TestCluster.start(directory, 1, 4, SPLIT_THRESHOLD)) {
      GigaClient client = cluster.client();
      assertThat(ask(client, Action.LIST, "")).isEmpty();
      assertThat(ask(client, Action.MAKE, "b")).hasSize(1);
      assertThat(ask(client, Action.MAKE, "a")).hasSize(1);
      assertThat(ask(client, Action.LIST, ""))
          .extracting(CheckpointInfo::name)
          .containsExactly("a", "b");
      assertRefused(client, Action.MAKE, "a", ErrorCode.EEXIST);
      assertRefused(client, Action.MAKE, "../x", ErrorCode.EINVAL);
      assertRefused(client, Action.MAKE, "", ErrorCode.EINVAL);
      assertRefused(client, Action.REMOVE, "c", ErrorCode.ENOENT);
      assertRefused(client.as(new Caller(1000, 1000)), Action.LIST, "", ErrorCode.EPERM);
      assertThat(ask(client, Action.REMOVE, "b")).isEmpty();
      assertThat(ask(client, Action.LIST, ""))
          .extracting(CheckpointInfo::name)
          .containsExactly("a");
    }
  }

  @Test
  void partialCheckpointIsIgnoredAndRemoved() throws Exception {
    try (TestCluster cluster = TestCluster.start(directory, 1, 4, SPLIT_THRESHOLD)) {
      GigaClient client = cluster.client();
      Path half = directory.resolve("s0/checkpoints/first~/store/db");
      Files.createDirectories(half);
      Files.writeString(half.resolve("CURRENT"), "half");
      assertThat(ask(client, Action.LIST, "")).isEmpty();
      assertThat(ask(client, Action.MAKE, "first")).hasSize(1);
      assertThat(half).doesNotExist();
      client.create(path("/f"), 0644, true);
    }
  }
}

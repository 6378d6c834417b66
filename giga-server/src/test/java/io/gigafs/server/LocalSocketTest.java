package io.gigafs.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients on the same machine use the Unix domain socket in a server's data directory. */
class LocalSocketTest {
  /** unix(7): the sockets with a path, the listening one and those that it accepted. */
  private static final Path SOCKETS = Path.of("/proc/net/unix");

  private static long sockets(Path path) throws IOException {
    return Files.readAllLines(SOCKETS).stream().filter(line -> line.endsWith(" " + path)).count();
  }

  private static void use(TestCluster cluster) throws Exception {
    GigaClient client = cluster.client();
    GigaPath directory = GigaPath.parse("/d");
    client.makeDirectory(directory, 0755);
    client.stat(directory);
    client.removeDirectory(directory);
  }

  @Test
  void socketIsInTheDataDirectoryAndUsed(@TempDir Path directory) throws Exception {
    Path socket = directory.resolve("s0").resolve("giga.sock");
    try (TestCluster cluster = TestCluster.start(directory, 1, 8, 8_000)) {
      assertThat(sockets(socket)).isEqualTo(1);
      use(cluster);
      assertThat(sockets(socket)).isEqualTo(2);
      cluster.stop(0);
      assertThat(socket).doesNotExist();
      cluster.restart(0);
      use(cluster);
      assertThat(sockets(socket)).isEqualTo(2);
    }
    assertThat(sockets(socket)).isZero();
  }

  @Test
  void noSocketIsCreatedIfDisabled(@TempDir Path directory) throws Exception {
    try (TestCluster cluster =
        TestCluster.start(directory, 1, 8, 8_000, settings -> settings.localSocket(null))) {
      use(cluster);
      assertThat(directory.resolve("s0").resolve("giga.sock")).doesNotExist();
    }
  }
}

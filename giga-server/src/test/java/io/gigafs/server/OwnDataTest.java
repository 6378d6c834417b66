package io.gigafs.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.protocol.cluster.CheckpointRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The data of a real server is accessible only to its own user, whatever the umask. */
class OwnDataTest {
  private static final String CLOSED = "rwx------";

  @TempDir Path directory;

  private Path data;

  @BeforeEach
  void findData() {
    data = directory.resolve("s0");
  }

  private TestCluster start() throws Exception {
    return TestCluster.start(directory, 1, 8, 8_000);
  }

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  private static List<Path> foldersIn(Path root) throws IOException {
    try (Stream<Path> found = Files.walk(root)) {
      return found.filter(Files::isDirectory).toList();
    }
  }

  private void assertClosed() throws IOException {
    for (Path folder : foldersIn(data)) {
      assertThat(permissions(folder)).as(folder.toString()).isEqualTo(CLOSED);
    }
  }

  @Test
  void dataDirectoryIsClosedToOtherUsers() throws Exception {
    try (TestCluster cluster = start()) {
      cluster.client().create(GigaPath.parse("/f"), 0644, true);
      assertClosed();
    }
  }

  @Test
  void checkpointIsClosedToOtherUsers() throws Exception {
    try (TestCluster cluster = start()) {
      GigaClient client = cluster.client();
      client.create(GigaPath.parse("/f"), 0644, true);
      ServerInfo server = cluster.view().servers().get(0);
      client.async().admin().checkpoint(server, CheckpointRequest.Action.MAKE, "c").get();
      assertClosed();
      try (Stream<Path> found = Files.walk(data.resolve("checkpoints"))) {
        assertThat(found.filter(Files::isRegularFile).toList())
            .isNotEmpty()
            .allSatisfy(file -> assertThat(permissions(file)).isEqualTo("rw-------"));
      }
    }
  }

  @Test
  void restartClosesOpenPermissions() throws Exception {
    try (TestCluster cluster = start()) {
      cluster.client().create(GigaPath.parse("/f"), 0644, true);
      cluster.stop(0);
      for (Path folder : foldersIn(data)) {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
      }
      cluster.restart(0);
      assertClosed();
    }
  }
}

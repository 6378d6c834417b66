package io.gigafs.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code giga dev-cluster}, in a process of its own. */
class DevClusterIT {
  @TempDir private Path directory;

  private GigaProcess start(String... more) {
    String[] words = new String[3 + more.length];
    words[0] = "dev-cluster";
    words[1] = "--dir";
    words[2] = directory.toString();
    System.arraycopy(more, 0, words, 3, more.length);
    return GigaProcess.start(words);
  }

  private static String url(GigaProcess cluster) {
    String line = cluster.nextLine();
    assertThat(line).matches("ready giga://127\\.0\\.0\\.1:\\d+/");
    return line.substring("ready ".length());
  }

  private static void stop(GigaProcess cluster) {
    cluster.terminate();
    assertThat(cluster.exitCode()).isZero();
    assertThat(cluster.out().lines()).hasSize(1);
  }

  /** The first of two consecutive free ports, below those of chaos tests and ephemeral ones. */
  private static int twoFreePorts() {
    for (int port = 12_000; port < 20_000; port += 2) {
      if (isFree(port) && isFree(port + 1)) {
        return port;
      }
    }
    throw new AssertionError("no two free ports in a row");
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void clusterKeepsItsDataAcrossPortChanges() {
    try (GigaProcess first = start("--servers", "2")) {
      String url = url(first);
      assertThat(GigaProcess.run("fs", "-c", url, "mkdir", "-p", "/a/b").exitCode()).isZero();
      GigaProcess second = start();
      assertThat(second.exitCode()).isEqualTo(1);
      assertThat(second.err())
          .isEqualTo(
              "giga dev-cluster: --dir: "
                  + directory
                  + " is in use: another dev-cluster runs on it; stop that, or name another\n");
      stop(first);
    }
    GigaProcess other = start("--servers", "3");
    assertThat(other.exitCode()).isEqualTo(1);
    assertThat(other.err()).contains("holds a cluster of 2 servers: leave --servers out");
    int port = twoFreePorts();
    try (GigaProcess again = start("--base-port", Integer.toString(port))) {
      String url = url(again);
      assertThat(url).isEqualTo("giga://127.0.0.1:" + port + "/");
      assertThat(GigaProcess.run("fs", "-c", url, "find", "/").out()).isEqualTo("/\n/a\n/a/b\n");
      GigaProcess made =
          GigaProcess.run(
              "bench", "create", "-c", url, "--dir", "/a/c", "--files", "500", "--window", "32");
      assertThat(made.exitCode()).isZero();
      stop(again);
    }
    try (GigaProcess last = start()) {
      GigaProcess listed = GigaProcess.run("fs", "ls", url(last) + "a/c");
      assertThat(listed.out().lines()).hasSize(500);
      stop(last);
    }
  }

  @Test
  void clusterLogsOnlyToItsLogFile() {
    try (GigaProcess cluster = start("--servers", "1")) {
      url(cluster);
      Path log = directory.resolve("dev-cluster.log");
      assertThat(log).content().contains("INFO", "server s1 serves");
      stop(cluster);
      assertThat(cluster.err()).contains("log in " + log).doesNotContain("INFO");
    }
  }

  @Test
  void settingsOfServersAndOfANewClusterApply() {
    try (GigaProcess cluster =
        start(
            "--servers",
            "1",
            "--inline-limit",
            "0",
            "--set",
            "durability=always",
            "--set",
            "lanes=2")) {
      String url = url(cluster);
      assertThat(GigaProcess.run("fs", "-c", url, "put", "/etc/hostname", "/a").exitCode())
          .isZero();
      // Nothing is kept inline: the bytes are on the volume.
      assertThat(directory.resolve("volumes/1")).isNotEmptyDirectory();
      stop(cluster);
    }
  }

  @Test
  void cacheOptionCreatesACacheGroup() {
    try (GigaProcess cluster = start("--servers", "2", "--inline-limit", "0", "--cache", "64m")) {
      String url = url(cluster);
      assertThat(GigaProcess.run("fs", "-c", url, "put", "/etc/hostname", "/a").exitCode())
          .isZero();
      String cat = GigaProcess.run("fs", "-c", url, "cat", "/a").out();
      assertThat(cat).isNotEmpty();
      GigaProcess status = GigaProcess.run("status", "-c", url);
      assertThat(status.out()).containsPattern("SERVER +CACHE").containsPattern("s2 +64 MiB");
      assertThat(directory.resolve("s1/cache")).isNotEmptyDirectory();
      stop(cluster);
    }
  }

  @Test
  void invalidServerSettingsAreRejected() {
    assertUsage("--set: 'id' cannot be set here", "--set", "id=s7");
    assertUsage(
        "--set durability: 'maybe' is neither interval nor always", "--set", "durability=maybe");
    assertUsage("--cache: cache is 0 for none, or 64m to 1024t, not 1024", "--cache", "1k");
    assertUsage("--inline-limit is 0 to 1048576 bytes, not 2000000", "--inline-limit", "2000000");
    assertThat(directory).isEmptyDirectory();
  }

  private void assertUsage(String complaint, String... options) {
    try (GigaProcess refused = start(options)) {
      assertThat(refused.exitCode()).isEqualTo(2);
      assertThat(refused.err()).startsWith("giga dev-cluster: " + complaint);
    }
  }
}

package io.gigafs.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.cluster.zookeeper.EmbeddedZooKeeper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code giga format} and {@code giga server}, in processes of their own. */
class ServerCommandIT {
  @TempDir private static Path shared;

  private static EmbeddedZooKeeper zooKeeper;

  @TempDir private Path directory;

  @BeforeAll
  static void startZooKeeper() {
    zooKeeper = EmbeddedZooKeeper.start(shared.resolve("zk"), 0);
  }

  @AfterAll
  static void stopZooKeeper() {
    zooKeeper.close();
  }

  private static String zk(String chroot) {
    return "127.0.0.1:" + zooKeeper.port() + "/" + chroot;
  }

  private GigaProcess server(String zk, String... more) {
    return GigaProcess.start(words(zk, more));
  }

  private String[] words(String zk, String... more) {
    String[] words = new String[9 + more.length];
    String[] first = {
      "server", "--zk", zk, "--id", "s1", "--data", data().toString(), "--listen", "127.0.0.1:0"
    };
    System.arraycopy(first, 0, words, 0, first.length);
    System.arraycopy(more, 0, words, first.length, more.length);
    return words;
  }

  private Path data() {
    return directory.resolve("data");
  }

  private static void refused(GigaProcess process, int exitCode, String complaint) {
    assertThat(process.exitCode()).isEqualTo(exitCode);
    assertThat(process.err().lines().filter(line -> line.startsWith("giga ")).toList())
        .singleElement()
        .asString()
        .contains(complaint);
    assertThat(process.err()).doesNotContain("\tat ");
    assertThat(process.out()).isEmpty();
  }

  @Test
  void serverServesAndStopsOnTermination() throws IOException {
    GigaProcess formatted = GigaProcess.run("format", "--zk", zk("serves"));
    assertThat(formatted.out())
        .matches("formatted cluster \\S+: 64 slots, to start with 1 server\n");
    Path config = directory.resolve("giga.properties");
    Files.writeString(config, "zk = nowhere:1\nlanes = 1\n");
    try (GigaProcess server = server(zk("serves"), "--config", config.toString())) {
      String line = server.nextLine();
      assertThat(line).matches("serving s1 at 127\\.0\\.0\\.1:\\d+");
      String url = "giga://" + line.substring(line.lastIndexOf(' ') + 1) + "/";
      assertThat(GigaProcess.run("fs", "-c", url, "touch", "/a").exitCode()).isZero();
      assertThat(GigaProcess.run("fs", "ls", url).out()).isEqualTo("a\n");
      assertThat(GigaProcess.run("status", "-c", url).exitCode()).isZero();
      server.terminate();
      assertThat(server.exitCode()).isZero();
      GigaProcess without = GigaProcess.run("fs", "-c", url, "--timeout", "2s", "ls", "/");
      refused(without, 1, "giga fs ls: ");
    }
    refused(
        GigaProcess.run("format", "--zk", zk("serves")),
        1,
        "giga format: there is a cluster at " + zk("serves") + " already");
    GigaProcess.run("format", "--zk", zk("other"));
    refused(server(zk("other")), 1, "giga server: data: ");
  }

  @Test
  void killedServerRestartsBeforeItsSessionExpires() {
    GigaProcess.run("format", "--zk", zk("killed"));
    String[] maxWait = {"--zk-session-timeout", "100s"};
    try (GigaProcess server = server(zk("killed"), maxWait)) {
      server.nextLine();
      server.kill();
      server.exitCode();
    }
    try (GigaProcess again = server(zk("killed"), maxWait)) {
      String line = again.nextLine();
      String url = "giga://" + line.substring(line.lastIndexOf(' ') + 1) + "/";
      assertThat(GigaProcess.run("fs", "-c", url, "touch", "/a").exitCode()).isZero();
      assertThat(again.err()).contains("takes over the registration of its earlier run");
    }
  }

  /** The store can open its files regardless of the number of connections. */
  @Test
  void connectionsLeaveDescriptorsForTheStore() throws IOException {
    GigaProcess.run("format", "--zk", zk("descriptors"));
    try (GigaProcess server = GigaProcess.startWithDescriptors(512, words(zk("descriptors")))) {
      String line = server.nextLine();
      server.awaitErr("takes at most 150 connections and not 8192");
      int port = Integer.parseInt(line.substring(line.lastIndexOf(':') + 1));
      List<Socket> crowd = new ArrayList<>();
      try {
        for (int i = 0; i < 600; i++) {
          crowd.add(new Socket(InetAddress.getLoopbackAddress(), port));
        }
      } finally {
        for (Socket socket : crowd) {
          socket.close();
        }
      }
      assertThat(GigaProcess.run("fs", "-c", url(line), "touch", "/a").exitCode()).isZero();
      assertThat(server.err()).doesNotContain("Too many open files");
    }
  }

  @Test
  void damagedLogIsRejectedUntilTheLossIsAccepted() throws IOException {
    GigaProcess.run("format", "--zk", zk("damaged"));
    try (GigaProcess server = server(zk("damaged"))) {
      String url = url(server.nextLine());
      List<String> words = new ArrayList<>(List.of("fs", "-c", url, "touch"));
      IntStream.range(0, 200).forEach(n -> words.add("/f" + n));
      assertThat(GigaProcess.run(words.toArray(String[]::new)).exitCode()).isZero();
      server.kill();
      server.exitCode();
    }
    Path log = flipMiddleOfTheLog();
    refused(server(zk("damaged")), 1, "giga server: data: " + log + " is damaged at byte ");
    try (GigaProcess server = server(zk("damaged"), "--accept-loss")) {
      String url = url(server.nextLine());
      GigaProcess status = GigaProcess.run("status", "-c", url);
      assertThat(status.err()).contains("lost since ", log.toString());
      GigaProcess found = GigaProcess.run("fsck", "-c", url, "--grace", "1s");
      assertThat(found.out()).contains("lost data: started without what was lost: " + log);
      GigaProcess.run("fsck", "-c", url, "--grace", "1s", "--repair");
      assertThat(GigaProcess.run("fsck", "-c", url, "--grace", "1s").out()).contains("no damage");
      assertThat(GigaProcess.run("status", "-c", url).err()).isEmpty();
    }
  }

  private static String url(String serving) {
    return "giga://" + serving.substring(serving.lastIndexOf(' ') + 1) + "/";
  }

  private Path flipMiddleOfTheLog() throws IOException {
    try (Stream<Path> files = Files.list(data().resolve("store").resolve("db"))) {
      Path log = files.filter(file -> file.toString().endsWith(".log")).findFirst().orElseThrow();
      byte[] bytes = Files.readAllBytes(log);
      for (int i = 0; i < 16; i++) {
        bytes[bytes.length / 2 + i] ^= (byte) 0xff;
      }
      Files.write(log, bytes);
      return log;
    }
  }

  @Test
  void copiedDataDirectoryIsRejectedUnderAnotherId() throws IOException {
    GigaProcess.run("format", "--zk", zk("copied"));
    try (GigaProcess server = server(zk("copied"))) {
      server.nextLine();
      Path copy = directory.resolve("copy");
      try (Stream<Path> files = Files.walk(data())) {
        for (Path file : files.filter(each -> !each.endsWith("giga.sock")).toList()) {
          Files.copy(file, copy.resolve(data().relativize(file).toString()));
        }
      }
      String[] words = {
        "server",
        "--zk",
        zk("copied"),
        "--id",
        "s2",
        "--data",
        copy.toString(),
        "--listen",
        "127.0.0.1:0"
      };
      refused(GigaProcess.run(words), 1, "is the store of s1, not of s2");
    }
  }

  @Test
  void invalidSettingsAreRejectedWithoutSideEffects() throws IOException {
    Path config = directory.resolve("giga.properties");
    Files.writeString(config, "# comment\nlanes = many\n");
    refused(
        server(zk("x"), "--config", config.toString()),
        2,
        "giga server: " + config + " line 2: lanes: 'many' is not a number");
    refused(GigaProcess.run("server"), 2, "giga server: --zk is missing");
    refused(
        GigaProcess.run("format", "--zk", zk("x"), "--slots", "63"),
        2,
        "giga format: --slots is a power of two from 1 to 65536, not 63");
    assertThat(data()).doesNotExist();
  }

  @Test
  void serverRequiresAReachableZooKeeper() throws IOException {
    int deaf;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      deaf = socket.getLocalPort();
    }
    refused(server("127.0.0.1:" + deaf, "--zk-connect-timeout", "1s"), 1, "--zk");
    assertThat(data()).doesNotExist();
  }

  @Test
  void serverRequiresACluster() {
    refused(server(zk("none")), 1, "giga server: there is no cluster at " + zk("none"));
    assertThat(data()).doesNotExist();
  }

  @Test
  void serverRequiresAFreePort() throws IOException {
    GigaProcess.run("format", "--zk", zk("port"));
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String listen = "127.0.0.1:" + taken.getLocalPort();
      refused(
          GigaProcess.run(
              "server",
              "--zk",
              zk("port"),
              "--id",
              "s1",
              "--data",
              data().toString(),
              "--listen",
              listen),
          1,
          "giga server: listen: ");
    }
    assertThat(data()).doesNotExist();
  }
}

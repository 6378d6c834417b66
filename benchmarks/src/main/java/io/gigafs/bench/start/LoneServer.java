package io.gigafs.bench.start;

import io.gigafs.cli.ChildProcess;
import io.gigafs.client.ClientSettings;
import io.gigafs.client.GigaClient;
import io.gigafs.client.connect.GigaClients;
import io.gigafs.cluster.ClusterSettings;
import io.gigafs.cluster.Endpoint;
import io.gigafs.cluster.SlotTable;
import io.gigafs.cluster.zookeeper.ClusterFormatter;
import io.gigafs.cluster.zookeeper.ZooKeeperAddress;
import io.gigafs.cluster.zookeeper.ZooKeeperSettings;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.GigaException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A cluster of one server, which can be restarted while ZooKeeper keeps running. */
final class LoneServer implements AutoCloseable {
  private static final Duration START = Duration.ofSeconds(90);

  private final Path directory;
  private final List<String> javaOptions;
  private final ChildProcess zooKeeper;
  private final ZooKeeperAddress address;

  private LoneServer(
      Path directory, List<String> javaOptions, ChildProcess zooKeeper, ZooKeeperAddress address) {
    this.directory = directory;
    this.javaOptions = javaOptions;
    this.zooKeeper = zooKeeper;
    this.address = address;
  }

  /**
   * Creates the cluster without starting its server.
   *
   * @param directory for data and logs
   * @param javaOptions JVM options of the server
   */
  static LoneServer make(Path directory, List<String> javaOptions) throws InterruptedException {
    ChildProcess zooKeeper =
        ChildProcess.start(
            "zookeeper",
            directory.resolve("zookeeper.log"),
            List.of("-Xmx64m"),
            List.of("zookeeper", "--data", directory.resolve("zookeeper").toString()));
    try {
      ZooKeeperAddress address = ZooKeeperAddress.parse(lastWord(zooKeeper.awaitReady(START)));
      ClusterFormatter.format(
          ZooKeeperSettings.of(address), SlotTable.DEFAULT_SLOTS, 1, ClusterSettings.DEFAULTS);
      return new LoneServer(directory, javaOptions, zooKeeper, address);
    } catch (InterruptedException | RuntimeException e) {
      zooKeeper.close();
      throw e;
    }
  }

  /** Starts the server's process, which is not ready yet. */
  ChildProcess start() {
    return ChildProcess.start(
        "server",
        directory.resolve("server.log"),
        javaOptions,
        List.of(
            "server",
            "--zk",
            address.toString(),
            "--id",
            "s1",
            "--data",
            directory.resolve("data").toString(),
            "--listen",
            "127.0.0.1:0"));
  }

  /** Waits until the server is ready, and connects to it as root. */
  static GigaClient connect(ChildProcess server) throws InterruptedException, GigaException {
    Endpoint endpoint = Endpoint.parse(lastWord(server.awaitReady(START)));
    return GigaClients.connect(
        ClientSettings.builder(List.of(endpoint)).caller(Caller.ROOT).build());
  }

  static String lastWord(String line) {
    return line.substring(line.lastIndexOf(' ') + 1);
  }

  @Override
  public void close() {
    zooKeeper.close();
  }
}

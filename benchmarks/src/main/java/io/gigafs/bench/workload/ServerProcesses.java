package io.gigafs.bench.workload;

import io.gigafs.cli.ChildProcess;
import io.gigafs.client.GigaClient;
import io.gigafs.cluster.ClusterSettings;
import io.gigafs.cluster.Endpoint;
import io.gigafs.cluster.SlotTable;
import io.gigafs.cluster.zookeeper.ClusterFormatter;
import io.gigafs.cluster.zookeeper.ZooKeeperAddress;
import io.gigafs.cluster.zookeeper.ZooKeeperSettings;
import io.gigafs.protocol.GigaException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A new cluster with each server, and ZooKeeper, in a process of its own. All end with this process
 * at the latest. For one thread; its clients are for any.
 */
public final class ServerProcesses implements AutoCloseable {
  private static final Duration START = Duration.ofSeconds(90);

  private final Path directory;
  private final List<String> javaOptions;

  /** Servers, in the order of their names. */
  private final List<ChildProcess> servers = new ArrayList<>();

  private final List<Endpoint> endpoints = new ArrayList<>();
  private final List<ChildProcess> children = new ArrayList<>();

  private ServerProcesses(Path directory, List<String> javaOptions) {
    this.directory = directory;
    this.javaOptions = javaOptions;
  }

  /**
   * Starts one; returns when all serve.
   *
   * @param directory for all data and logs; made
   * @param javaOptions how Java runs each server
   */
  public static ServerProcesses start(
      Path directory, int servers, ClusterSettings settings, List<String> javaOptions)
      throws IOException, InterruptedException {
    Files.createDirectories(directory);
    ServerProcesses cluster = new ServerProcesses(directory, javaOptions);
    try {
      cluster.startAll(servers, settings);
      return cluster;
    } catch (InterruptedException | RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  private void startAll(int count, ClusterSettings settings) throws InterruptedException {
    ChildProcess zooKeeper =
        start(
            "zookeeper",
            List.of("-Xmx96m", "-XX:TieredStopAtLevel=1"),
            List.of("zookeeper", "--data", directory.resolve("zookeeper").toString()));
    ZooKeeperAddress address = ZooKeeperAddress.parse(lastWord(zooKeeper));
    ClusterFormatter.format(ZooKeeperSettings.of(address), slotsFor(count), count, settings);
    for (int i = 1; i <= count; i++) {
      String name = "s" + i;
      servers.add(
          start(
              name,
              javaOptions,
              List.of(
                  "server",
                  "--zk",
                  address.toString(),
                  "--id",
                  name,
                  "--data",
                  directory.resolve(name).toString(),
                  "--listen",
                  "127.0.0.1:0")));
    }
    for (ChildProcess server : servers) {
      endpoints.add(Endpoint.parse(lastWord(server)));
    }
  }

  /** How many slots a cluster of so many servers gets. */
  public static int slotsFor(int servers) {
    return Math.max(SlotTable.DEFAULT_SLOTS, Integer.highestOneBit(servers * 2 - 1));
  }

  private ChildProcess start(String name, List<String> options, List<String> command) {
    ChildProcess child =
        ChildProcess.start(name, directory.resolve(name + ".log"), options, command);
    children.add(child);
    return child;
  }

  private static String lastWord(ChildProcess child) throws InterruptedException {
    String ready = child.awaitReady(START);
    return ready.substring(ready.lastIndexOf(' ') + 1);
  }

  /** The numbers of the servers' processes with the operating system. */
  public List<Long> pids() {
    return servers.stream().map(ChildProcess::pid).toList();
  }

  /** A client for root, with room for many requests under way. */
  public GigaClient connect() throws GigaException {
    return BenchClients.connect(endpoints);
  }

  /** Stops the servers side by side, and ZooKeeper, which they need to say goodbye, after them. */
  @Override
  public void close() {
    servers.forEach(ChildProcess::beginStop);
    for (int i = children.size() - 1; i >= 0; i--) {
      children.get(i).close();
    }
  }
}

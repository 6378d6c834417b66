package io.gigafs.server.command;

import io.gigafs.cli.ChildProcess;
import io.gigafs.cluster.ClusterSettings;
import io.gigafs.cluster.Endpoint;
import io.gigafs.cluster.SlotTable;
import io.gigafs.cluster.zookeeper.ClusterFormatter;
import io.gigafs.cluster.zookeeper.ZooKeeperAddress;
import io.gigafs.cluster.zookeeper.ZooKeeperSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A new cluster with ZooKeeper and each server in a process of its own: on loopback, with free
 * ports, below one directory. All processes end with this one at the latest. Thread-safe: one
 * thread may close it while another starts it.
 */
public final class ServerProcesses implements AutoCloseable {
  private static final Duration START = Duration.ofSeconds(90);

  private final Path directory;
  private final JavaOptions javaOptions;
  private final Runnable onDeath;

  /**
   * ZooKeeper, then servers in the order of their names; guarded by this, as are all fields below.
   */
  private final List<ChildProcess> children = new ArrayList<>();

  private List<Endpoint> endpoints = List.of();
  private boolean closed;

  /** Java options of ZooKeeper and of each server. */
  public record JavaOptions(List<String> zooKeeper, List<String> server) {}

  /**
   * A cluster that has not been started.
   *
   * @param directory for all data and logs; created if missing
   * @param onDeath called when a process ends unexpectedly; on any thread
   */
  public ServerProcesses(Path directory, JavaOptions javaOptions, Runnable onDeath) {
    this.directory = directory;
    this.javaOptions = javaOptions;
    this.onDeath = onDeath;
  }

  /** Starts ZooKeeper, then the servers in parallel; returns when all serve. */
  public void start(int servers, ClusterSettings settings)
      throws IOException, InterruptedException {
    start(servers, settings, List.of());
  }

  /**
   * Starts a cluster as above, with options of each server.
   *
   * @param options of {@code giga server}
   */
  public void start(int servers, ClusterSettings settings, List<String> options)
      throws IOException, InterruptedException {
    Files.createDirectories(directory);
    ZooKeeperAddress address =
        ZooKeeperAddress.parse(
            lastWord(
                started(
                    "zookeeper",
                    javaOptions.zooKeeper(),
                    List.of("zookeeper", "--data", directory.resolve("zookeeper").toString()))));
    ClusterFormatter.format(ZooKeeperSettings.of(address), slotsFor(servers), servers, settings);
    List<ChildProcess> started = new ArrayList<>();
    for (int i = 1; i <= servers; i++) {
      String name = "s" + i;
      started.add(started(name, javaOptions.server(), server(name, address, options)));
    }
    List<Endpoint> serving = new ArrayList<>();
    for (ChildProcess server : started) {
      serving.add(Endpoint.parse(lastWord(server)));
    }
    synchronized (this) {
      endpoints = List.copyOf(serving);
    }
  }

  private List<String> server(String name, ZooKeeperAddress address, List<String> options) {
    List<String> command =
        new ArrayList<>(
            List.of(
                "server",
                "--zk",
                address.toString(),
                "--id",
                name,
                "--data",
                directory.resolve(name).toString(),
                "--listen",
                "127.0.0.1:0",
                "--volume-roots",
                DevVolumes.of(directory).toString()));
    command.addAll(options);
    return command;
  }

  /** Number of slots of a cluster with this many servers. */
  public static int slotsFor(int servers) {
    return Math.max(SlotTable.DEFAULT_SLOTS, Integer.highestOneBit(servers * 2 - 1));
  }

  private synchronized ChildProcess started(
      String name, List<String> options, List<String> command) {
    if (closed) {
      throw new IllegalStateException("the cluster is being stopped");
    }
    ChildProcess child =
        ChildProcess.start(name, directory.resolve(name + ".log"), options, command);
    children.add(child);
    child.onEnd(this::ended);
    return child;
  }

  private synchronized void ended() {
    if (!closed) {
      onDeath.run();
    }
  }

  private static String lastWord(ChildProcess child) throws InterruptedException {
    String ready = child.awaitReady(START);
    return ready.substring(ready.lastIndexOf(' ') + 1);
  }

  /** Addresses of the servers, in the order of their names; empty until all serve. */
  public synchronized List<Endpoint> endpoints() {
    return endpoints;
  }

  /** Operating-system ids of the servers' processes. */
  public synchronized List<Long> pids() {
    return children.stream().skip(1).map(ChildProcess::pid).toList();
  }

  /** Processes that ended unexpectedly. */
  synchronized List<ChildProcess> dead() {
    return children.stream().filter(child -> !child.isAlive()).toList();
  }

  /** Stops the servers in parallel, then ZooKeeper, which they need for a clean stop. */
  @Override
  public synchronized void close() {
    closed = true;
    children.stream().skip(1).forEach(ChildProcess::beginStop);
    for (int i = children.size() - 1; i >= 0; i--) {
      children.get(i).close();
    }
    children.clear();
  }
}

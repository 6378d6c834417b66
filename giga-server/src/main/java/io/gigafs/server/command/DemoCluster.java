package io.gigafs.server.command;

import io.gigafs.cli.ChildProcess;
import io.gigafs.cli.CommandException;
import io.gigafs.cluster.ClusterSettings;
import io.gigafs.cluster.Endpoint;
import io.gigafs.cluster.SlotTable;
import io.gigafs.cluster.zookeeper.ClusterFormatter;
import io.gigafs.cluster.zookeeper.ZooKeeperAddress;
import io.gigafs.cluster.zookeeper.ZooKeeperSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A new cluster of separate processes on loopback, with free ports, below one directory. */
final class DemoCluster implements AutoCloseable {
  private static final Duration START = Duration.ofSeconds(90);
  private static final int ZOOKEEPER_HEAP_MEGABYTES = 192;
  private static final int SERVER_HEAP_MEGABYTES = 384;
  private static final int MOUNT_HEAP_MEGABYTES = 256;

  private final Path directory;
  private final Runnable onDeath;
  private final List<ChildProcess> children = new ArrayList<>();
  private final List<Endpoint> endpoints = new ArrayList<>();
  private boolean closed;

  /**
   * @param onDeath done when a process ends that nobody told to; on any thread
   */
  DemoCluster(Path directory, Runnable onDeath) {
    this.directory = directory;
    this.onDeath = onDeath;
  }

  /** Starts ZooKeeper, then the servers side by side; returns when all serve. */
  void start(int servers, int splitThreshold) throws InterruptedException {
    ChildProcess zooKeeper =
        child(
            "zookeeper",
            ZOOKEEPER_HEAP_MEGABYTES,
            List.of("zookeeper", "--data", directory.resolve("zookeeper").toString()));
    ZooKeeperAddress address = ZooKeeperAddress.parse(lastWord(zooKeeper.awaitReady(START)));
    int slots = Math.max(SlotTable.DEFAULT_SLOTS, Integer.highestOneBit(servers * 2 - 1));
    ClusterFormatter.format(
        ZooKeeperSettings.of(address), slots, servers, new ClusterSettings(splitThreshold));
    List<ChildProcess> started = new ArrayList<>();
    for (int i = 1; i <= servers; i++) {
      String name = "s" + i;
      started.add(
          child(
              name,
              SERVER_HEAP_MEGABYTES,
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
    for (ChildProcess server : started) {
      endpoints.add(Endpoint.parse(lastWord(server.awaitReady(START))));
    }
    DevVolumes.add(endpoints, directory, servers);
  }

  List<Endpoint> endpoints() {
    return endpoints;
  }

  /**
   * Mounts the cluster, until it is closed.
   *
   * @throws CommandException if that cannot be done here; says why
   */
  void mount(Path mountPoint) throws InterruptedException {
    String uri =
        "giga://"
            + endpoints.stream().map(Endpoint::toString).collect(Collectors.joining(","))
            + "/";
    ChildProcess mount;
    synchronized (children) {
      mount =
          start("mount", MOUNT_HEAP_MEGABYTES, List.of("mount", "-f", uri, mountPoint.toString()));
    }
    try {
      mount.awaitReady(START);
    } catch (CommandException e) {
      synchronized (children) {
        children.remove(mount);
      }
      mount.close();
      throw e;
    }
  }

  /** Processes that ended although nobody told them to. */
  List<ChildProcess> dead() {
    synchronized (children) {
      return children.stream().filter(child -> !child.isAlive()).toList();
    }
  }

  private ChildProcess child(String name, int heapMegabytes, List<String> command) {
    synchronized (children) {
      ChildProcess child = start(name, heapMegabytes, command);
      child.onEnd(this::ended);
      return child;
    }
  }

  /** Starts a process that stops with the cluster; only with the lock. */
  private ChildProcess start(String name, int heapMegabytes, List<String> command) {
    if (closed) {
      throw new IllegalStateException("the demo is being stopped");
    }
    ChildProcess child =
        ChildProcess.start(
            name,
            directory.resolve(name + ".log"),
            List.of("-Xmx" + heapMegabytes + "m", "-XX:+UseSerialGC"),
            command);
    children.add(child);
    return child;
  }

  private void ended() {
    synchronized (children) {
      if (!closed) {
        onDeath.run();
      }
    }
  }

  private static String lastWord(String line) {
    return line.substring(line.lastIndexOf(' ') + 1);
  }

  /** Stops the servers side by side, and ZooKeeper, which they need to say goodbye, after them. */
  @Override
  public void close() {
    synchronized (children) {
      closed = true;
      children.stream().skip(1).forEach(ChildProcess::beginStop);
      for (int i = children.size() - 1; i >= 0; i--) {
        children.get(i).close();
      }
      children.clear();
    }
  }
}

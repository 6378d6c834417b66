package io.gigafs.server.command;

import io.gigafs.cli.CommandException;
import io.gigafs.cli.ErrorText;
import io.gigafs.cluster.ClusterFormat;
import io.gigafs.cluster.ClusterSettings;
import io.gigafs.cluster.Endpoint;
import io.gigafs.cluster.MembershipException;
import io.gigafs.cluster.ServerId;
import io.gigafs.cluster.SlotTable;
import io.gigafs.cluster.zookeeper.ClusterFormatter;
import io.gigafs.cluster.zookeeper.EmbeddedZooKeeper;
import io.gigafs.cluster.zookeeper.ZooKeeperMembership;
import io.gigafs.cluster.zookeeper.ZooKeeperSettings;
import io.gigafs.server.GigaServer;
import io.gigafs.server.ServerSettings;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * A cluster in this process, with its data in a directory that it alone uses: {@code zookeeper},
 * {@code s1}, {@code s2} and so on below it. Servers start side by side, as each waits for all.
 */
final class DevCluster implements AutoCloseable {
  private static final String HOST = "127.0.0.1";

  private final Deque<AutoCloseable> owned = new ArrayDeque<>();
  private final List<Endpoint> endpoints = new ArrayList<>();
  private final Path log;

  private DevCluster(Path log) {
    this.log = log;
  }

  /**
   * Starts a cluster, a new one or that of the directory.
   *
   * @param wanted how many servers; null for as many as the cluster has
   * @param basePort the first server's port; 0 for free ones
   */
  static DevCluster start(
      Path directory,
      @Nullable Integer wanted,
      int defaultServers,
      int basePort,
      int splitThreshold) {
    DirectoryLock lock = DirectoryLock.of(directory, "another dev-cluster runs on it");
    Path log = directory.resolve("dev-cluster.log").toAbsolutePath();
    LogFile.use(log);
    DevCluster cluster = new DevCluster(log);
    cluster.owned.push(lock);
    try {
      cluster.startAll(directory, wanted, defaultServers, basePort, splitThreshold);
      return cluster;
    } catch (RuntimeException e) {
      cluster.close();
      throw CommandException.failed(ErrorText.of(e) + " (log: " + log + ")", e);
    }
  }

  /** Where the servers listen. */
  List<Endpoint> endpoints() {
    return endpoints;
  }

  Path log() {
    return log;
  }

  private void startAll(
      Path directory,
      @Nullable Integer wanted,
      int defaultServers,
      int basePort,
      int splitThreshold) {
    EmbeddedZooKeeper zooKeeper = EmbeddedZooKeeper.start(directory.resolve("zookeeper"), 0);
    owned.push(zooKeeper);
    ZooKeeperSettings settings = ZooKeeperSettings.of(zooKeeper.address());
    int servers = format(settings, wanted, defaultServers, splitThreshold).initialServers();
    if (wanted != null && wanted != servers) {
      throw CommandException.failed(
          directory
              + " holds a cluster of "
              + servers
              + " servers: leave --servers out, or name another --dir");
    }
    startServers(directory, settings, servers, basePort);
    DevVolumes.add(endpoints, directory, servers);
  }

  private static ClusterFormat format(
      ZooKeeperSettings settings,
      @Nullable Integer wanted,
      int defaultServers,
      int splitThreshold) {
    try {
      return ClusterFormatter.read(settings);
    } catch (MembershipException e) {
      // No cluster yet: ZooKeeper itself is right here and answers.
      int servers = wanted == null ? defaultServers : wanted;
      int slots = Math.max(SlotTable.DEFAULT_SLOTS, Integer.highestOneBit(servers * 2 - 1));
      return ClusterFormatter.format(settings, slots, servers, new ClusterSettings(splitThreshold));
    }
  }

  private void startServers(
      Path directory, ZooKeeperSettings zooKeeper, int servers, int basePort) {
    // Daemons: those that still wait for one that failed must not keep the process.
    ExecutorService starters = Executors.newFixedThreadPool(servers, DevCluster::daemon);
    ExecutorCompletionService<GigaServer> starting = new ExecutorCompletionService<>(starters);
    for (int i = 0; i < servers; i++) {
      ServerSettings settings =
          ServerSettings.of(
              new ServerId("s" + (i + 1)),
              directory.resolve("s" + (i + 1)).toAbsolutePath(),
              new Endpoint(HOST, basePort == 0 ? 0 : basePort + i));
      starting.submit(() -> GigaServer.start(settings, ZooKeeperMembership.open(zooKeeper)));
    }
    starters.shutdown();
    for (int i = 0; i < servers; i++) {
      GigaServer server = started(starting);
      owned.push(server);
      endpoints.add(server.endpoint());
    }
    endpoints.sort(Comparator.comparingInt(Endpoint::port));
  }

  /** The next server to have started; the first that failed ends the wait for the others. */
  private static GigaServer started(ExecutorCompletionService<GigaServer> starting) {
    try {
      return starting.take().get();
    } catch (ExecutionException e) {
      throw CommandException.failed(String.valueOf(ErrorText.unwrap(e).getMessage()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CommandException.failed("interrupted while servers start", e);
    }
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "giga-start");
    thread.setDaemon(true);
    return thread;
  }

  /** Closes everything in the reverse order; the first failure is told in the end. */
  @Override
  public void close() {
    @Nullable Exception failure = null;
    while (!owned.isEmpty()) {
      try {
        owned.pop().close();
      } catch (Exception e) {
        failure = failure == null ? e : failure;
      }
    }
    if (failure != null) {
      throw new IllegalStateException("could not stop the cluster cleanly", failure);
    }
  }
}

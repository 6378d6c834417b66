package io.gigafs.server.command;

import io.gigafs.cli.CommandException;
import io.gigafs.cli.ErrorText;
import io.gigafs.cluster.ClusterFormat;
import io.gigafs.cluster.ClusterSettings;
import io.gigafs.cluster.Endpoint;
import io.gigafs.cluster.MembershipException;
import io.gigafs.cluster.SlotTable;
import io.gigafs.cluster.zookeeper.ClusterCopy;
import io.gigafs.cluster.zookeeper.ClusterFormatter;
import io.gigafs.cluster.zookeeper.EmbeddedZooKeeper;
import io.gigafs.cluster.zookeeper.ZooKeeperMembership;
import io.gigafs.cluster.zookeeper.ZooKeeperSettings;
import io.gigafs.server.GigaServer;
import io.gigafs.server.ServerSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * A cluster in this process, with its data in a directory of its own: {@code zookeeper}, {@code
 * s1}, {@code s2} and so on. Servers start in parallel, as each waits for all.
 */
final class DevCluster implements AutoCloseable {
  static final int DEFAULT_SERVERS = 3;

  /** Settings of each server that the cluster determines by itself. */
  static final Set<ServerSetting> OWN_SETTINGS =
      EnumSet.of(
          ServerSetting.ZK,
          ServerSetting.ID,
          ServerSetting.DATA,
          ServerSetting.LISTEN,
          ServerSetting.CACHE_DIR);

  private static final String HOST = "127.0.0.1";

  /**
   * Parameters of the cluster.
   *
   * @param servers their number; null for that of the directory's existing cluster
   * @param basePort the first server's port; 0 for free ones
   * @param settings of a new cluster
   * @param serverSettings of all servers, none of {@link #OWN_SETTINGS}
   * @param acceptsLoss whether servers start without data that their stores have lost
   */
  record Plan(
      Path directory,
      @Nullable Integer servers,
      int basePort,
      ClusterSettings settings,
      Map<ServerSetting, GivenSetting> serverSettings,
      boolean acceptsLoss) {
    private static final String NOWHERE = HOST + ":1";

    /** Rejects invalid server settings before anything is started. */
    Plan {
      serverSettings = Map.copyOf(serverSettings);
      server(directory, basePort, serverSettings, 1, NOWHERE);
    }

    private ServerSettings server(int number, String zooKeeper) {
      return server(directory, basePort, serverSettings, number, zooKeeper).toBuilder()
          .acceptsLoss(acceptsLoss)
          .build();
    }

    private static ServerSettings server(
        Path directory,
        int basePort,
        Map<ServerSetting, GivenSetting> given,
        int number,
        String zooKeeper) {
      Map<ServerSetting, GivenSetting> all = new EnumMap<>(ServerSetting.class);
      all.putAll(given);
      String id = "s" + number;
      int port = basePort == 0 ? 0 : basePort + number - 1;
      all.put(ServerSetting.ZK, own(zooKeeper));
      all.put(ServerSetting.ID, own(id));
      all.put(ServerSetting.DATA, own(directory.resolve(id).toAbsolutePath().toString()));
      all.put(ServerSetting.LISTEN, own(HOST + ":" + port));
      ServerSettings settings = ServerConfiguration.of(all).server();
      return settings.toBuilder()
          .volumeRoots(settings.volumeRoots().and(DevVolumes.of(directory)))
          .build();
    }

    private static GivenSetting own(String value) {
      return new GivenSetting(value, "dev-cluster");
    }
  }

  private final Deque<AutoCloseable> owned = new ArrayDeque<>();
  private final List<Endpoint> endpoints = new ArrayList<>();
  private final Path log;

  private DevCluster(Path log) {
    this.log = log;
  }

  /** Starts a cluster, a new one or the directory's existing one. */
  static DevCluster start(Plan plan) {
    Path directory = plan.directory();
    ProcessLock lock = ProcessLock.of(directory, "another dev-cluster runs on it");
    Path log = directory.resolve("dev-cluster.log").toAbsolutePath();
    ServerLogFile.use(log);
    DevCluster cluster = new DevCluster(log);
    cluster.owned.push(lock);
    try {
      cluster.startAll(plan);
      return cluster;
    } catch (RuntimeException e) {
      cluster.close();
      throw CommandException.failed(ErrorText.of(e) + " (log: " + log + ")", e);
    }
  }

  /** The addresses on which the servers listen. */
  List<Endpoint> endpoints() {
    return endpoints;
  }

  Path log() {
    return log;
  }

  private void startAll(Plan plan) {
    Path directory = plan.directory();
    EmbeddedZooKeeper zooKeeper = EmbeddedZooKeeper.start(directory.resolve("zookeeper"), 0);
    owned.push(zooKeeper);
    ZooKeeperSettings settings = ZooKeeperSettings.of(zooKeeper.address());
    int servers = format(settings, plan).initialServers();
    if (plan.servers() != null && plan.servers() != servers) {
      throw CommandException.failed(
          directory
              + " holds a cluster of "
              + servers
              + " servers: leave --servers out, or name another --dir");
    }
    startServers(plan, settings, servers);
    DevVolumes.add(endpoints, directory, servers);
  }

  private static ClusterFormat format(ZooKeeperSettings settings, Plan plan) {
    try {
      return ClusterFormatter.read(settings);
    } catch (MembershipException e) {
      Path first = plan.directory().resolve("s1").toAbsolutePath();
      if (Files.exists(first)) {
        throw CommandException.failed(
            plan.directory().resolve("zookeeper")
                + " has lost the records of the cluster whose data are in "
                + first
                + " and beside it ("
                + ErrorText.of(e)
                + "): restore it from a copy; or run giga zookeeper on it, and giga format --restore"
                + " with each server's "
                + ClusterCopy.FILE
                + "; or delete all of "
                + plan.directory()
                + " to start again",
            e);
      }
      // No cluster yet: ZooKeeper itself is local and answers.
      int servers = plan.servers() == null ? DEFAULT_SERVERS : plan.servers();
      int slots = Math.max(SlotTable.DEFAULT_SLOTS, Integer.highestOneBit(servers * 2 - 1));
      return ClusterFormatter.format(settings, slots, servers, plan.settings());
    }
  }

  private void startServers(Plan plan, ZooKeeperSettings zooKeeper, int servers) {
    // Daemon threads: after a failed start, those that still wait must not keep the process alive.
    ExecutorService starters = Executors.newFixedThreadPool(servers, DevCluster::daemon);
    ExecutorCompletionService<GigaServer> starting = new ExecutorCompletionService<>(starters);
    for (int i = 1; i <= servers; i++) {
      ServerSettings settings = plan.server(i, zooKeeper.address().toString());
      starting.submit(
          () ->
              GigaServer.start(
                  settings,
                  ZooKeeperMembership.open(
                      zooKeeper, settings.dataDirectory().resolve(ClusterCopy.FILE))));
    }
    starters.shutdown();
    for (int i = 0; i < servers; i++) {
      GigaServer server = started(starting);
      owned.push(server);
      endpoints.add(server.endpoint());
    }
    endpoints.sort(Comparator.comparingInt(Endpoint::port));
  }

  /** The next server that has started; the first failure ends the wait for the others. */
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

  /** Closes everything in the reverse order; reports the first failure at the end. */
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

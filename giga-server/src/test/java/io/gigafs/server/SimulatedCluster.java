package io.gigafs.server;

import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.ClientSettings;
import io.gigafs.client.GigaClients;
import io.gigafs.cluster.ClusterSettings;
import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.Endpoint;
import io.gigafs.cluster.ServerId;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.cluster.SlotTable;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.GigaException;
import io.gigafs.server.crash.CrashPoint;
import io.gigafs.tablefs.Durability;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.function.BiConsumer;

/**
 * A whole cluster in one thread: real servers and clients over a simulated network, clocks and
 * disks.
 *
 * <p>Slot {@code n} belongs to server {@code n % servers}; the root's partition {@code i} is on
 * slot {@code i}.
 */
public final class SimulatedCluster {
  private static final int PORT = 1000;

  /** A sweep, an outcome asked for, a walk tried again: all have happened at least twice. */
  private static final long SETTLING_MILLIS = 30_000;

  private final Simulation simulation;
  private final SimulatedNetwork network;
  private final ClusterView view;
  private final List<SimulatedServer> servers = new ArrayList<>();
  private int clients;

  private SimulatedCluster(Path directory, Setup setup) {
    this.simulation = new Simulation(setup.seed);
    this.network = new SimulatedNetwork(simulation);
    List<ServerInfo> infos = new ArrayList<>();
    for (int i = 0; i < setup.servers; i++) {
      infos.add(new ServerInfo(new ServerId("s" + i), new Endpoint("s" + i, PORT)));
    }
    this.view =
        new ClusterView(
            new UUID(1, setup.seed),
            1,
            new ClusterSettings(setup.splitThreshold),
            infos,
            SlotTable.interleaved(setup.slots, setup.servers));
    for (ServerInfo info : infos) {
      servers.add(
          new SimulatedServer(
              simulation,
              network,
              view,
              info,
              setup.durability,
              setup.sabotage,
              directory.resolve(setup.seed + "-" + info.id())));
    }
    servers.forEach(SimulatedServer::start);
  }

  /**
   * How a cluster is made.
   *
   * @param slots a power of two, at least as many as servers
   */
  public record Setup(
      long seed,
      int servers,
      int slots,
      int splitThreshold,
      Durability durability,
      Sabotage sabotage) {
    /** Four servers, sixteen slots, partitions of at most eight entries. */
    public static Setup seeded(long seed) {
      return new Setup(seed, 4, 16, 8, Durability.INTERVAL, Sabotage.NONE);
    }

    public Setup withServers(int newServers, int newSlots) {
      return new Setup(seed, newServers, newSlots, splitThreshold, durability, sabotage);
    }

    public Setup withSplitThreshold(int newSplitThreshold) {
      return new Setup(seed, servers, slots, newSplitThreshold, durability, sabotage);
    }

    public Setup withDurability(Durability newDurability) {
      return new Setup(seed, servers, slots, splitThreshold, newDurability, sabotage);
    }

    /** With bugs in the servers. */
    Setup withSabotage(Sabotage newSabotage) {
      return new Setup(seed, servers, slots, splitThreshold, durability, newSabotage);
    }

    /** Starts the cluster; files of splits go below the directory. */
    public SimulatedCluster start(Path directory) {
      return new SimulatedCluster(directory, this);
    }
  }

  public Simulation simulation() {
    return simulation;
  }

  public SimulatedNetwork network() {
    return network;
  }

  public ClusterView view() {
    return view;
  }

  public List<SimulatedServer> servers() {
    return List.copyOf(servers);
  }

  public SimulatedServer server(int number) {
    return servers.get(number);
  }

  /** The server that holds a slot. */
  public SimulatedServer holderOf(int slot) {
    return servers.get(slot % servers.size());
  }

  /** A new client that acts for the superuser. */
  public SimulatedClient client() {
    return client(Duration.ofSeconds(60));
  }

  /** Likewise, with operations that may take so long. */
  public SimulatedClient client(Duration timeout) {
    SimulatedProcess process = new SimulatedProcess(simulation, "c" + clients++);
    ClientSettings settings =
        ClientSettings.of(view.servers().stream().map(ServerInfo::endpoint).toList())
            .withCaller(Caller.ROOT)
            .withTimeout(timeout);
    try {
      AsyncGigaClient client =
          simulation.await(
              GigaClients.open(
                  settings,
                  (id, listener) -> network.connect(process, id, listener::notice),
                  process.clock(),
                  process,
                  new Random(simulation.random().nextLong())));
      return new SimulatedClient(simulation, process, client);
    } catch (GigaException e) {
      throw new AssertionError("seed " + simulation.seed(), e);
    }
  }

  /** Something that speaks the protocol by hand. */
  public RawClient rawClient() {
    return new RawClient(
        this, new SimulatedProcess(simulation, "c" + clients++), simulation.random().nextLong());
  }

  /** Starts the servers that are down, mends the network and lets everything come to rest. */
  public void heal() {
    network.heal();
    for (SimulatedServer server : servers) {
      server.disk().heal();
      server.slowDisk(() -> 0);
      server.startIfDown();
    }
    simulation.runMillis(SETTLING_MILLIS);
  }

  /** Is told of the crash points that servers come to; may end them there. */
  public void watchCrashPoints(BiConsumer<SimulatedServer, CrashPoint> watcher) {
    for (SimulatedServer server : servers) {
      server.watchCrashPoints(point -> watcher.accept(server, point));
    }
  }

  /** Checks what has to hold whenever nothing is under way, and returns what the servers hold. */
  public ClusterContents check() {
    return ClusterContents.check(this);
  }
}

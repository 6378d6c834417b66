package io.gigafs.server;

import io.gigafs.cache.CacheStore;
import io.gigafs.cache.memory.MemoryCacheStore;
import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.ClientSettings;
import io.gigafs.client.ClientSettings.AttributeCacheSettings;
import io.gigafs.client.ClientSettings.DataPath;
import io.gigafs.client.DelegationSettings;
import io.gigafs.client.connect.DataCacheResources;
import io.gigafs.client.connect.GigaClients;
import io.gigafs.client.connect.GigaClients.VolumeResources;
import io.gigafs.cluster.ClusterFormat;
import io.gigafs.cluster.ClusterSettings;
import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.Endpoint;
import io.gigafs.cluster.ServerId;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.cluster.SlotPlanner;
import io.gigafs.cluster.VolumeChanges;
import io.gigafs.cluster.VolumeInfo;
import io.gigafs.cluster.VolumeSettings;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.GigaException;
import io.gigafs.server.crash.CrashPoint;
import io.gigafs.server.data.GroupCache;
import io.gigafs.tablefs.Durability;
import io.gigafs.volume.MemoryStorage;
import io.gigafs.volume.MemoryVolume;
import io.gigafs.volume.OpenVolumes;
import io.gigafs.volume.VolumeException;
import io.gigafs.volume.VolumeMark;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A whole cluster in one thread: real servers and clients over a simulated network, clocks and
 * disks.
 *
 * <p>Slot {@code n} belongs to server {@code n % servers}; the root's partition {@code i} is on
 * slot {@code i}.
 */
public final class SimulatedCluster {
  private static final long[] CARRIED_BYTES = {-1, 1 << 20, 150};
  private static final int PORT = 1000;
  private static final long NANOS_PER_MILLI = 1_000_000L;

  /**
   * Enough for two sweeps, outcome requests and walks, and for a retry of a disk that failed
   * repeatedly, which comes after a minute.
   */
  private static final long SETTLING_MILLIS = 100_000;

  private final Simulation simulation;
  private final SimulatedNetwork network;
  private final ClusterFormat format;
  private final MemoryStorage storage = new MemoryStorage();
  private final DelegationSettings delegation;
  private final AttributeCacheSettings attributeCacheSettings;
  private final int splitHeat;
  private final long cacheBytes;
  private ClusterView view;
  private final List<SimulatedServer> servers = new ArrayList<>();
  private int clients;

  private SimulatedCluster(Path directory, Setup setup) {
    this.simulation = new Simulation(setup.seed);
    this.delegation = setup.delegation;
    this.attributeCacheSettings = setup.attributeCacheSettings;
    this.splitHeat = setup.splitHeat;
    this.cacheBytes = setup.cacheBytes;
    this.network = new SimulatedNetwork(simulation);
    List<ServerInfo> infos = new ArrayList<>();
    for (int i = 0; i < setup.servers; i++) {
      infos.add(new ServerInfo(new ServerId("s" + i), new Endpoint("s" + i, PORT), cacheBytes));
    }
    List<ServerInfo> members = infos.subList(0, setup.servers - setup.spares);
    this.format =
        new ClusterFormat(
            new UUID(1, setup.seed), setup.slots, members.size(), setup.settings(directory));
    this.view = SlotPlanner.plan(format, members, null).orElseThrow();
    for (ServerInfo info : infos) {
      servers.add(
          new SimulatedServer(
              simulation,
              network,
              this,
              info,
              setup.durability,
              setup.sabotage,
              directory.resolve(setup.seed + "-" + info.id())));
    }
    servers.subList(0, members.size()).forEach(SimulatedServer::start);
  }

  /** The settings of a cluster. Immutable. */
  public static final class Setup {
    private final long seed;

    /** The number of all servers. */
    private int servers = 4;

    /** The number of servers that join later; they are the last ones. */
    private int spares;

    /** A power of two, at least as many as servers. */
    private int slots = 16;

    private ClusterSettings settings = new ClusterSettings(8);
    private Durability durability = Durability.INTERVAL;
    private PlantedFault sabotage = PlantedFault.NONE;
    private DelegationSettings delegation = DelegationSettings.NEVER;
    private AttributeCacheSettings attributeCacheSettings = AttributeCacheSettings.NONE;

    /** Requests a second from which on partitions split for heat; 0 for never. */
    private int splitHeat;

    /** The bytes of each server's part of the cache group; 0 for none. */
    private long cacheBytes;

    /** Whether rows that go as files use a transfer directory. */
    private boolean sharesFiles;

    private Setup(long seed) {
      this.seed = seed;
    }

    /** Four servers, sixteen slots, partitions of at most eight entries. */
    public static Setup seeded(long seed) {
      return new Setup(seed);
    }

    private Setup with(Consumer<Setup> change) {
      Setup copy = new Setup(seed);
      copy.servers = servers;
      copy.spares = spares;
      copy.slots = slots;
      copy.settings = settings;
      copy.durability = durability;
      copy.sabotage = sabotage;
      copy.delegation = delegation;
      copy.attributeCacheSettings = attributeCacheSettings;
      copy.splitHeat = splitHeat;
      copy.cacheBytes = cacheBytes;
      copy.sharesFiles = sharesFiles;
      change.accept(copy);
      return copy;
    }

    public Setup withServers(int newServers, int newSlots) {
      return with(
          copy -> {
            copy.servers = newServers;
            copy.slots = newSlots;
          });
    }

    public Setup withSplitThreshold(int newSplitThreshold) {
      return with(
          copy -> copy.settings = new ClusterSettings(newSplitThreshold, settings.inlineLimit()));
    }

    /** With an inline limit of about this many bytes. */
    public Setup withInlineLimit(int newInlineLimit) {
      return with(
          copy -> copy.settings = new ClusterSettings(settings.splitThreshold(), newInlineLimit));
    }

    public Setup withDurability(Durability newDurability) {
      return with(copy -> copy.durability = newDurability);
    }

    /** With a number of further servers that join later. */
    public Setup withSpares(int more) {
      return with(
          copy -> {
            copy.servers += more;
            copy.spares += more;
          });
    }

    /** With planted bugs in the servers. */
    Setup withSabotage(PlantedFault newSabotage) {
      return with(copy -> copy.sabotage = newSabotage);
    }

    /** With clients that get delegations. */
    public Setup withDelegation(DelegationSettings newDelegation) {
      return with(copy -> copy.delegation = newDelegation);
    }

    /** With clients that cache attributes. */
    public Setup withAttributeCacheSettings(AttributeCacheSettings newAttributeCacheSettings) {
      return with(copy -> copy.attributeCacheSettings = newAttributeCacheSettings);
    }

    /** With partitions that split for heat from a rate of requests a second on. */
    public Setup withSplitHeat(int newSplitHeat) {
      return with(copy -> copy.splitHeat = newSplitHeat);
    }

    /** With servers that each cache up to this many bytes of blocks in memory for all clients. */
    public Setup withCaches(long newCacheBytes) {
      return with(copy -> copy.cacheBytes = newCacheBytes);
    }

    /** With a transfer directory for some of the seeds. */
    Setup withSharedFilesByTurns() {
      return withSharedFiles(Math.floorMod(seed / CARRIED_BYTES.length, 2L) == 1);
    }

    /** With or without a transfer directory. */
    public Setup withSharedFiles(boolean newSharesFiles) {
      return with(copy -> copy.sharesFiles = newSharesFiles);
    }

    /** The number of all servers. */
    public int servers() {
      return servers;
    }

    /** Creates the transfer directory if one is set. */
    private ClusterSettings settings(Path directory) {
      if (!sharesFiles) {
        return settings;
      }
      Path transfers = directory.toAbsolutePath().resolve(seed + "-transfers");
      try {
        return settings.withTransferDirectory(Files.createDirectories(transfers).toString());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    boolean delegates() {
      return !delegation.equals(DelegationSettings.NEVER);
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

  /** The owner of a slot. */
  public SimulatedServer holderOf(int slot) {
    return servers.get(view.placeOf(view.ownerOf(slot).id()));
  }

  /**
   * Changes the view as servers do through their membership: it applies at once, and running
   * servers learn of it a little later.
   */
  public void change(UnaryOperator<ClusterView> change) {
    ClusterView changed = change.apply(view);
    if (!changed.equals(view)) {
      view = changed;
      for (SimulatedServer server : servers) {
        long delayMillis = simulation.random().nextInt(50);
        simulation.after(delayMillis * NANOS_PER_MILLI, () -> server.hear(changed));
      }
      plan();
    }
  }

  /** Runs the leader's planner, as after joins and view changes. */
  public void plan() {
    simulation.after(
        NANOS_PER_MILLI,
        () ->
            change(
                now ->
                    SlotPlanner.plan(
                            format,
                            servers.stream()
                                .filter(SimulatedServer::isUp)
                                .map(SimulatedServer::info)
                                .toList(),
                            now)
                        .orElseThrow()));
  }

  /** The storage of volumes. */
  public MemoryStorage storage() {
    return storage;
  }

  /** Adds a volume {@code memory:///name} that is empty; returns its storage, to make it fail. */
  public MemoryVolume addVolume(String name) {
    return addVolume(name, VolumeInfo.State.ACTIVE);
  }

  /** Adds a volume in a state. */
  public MemoryVolume addVolume(String name, VolumeInfo.State state) {
    URI uri = URI.create("memory:///" + name);
    MemoryVolume volume = storage.volume(uri);
    volume.setWallClock(this::wallNanos);
    try {
      storage.prepare(uri, new VolumeMark(view.clusterId(), view.nextVolume()), false);
    } catch (VolumeException e) {
      throw new AssertionError("seed " + simulation.seed(), e);
    }
    change(now -> VolumeChanges.add(now, uri, state, VolumeSettings.UNCHANGED));
    return volume;
  }

  /** Creates a client of the superuser. */
  public SimulatedClient client() {
    return client(Duration.ofSeconds(60));
  }

  /** Creates a client with this timeout. */
  public SimulatedClient client(Duration timeout) {
    return client(timeout, DataPath.CLIENT);
  }

  /** Creates a client with this timeout and data path. */
  public SimulatedClient client(Duration timeout, DataPath dataPath) {
    return client(timeout, dataPath, null, 0);
  }

  /**
   * Creates a client that caches the data of files on volumes.
   *
   * @param cache the cache, or null for none
   * @param blockBytes the length of its blocks
   */
  public SimulatedClient client(
      Duration timeout, DataPath dataPath, @Nullable CacheStore cache, int blockBytes) {
    SimulatedProcess process = new SimulatedProcess(simulation, "c" + clients++);
    ClientSettings settings =
        ClientSettings.builder(view.servers().stream().map(ServerInfo::endpoint).toList())
            .caller(Caller.ROOT)
            .timeout(timeout)
            .dataPath(dataPath)
            .delegation(delegation)
            .attributeCacheSettings(attributeCacheSettings)
            .build();
    try {
      AsyncGigaClient client =
          simulation.await(
              GigaClients.open(
                  settings,
                  (id, listener) -> network.connect(process, id, listener::notice),
                  process.clock(),
                  process,
                  new Random(simulation.random().nextLong()),
                  new VolumeResources(
                      new OpenVolumes(List.of(storage)),
                      process.executor(),
                      cache == null
                          ? null
                          : new DataCacheResources(
                              cache, process.executor(), blockBytes, () -> {}))));
      return new SimulatedClient(simulation, process, client);
    } catch (GigaException e) {
      throw new AssertionError("seed " + simulation.seed(), e);
    }
  }

  /** Depending on the seed, all rows go as files, all in messages, or some of each. */
  long maxCarriedBytes() {
    return CARRIED_BYTES[(int) Math.floorMod(simulation.seed(), (long) CARRIED_BYTES.length)];
  }

  /** Requests a second from which on partitions split for heat; 0 for never. */
  int splitHeat() {
    return splitHeat;
  }

  /** Creates a part of the cache group, with an executor for its lookups. */
  GroupCache.Resources group(Executor executor) {
    return new GroupCache.Resources(
        new byte[32], cacheBytes == 0 ? null : new MemoryCacheStore(cacheBytes), executor);
  }

  /** Creates a client for single requests. */
  public RawClient rawClient() {
    return new RawClient(
        this, new SimulatedProcess(simulation, "c" + clients++), simulation.random().nextLong());
  }

  /** Sets the wall clocks of the running servers to the right time. */
  public void setClocksRight() {
    servers.stream().filter(SimulatedServer::isUp).forEach(SimulatedServer::setWallClockRight);
  }

  /** The right time, in ns since the epoch. */
  public long wallNanos() {
    return SimulatedClock.WALL_START_NANOS + simulation.nowNanos();
  }

  /** Starts the servers that are down, heals the network and lets everything come to rest. */
  public void heal() {
    network.heal();
    for (SimulatedServer server : servers) {
      server.disk().heal();
      server.slowDisk(() -> 0);
      server.startIfDown();
    }
    simulation.runMillis(SETTLING_MILLIS);
  }

  /** Calls the watcher at each crash point of a server, which it may end there. */
  public void watchCrashPoints(BiConsumer<SimulatedServer, CrashPoint> watcher) {
    for (SimulatedServer server : servers) {
      server.watchCrashPoints(point -> watcher.accept(server, point));
    }
  }

  /** Checks the invariants of a cluster at rest; returns the contents of the stores. */
  public ClusterContents check() {
    return ClusterContents.check(this);
  }
}

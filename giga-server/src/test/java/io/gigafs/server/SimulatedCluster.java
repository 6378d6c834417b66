package io.gigafs.server;

import io.gigafs.cache.CacheStore;
import io.gigafs.cache.memory.MemoryCacheStore;
import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.AttributeCacheSettings;
import io.gigafs.client.ClientSettings;
import io.gigafs.client.DataCacheResources;
import io.gigafs.client.DataPath;
import io.gigafs.client.DelegationSettings;
import io.gigafs.client.GigaClients;
import io.gigafs.client.VolumeResources;
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
import io.gigafs.server.data.GroupResources;
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
   * A sweep, an outcome asked for, a walk tried again: all have happened at least twice; and a disk
   * that failed again and again is tried again after a minute.
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

  /** How a cluster is made. Immutable. */
  public static final class Setup {
    private final long seed;

    /** How many there are in all. */
    private int servers = 4;

    /** How many of them join the cluster later, the last ones. */
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

    /** Of each server's part of the cache group; 0 for none. */
    private long cacheBytes;

    /** Whether rows that go as files go by a transfer directory. */
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

    /** With servers that keep files of up to about that number of bytes. */
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

    /** With bugs in the servers. */
    Setup withSabotage(PlantedFault newSabotage) {
      return with(copy -> copy.sabotage = newSabotage);
    }

    /** With clients to which partitions' names are delegated. */
    public Setup withDelegation(DelegationSettings newDelegation) {
      return with(copy -> copy.delegation = newDelegation);
    }

    /** With clients that keep files' attributes. */
    public Setup withAttributeCacheSettings(AttributeCacheSettings newAttributeCacheSettings) {
      return with(copy -> copy.attributeCacheSettings = newAttributeCacheSettings);
    }

    /** With partitions that split for heat from a rate of requests a second on. */
    public Setup withSplitHeat(int newSplitHeat) {
      return with(copy -> copy.splitHeat = newSplitHeat);
    }

    /** With servers that each cache blocks in memory for all clients, up to this many bytes. */
    public Setup withCaches(long newCacheBytes) {
      return with(copy -> copy.cacheBytes = newCacheBytes);
    }

    /** With a transfer directory by turns of the seed. */
    Setup withSharedFilesByTurns() {
      return withSharedFiles(Math.floorMod(seed / CARRIED_BYTES.length, 2L) == 1);
    }

    /** With or without a transfer directory. */
    public Setup withSharedFiles(boolean newSharesFiles) {
      return with(copy -> copy.sharesFiles = newSharesFiles);
    }

    /** How many servers there are in all. */
    public int servers() {
      return servers;
    }

    /** Makes the transfer directory if there is one. */
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

  /** The server that holds a slot. */
  public SimulatedServer holderOf(int slot) {
    return servers.get(view.placeOf(view.ownerOf(slot).id()));
  }

  /**
   * Changes the view as servers do by their membership: it is there at once, and the servers that
   * are up hear of it a little later.
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

  /** Lets the leader plan, which it does whenever servers come and views change. */
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

  /** Where volumes are. */
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

  /** A new client that acts for the superuser. */
  public SimulatedClient client() {
    return client(Duration.ofSeconds(60));
  }

  /** Likewise, with operations that may take so long. */
  public SimulatedClient client(Duration timeout) {
    return client(timeout, DataPath.CLIENT);
  }

  /** Likewise, which comes to large files' bytes in this way. */
  public SimulatedClient client(Duration timeout, DataPath dataPath) {
    return client(timeout, dataPath, null, 0);
  }

  /**
   * A client that caches the data of files on volumes.
   *
   * @param cache where; null for nowhere
   * @param blockBytes how long its blocks are
   */
  public SimulatedClient client(
      Duration timeout, DataPath dataPath, @Nullable CacheStore cache, int blockBytes) {
    SimulatedProcess process = new SimulatedProcess(simulation, "c" + clients++);
    ClientSettings settings =
        ClientSettings.of(view.servers().stream().map(ServerInfo::endpoint).toList())
            .withCaller(Caller.ROOT)
            .withTimeout(timeout)
            .withDataPath(dataPath)
            .withDelegation(delegation)
            .withAttributeCacheSettings(attributeCacheSettings);
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

  /** By turns of the seed all rows go as files, all in messages, or some of each. */
  long maxCarriedBytes() {
    return CARRIED_BYTES[(int) Math.floorMod(simulation.seed(), (long) CARRIED_BYTES.length)];
  }

  /** Requests a second from which on partitions split for heat; 0 for never. */
  int splitHeat() {
    return splitHeat;
  }

  /** A new part of the cache group, with an executor to look blocks up. */
  GroupResources group(Executor executor) {
    return new GroupResources(
        new byte[32], cacheBytes == 0 ? null : new MemoryCacheStore(cacheBytes), executor);
  }

  /** Something that speaks the protocol by hand. */
  public RawClient rawClient() {
    return new RawClient(
        this, new SimulatedProcess(simulation, "c" + clients++), simulation.random().nextLong());
  }

  /** From now on the wall clocks of the servers that are up show the right time. */
  public void setClocksRight() {
    servers.stream().filter(SimulatedServer::isUp).forEach(SimulatedServer::setWallClockRight);
  }

  /** The right time, in ns since the epoch. */
  public long wallNanos() {
    return SimulatedClock.WALL_START_NANOS + simulation.nowNanos();
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

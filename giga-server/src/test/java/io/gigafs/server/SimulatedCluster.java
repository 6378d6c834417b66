package io.gigafs.server;

import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.ClientSettings;
import io.gigafs.client.DataPath;
import io.gigafs.client.DelegationSettings;
import io.gigafs.client.GigaClients;
import io.gigafs.client.KeptFiles;
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
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;

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
  private final KeptFiles keptFiles;
  private ClusterView view;
  private final List<SimulatedServer> servers = new ArrayList<>();
  private int clients;

  private SimulatedCluster(Path directory, Setup setup) {
    this.simulation = new Simulation(setup.seed);
    this.delegation = setup.delegation;
    this.keptFiles = setup.keptFiles;
    this.network = new SimulatedNetwork(simulation);
    List<ServerInfo> infos = new ArrayList<>();
    for (int i = 0; i < setup.servers; i++) {
      infos.add(new ServerInfo(new ServerId("s" + i), new Endpoint("s" + i, PORT)));
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

  /**
   * How a cluster is made.
   *
   * @param servers how many there are in all
   * @param spares how many of them join the cluster later, the last ones
   * @param slots a power of two, at least as many as servers
   * @param sharesFiles whether rows that go as files go by a transfer directory
   */
  public record Setup(
      long seed,
      int servers,
      int spares,
      int slots,
      ClusterSettings settings,
      Durability durability,
      Sabotage sabotage,
      DelegationSettings delegation,
      KeptFiles keptFiles,
      boolean sharesFiles) {
    /** Four servers, sixteen slots, partitions of at most eight entries. */
    public static Setup seeded(long seed) {
      return new Setup(
          seed,
          4,
          0,
          16,
          new ClusterSettings(8),
          Durability.INTERVAL,
          Sabotage.NONE,
          DelegationSettings.NEVER,
          KeptFiles.NONE,
          false);
    }

    public Setup withServers(int newServers, int newSlots) {
      return new Setup(
          seed,
          newServers,
          spares,
          newSlots,
          settings,
          durability,
          sabotage,
          delegation,
          keptFiles,
          sharesFiles);
    }

    public Setup withSplitThreshold(int newSplitThreshold) {
      return withSettings(new ClusterSettings(newSplitThreshold, settings.inlineLimit()));
    }

    /** With servers that keep files of up to about so many bytes. */
    public Setup withInlineLimit(int newInlineLimit) {
      return withSettings(new ClusterSettings(settings.splitThreshold(), newInlineLimit));
    }

    private Setup withSettings(ClusterSettings newSettings) {
      return new Setup(
          seed,
          servers,
          spares,
          slots,
          newSettings,
          durability,
          sabotage,
          delegation,
          keptFiles,
          sharesFiles);
    }

    public Setup withDurability(Durability newDurability) {
      return new Setup(
          seed,
          servers,
          spares,
          slots,
          settings,
          newDurability,
          sabotage,
          delegation,
          keptFiles,
          sharesFiles);
    }

    /** With so many more servers that join later. */
    public Setup withSpares(int more) {
      return new Setup(
          seed,
          servers + more,
          spares + more,
          slots,
          settings,
          durability,
          sabotage,
          delegation,
          keptFiles,
          sharesFiles);
    }

    /** With bugs in the servers. */
    Setup withSabotage(Sabotage newSabotage) {
      return new Setup(
          seed,
          servers,
          spares,
          slots,
          settings,
          durability,
          newSabotage,
          delegation,
          keptFiles,
          sharesFiles);
    }

    /** With clients to which partitions' names are delegated. */
    public Setup withDelegation(DelegationSettings newDelegation) {
      return new Setup(
          seed,
          servers,
          spares,
          slots,
          settings,
          durability,
          sabotage,
          newDelegation,
          keptFiles,
          sharesFiles);
    }

    /** With clients that keep files' attributes. */
    public Setup withKeptFiles(KeptFiles newKeptFiles) {
      return new Setup(
          seed,
          servers,
          spares,
          slots,
          settings,
          durability,
          sabotage,
          delegation,
          newKeptFiles,
          sharesFiles);
    }

    /** With a transfer directory by turns of the seed. */
    Setup withSharedFilesByTurns() {
      return withSharedFiles(Math.floorMod(seed / CARRIED_BYTES.length, 2L) == 1);
    }

    /** With or without a transfer directory. */
    public Setup withSharedFiles(boolean newSharesFiles) {
      return new Setup(
          seed,
          servers,
          spares,
          slots,
          settings,
          durability,
          sabotage,
          delegation,
          keptFiles,
          newSharesFiles);
    }

    /** Where the transfer directory is if there is one. */
    static Path transferDirectory(Path directory, long seed) {
      return directory.toAbsolutePath().resolve(seed + "-transfers");
    }

    private ClusterSettings settings(Path directory) {
      return sharesFiles
          ? settings.withTransferDirectory(makeDirectory(transferDirectory(directory, seed)))
          : settings;
    }

    private static String makeDirectory(Path path) {
      try {
        return Files.createDirectories(path).toString();
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
    SimulatedProcess process = new SimulatedProcess(simulation, "c" + clients++);
    ClientSettings settings =
        ClientSettings.of(view.servers().stream().map(ServerInfo::endpoint).toList())
            .withCaller(Caller.ROOT)
            .withTimeout(timeout)
            .withDataPath(dataPath)
            .withDelegation(delegation)
            .withKeptFiles(keptFiles);
    try {
      AsyncGigaClient client =
          simulation.await(
              GigaClients.open(
                  settings,
                  (id, listener) -> network.connect(process, id, listener::notice),
                  process.clock(),
                  process,
                  new Random(simulation.random().nextLong()),
                  new VolumeResources(new OpenVolumes(List.of(storage)), process.executor())));
      return new SimulatedClient(simulation, process, client);
    } catch (GigaException e) {
      throw new AssertionError("seed " + simulation.seed(), e);
    }
  }

  /** By turns of the seed all rows go as files, all in messages, or some of each. */
  long maxCarriedBytes() {
    return CARRIED_BYTES[(int) Math.floorMod(simulation.seed(), (long) CARRIED_BYTES.length)];
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

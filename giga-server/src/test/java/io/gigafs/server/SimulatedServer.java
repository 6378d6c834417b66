package io.gigafs.server;

import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.cluster.ViewChanges;
import io.gigafs.index.InodeId;
import io.gigafs.index.Partition;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PartitionMap;
import io.gigafs.server.context.RouteTable;
import io.gigafs.server.crash.CrashPoint;
import io.gigafs.server.membership.CurrentView;
import io.gigafs.tablefs.Durability;
import io.gigafs.tablefs.Store;
import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.engine.Engine;
import io.gigafs.tablefs.engine.front.EngineFront;
import io.gigafs.tablefs.engine.front.StagingMemory;
import io.gigafs.tablefs.engine.memory.MemoryDisk;
import io.gigafs.tablefs.schema.Family;
import io.gigafs.tablefs.store.Stores;
import io.gigafs.volume.FileSystemId;
import io.gigafs.volume.OpenVolumes;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The real server over a disk in memory in a simulation; it can crash and restart. */
public final class SimulatedServer {
  /** So small that rows are evicted. */
  private static final long ROW_CACHE_BYTES = 8_192;

  private static final long KEY_FILTER_BYTES = 1 << 16;

  private static final Logger LOG = LoggerFactory.getLogger(SimulatedServer.class);
  private static final int LANES = 2;
  private static final long NANOS_PER_MILLI = 1_000_000L;

  /** The time after which a server that failed to start is started again. */
  private static final long RESTART_MILLIS = 500;

  /** The default of a store's settings. */
  private static final long SYNC_MILLIS = 5_000;

  /** The delay of a timer and of the sync that it starts. */
  private static final long SYNC_SLACK_MILLIS = 10;

  private static final long MAINTENANCE_MILLIS = 1_000;

  /** Short, so that sessions of dead clients end soon. */
  static final int SESSION_LEASE_MILLIS = 6_000;

  /** Few, so that some rows do not fit. */
  private static final int STAGING_SLOTS = 8;

  private final Simulation simulation;
  private final SimulatedNetwork network;
  private final SimulatedCluster cluster;
  private final ServerInfo info;
  private final Durability durability;
  private final PlantedFault sabotage;
  private final Path workDirectory;
  private final MemoryDisk disk;
  private final List<MachineCrash> crashes = new ArrayList<>();
  private Consumer<CrashPoint> crashPoints = point -> {};
  private LongSupplier diskDelayNanos = () -> 0;
  private long slowestNanos;
  private @Nullable Running running;
  private StagingMemory staging = StagingMemory.ofProcess(STAGING_SLOTS);
  private int deaths;

  SimulatedServer(
      Simulation simulation,
      SimulatedNetwork network,
      SimulatedCluster cluster,
      ServerInfo info,
      Durability durability,
      PlantedFault sabotage,
      Path workDirectory) {
    this.simulation = simulation;
    this.network = network;
    this.cluster = cluster;
    this.info = info;
    this.durability = durability;
    this.sabotage = sabotage;
    this.workDirectory = workDirectory;
    this.disk = new MemoryDisk(new SplittableRandom(simulation.seed() ^ info.id().hashCode()));
  }

  private record Running(
      SimulatedProcess process, Store store, ServerCore core, CurrentView view) {}

  public ServerInfo info() {
    return info;
  }

  public String name() {
    return info.id().toString();
  }

  /** The routes of its requests, while it runs. */
  RouteTable routes() {
    return Objects.requireNonNull(running).core().routes();
  }

  /** The disk, to make it fail. */
  public MemoryDisk disk() {
    return disk;
  }

  public boolean isUp() {
    return running != null;
  }

  /** The crashes of its machine that may have lost changes. */
  List<MachineCrash> crashes() {
    return List.copyOf(crashes);
  }

  /** Calls the watcher at each crash point, where it may end the server. */
  public void watchCrashPoints(Consumer<CrashPoint> watcher) {
    crashPoints = watcher;
  }

  /** Sets the time that each write and sync of the disk takes. */
  public void slowDisk(LongSupplier delayNanos) {
    diskDelayNanos = delayNanos;
  }

  /** Sets the wall clock of a running server forward or back. */
  public void jumpWallClock(long nanos) {
    up().process().jumpWallClock(nanos);
  }

  /** Sets the wall clock of a running server to the right time. */
  void setWallClockRight() {
    up().process().clock().setWallRight();
  }

  /** The current contents of the disk, whether the server runs or not; read-only. */
  public Store contents() {
    return Stores.over(
        EngineFront.over(disk.copy().open()).staging(staging.copy(), Family.HOLDS, true).open(),
        durability,
        () -> new UUID(0, 0));
  }

  /**
   * The current contents of the disk without open state, a part of which is still in memory;
   * cheaper than all contents.
   */
  Store contentsWithoutOpenState() {
    return Stores.over(disk.copy().open(), durability, () -> new UUID(0, 0));
  }

  /** The number of kills and crashes. */
  public int deaths() {
    return deaths;
  }

  /** The store of a running server. */
  public Store store() {
    return up().store();
  }

  /** The union of the partition maps of a directory's partitions on this server. */
  public PartitionMap mapOf(InodeId directory) {
    PartitionMap[] map = {PartitionMap.UNSPLIT};
    ClusterView view = cluster.view();
    for (int slot = 0; slot < view.slots().slots(); slot++) {
      if (view.ownerOf(slot).equals(info)) {
        store()
            .scanPartitions(
                slot,
                (key, header) -> {
                  if (key.directory() == directory.value()) {
                    map[0] = map[0].merge(PartitionMap.decode(header.map()));
                  }
                  return true;
                });
      }
    }
    return map[0];
  }

  /** Starts the server on its disk. */
  public void start() {
    if (running != null) {
      throw new IllegalStateException(name() + " is up already");
    }
    SimulatedProcess process = new SimulatedProcess(simulation, name());
    Store store =
        sabotage.store(
            Stores.over(
                staged(sabotage.engine(new SlowEngine(disk.open(), this)))
                    .caching(ROW_CACHE_BYTES, KEY_FILTER_BYTES)
                    .open(),
                durability,
                () -> new UUID(simulation.random().nextLong(), simulation.random().nextLong())));
    store.sync(); // as RocksDB does: what it recovers from its log goes into tables
    boolean isFresh = store.clusterId() == null;
    if (isFresh) {
      store.bindToCluster(cluster.view().clusterId());
    }
    CurrentView view = new CurrentView(info.id(), cluster.view(), process.clock());
    List<Executor> lanes = new ArrayList<>();
    for (int i = 0; i < LANES; i++) {
      lanes.add(process.thread());
    }
    ServerCore core =
        new ServerCore(
            new ServerResources(
                store,
                FileSystemId.UNKNOWN,
                workDirectory,
                cluster.maxCarriedBytes(),
                sabotage.rpc(
                    network.connect(
                        process, simulation.random().nextLong(), (notice, reply) -> {})),
                process.clock(),
                process,
                lanes,
                () -> null,
                sabotage.background(process.executor()),
                process.thread(),
                process.thread(),
                process.executor(),
                new OpenVolumes(List.of(cluster.storage())),
                cluster.group(process.executor()),
                new SplittableRandom(simulation.random().nextLong()),
                (slot, since) -> completeMove(process, slot, since),
                new SimpleMeterRegistry(),
                SESSION_LEASE_MILLIS,
                0,
                cluster.splitHeat(),
                point -> reached(point, process)),
            view,
            isFresh);
    core.start();
    maintain(process, store);
    network.listen(info.endpoint(), process, core);
    running = new Running(process, store, core, view);
    if (durability == Durability.INTERVAL) {
      syncLater(process, store, process.thread());
    }
    crashes.forEach(crash -> crash.backAtTheLatest(simulation.nowNanos()));
    cluster.plan();
  }

  private void completeMove(SimulatedProcess process, int slot, long since) {
    process.after(
        1 + simulation.random().nextInt(20),
        () -> cluster.change(now -> ViewChanges.complete(now, slot, since)));
  }

  /** Passes a newer view to the server, if it runs. */
  void hear(ClusterView newer) {
    if (running != null) {
      running.view().adopt(newer);
    }
  }

  /** Maintains the store, as one with threads does by itself. */
  private static void syncLater(SimulatedProcess process, Store store, Executor thread) {
    process.after(
        SYNC_MILLIS,
        () ->
            thread.execute(
                () -> {
                  try {
                    store.sync();
                  } catch (StoreException e) {
                    LOG.warn("{} takes no writes for now", process, e);
                  }
                  syncLater(process, store, thread);
                }));
  }

  /** Called when the disk is written or synced. */
  void takeDiskTime() {
    Running now = running;
    if (now != null) {
      long delay = diskDelayNanos.getAsLong();
      slowestNanos = Math.max(slowestNanos, delay);
      now.process().takeTime(delay);
    }
  }

  private void reached(CrashPoint point, SimulatedProcess process) {
    crashPoints.accept(point);
    if (!process.isAlive()) {
      throw new ProcessDied(name());
    }
  }

  /** Starts the server unless it runs; retries if the disk cannot be opened. */
  public void startIfDown() {
    if (isUp()) {
      return;
    }
    try {
      start();
    } catch (StoreException e) {
      LOG.warn("{} does not start yet", this, e);
      disk.kill();
      simulation.after(RESTART_MILLIS * NANOS_PER_MILLI, this::startIfDown);
    }
  }

  /** Kills the server, lets the action change its store, and starts it again. */
  public void damage(Consumer<Store> damage) {
    kill();
    try (Store store = Stores.over(staged(disk.open()).open(), durability, UUID::randomUUID)) {
      damage.accept(store);
      store.sync();
    }
    start();
  }

  /** The periodic work of a real store. */
  private static void maintain(SimulatedProcess process, Store store) {
    store.maintain();
    process.after(MAINTENANCE_MILLIS, () -> maintain(process, store));
  }

  /** Ends the process; its writes stay, synced or not, as after kill -9. */
  public void kill() {
    up().process().kill();
    disk.kill();
    running = null;
    deaths++;
  }

  /** Crashes the machine: unsynced writes are lost. */
  public void crash() {
    up().process().kill();
    if (durability == Durability.INTERVAL) {
      crashes.add(loss());
    }
    disk.crash();
    staging = StagingMemory.ofProcess(STAGING_SLOTS);
    running = null;
    deaths++;
  }

  private MachineCrash loss() {
    long now = simulation.nowNanos();
    long unsyncedNanos = (SYNC_MILLIS + SYNC_SLACK_MILLIS) * NANOS_PER_MILLI + 2 * slowestNanos;
    MachineCrash crash = new MachineCrash(now, now - unsyncedNanos);
    Store before = contents();
    for (int slot = 0; slot < cluster.view().slots().slots(); slot++) {
      before.scanPartitions(
          slot,
          (key, header) -> {
            crash.held(
                new InodeId(key.directory()),
                new Partition(new PartitionIndex(key.index()), header.depth()));
            return true;
          });
    }
    return crash;
  }

  /** With the state that the previous process left; a dead process that continues has its own. */
  private EngineFront.Builder staged(Engine engine) {
    staging = staging.copy();
    return EngineFront.over(engine)
        .staging(staging, Family.HOLDS, durability == Durability.INTERVAL);
  }

  private Running up() {
    Running now = running;
    if (now == null) {
      throw new IllegalStateException(name() + " is down");
    }
    return now;
  }

  @Override
  public String toString() {
    return name();
  }
}

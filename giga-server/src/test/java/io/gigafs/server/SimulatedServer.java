package io.gigafs.server;

import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionMap;
import io.gigafs.server.membership.CurrentView;
import io.gigafs.tablefs.Durability;
import io.gigafs.tablefs.Store;
import io.gigafs.tablefs.engine.memory.MemoryDisk;
import io.gigafs.tablefs.store.Stores;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A server of a simulation: the real one, over a disk in memory, that can crash and start again.
 */
public final class SimulatedServer {
  private static final int LANES = 2;
  private static final long TEND_MILLIS = 1_000;

  private final Simulation simulation;
  private final SimulatedNetwork network;
  private final ClusterView view;
  private final ServerInfo info;
  private final Durability durability;
  private final Path workDirectory;
  private final MemoryDisk disk = new MemoryDisk();
  private @Nullable Running running;
  private int deaths;

  SimulatedServer(
      Simulation simulation,
      SimulatedNetwork network,
      ClusterView view,
      ServerInfo info,
      Durability durability,
      Path workDirectory) {
    this.simulation = simulation;
    this.network = network;
    this.view = view;
    this.info = info;
    this.durability = durability;
    this.workDirectory = workDirectory;
  }

  private record Running(SimulatedProcess process, Store store, ServerCore core) {}

  public ServerInfo info() {
    return info;
  }

  public String name() {
    return info.id().toString();
  }

  /** The disk, to make it fail. */
  public MemoryDisk disk() {
    return disk;
  }

  public boolean isUp() {
    return running != null;
  }

  /** How often it was killed or crashed. */
  public int deaths() {
    return deaths;
  }

  /** The store, of a server that is up. */
  public Store store() {
    return up().store();
  }

  /** The partition map of a directory as its partitions on this server know it; all of them. */
  public PartitionMap mapOf(InodeId directory) {
    PartitionMap[] map = {PartitionMap.UNSPLIT};
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
        Stores.over(
            disk.open(),
            durability,
            () -> new UUID(simulation.random().nextLong(), simulation.random().nextLong()));
    boolean isFresh = store.clusterId() == null;
    if (isFresh) {
      store.bindToCluster(view.clusterId());
    }
    List<Executor> lanes = new ArrayList<>();
    for (int i = 0; i < LANES; i++) {
      lanes.add(process.executor());
    }
    ServerCore core =
        new ServerCore(
            new ServerResources(
                store,
                workDirectory,
                network.connect(process, simulation.random().nextLong(), (notice, reply) -> {}),
                process.clock(),
                process,
                lanes,
                process.executor(),
                process.executor(),
                process.executor(),
                new SplittableRandom(simulation.random().nextLong()),
                new SimpleMeterRegistry()),
            new CurrentView(info.id(), view),
            isFresh);
    core.start();
    tend(process, store);
    network.listen(info.endpoint(), process, core);
    running = new Running(process, store, core);
  }

  /** What a real store does by itself. */
  private static void tend(SimulatedProcess process, Store store) {
    store.tend();
    process.after(TEND_MILLIS, () -> tend(process, store));
  }

  /** Sets the machine's wall clock forward, or back; until the next start. */
  public void jumpWallClock(long nanos) {
    up().process().clock().jump(nanos);
  }

  /** Ends the process; what it wrote stays, synced or not, as after kill -9. */
  public void kill() {
    up().process().kill();
    disk.kill();
    running = null;
    deaths++;
  }

  /** Ends the machine: what was not synced is lost. */
  public void crash() {
    up().process().kill();
    disk.crash();
    running = null;
    deaths++;
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

package io.gigafs.server;

import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.ServerId;
import io.gigafs.cluster.ViewChanges;
import io.gigafs.server.SimulatedCluster.Setup;
import io.gigafs.server.SimulatedNetwork.Fate;
import io.gigafs.server.SimulatedNetwork.Faults;
import io.gigafs.server.SimulatedNetwork.Packet;
import io.gigafs.tablefs.Durability;
import io.gigafs.tablefs.StoreException.Kind;
import io.gigafs.tablefs.engine.memory.MemoryDisk.Operation;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Kinds of faults that recur in a simulated cluster while clients use it. */
@SuppressWarnings("ImmutableEnumChecker") // functions without state
enum FaultKind {
  /** No faults. */
  PEACE(Durability.INTERVAL),
  /** Messages are lost, delayed, duplicated and reordered. */
  STORM(Durability.INTERVAL, World::storm),
  /** Processes are killed and restart. */
  KILLS(Durability.INTERVAL, World::kills),
  /** Message faults and killed processes. */
  STORM_AND_KILLS(Durability.INTERVAL, World::storm, World::kills),
  /** Machines crash and lose unsynced writes; nothing acknowledged is among them. */
  CRASHES(Durability.ALWAYS, World::storm, World::crashes),
  /** Machines crash and lose unsynced writes of the last seconds. */
  LOSSES(Durability.INTERVAL, World::storm, World::crashes),
  /** Links are cut, in one direction or both. */
  PARTITIONS(Durability.INTERVAL, World::partitions),
  /** Disks are slow from time to time. */
  SLOW_DISKS(Durability.INTERVAL, World::slowDisks, World::kills),
  /** Disks are full or broken for a while; with a broken log the server has to restart. */
  FAILING_DISKS(Durability.INTERVAL, World::failingDisks),
  /** Wall clocks jump, forward and back. */
  CLOCKS(Durability.INTERVAL, World::clocks),
  /** Wall clocks jump while messages are lost. */
  CLOCKS_AND_STORM(Durability.INTERVAL, World::clocks, World::storm),
  /** A server joins, and servers are drained one after the other. */
  MOVES(Durability.INTERVAL, 1, World::moves),
  /** Slots move while processes are killed and messages are lost. */
  MOVES_STORM_AND_KILLS(Durability.INTERVAL, 1, World::moves, World::storm, World::kills),
  /** Slots move while machines crash. */
  MOVES_AND_CRASHES(Durability.ALWAYS, 1, World::moves, World::storm, World::crashes),
  /** Slots move while disks cannot be read for a while. */
  UNREADABLE_DISKS(Durability.INTERVAL, 1, World::moves, World::unreadableDisks),
  /** All faults; nothing acknowledged may be lost. */
  EVERYTHING(
      Durability.ALWAYS,
      1,
      World::moves,
      World::storm,
      World::crashes,
      World::partitions,
      World::slowDisks,
      World::failingDisks,
      World::unreadableDisks,
      World::clocks),
  /** All faults; changes of some seconds may be lost. */
  EVERYTHING_AND_LOSSES(
      Durability.INTERVAL,
      1,
      World::moves,
      World::storm,
      World::crashes,
      World::kills,
      World::partitions,
      World::slowDisks,
      World::clocks);

  private final Durability durability;
  private final int spares;
  private final List<Consumer<World>> parts;

  @SafeVarargs
  @SuppressWarnings("varargs") // only read
  FaultKind(Durability durability, Consumer<World>... parts) {
    this(durability, 0, parts);
  }

  @SafeVarargs
  @SuppressWarnings("varargs") // only read
  FaultKind(Durability durability, int spares, Consumer<World>... parts) {
    this.durability = durability;
    this.spares = spares;
    this.parts = List.of(parts);
  }

  /** The cluster for such a run: mostly of four servers, sometimes smaller or larger. */
  Setup setup(long seed) {
    Setup usual = Setup.seeded(seed).withDurability(durability);
    Random random = new Random(~seed);
    if (random.nextInt(3) > 0) {
      return usual.withSpares(spares);
    }
    int servers = 1 + random.nextInt(6);
    return usual
        .withServers(servers, 8 << random.nextInt(3))
        .withSplitThreshold(4 + servers)
        .withSpares(spares);
  }

  /** Whether servers join and leave, so that slots move. */
  boolean movesSlots() {
    return spares > 0;
  }

  /** Whether reads of the disks fail, so that clients may get EIO. */
  boolean failsReads() {
    return this == UNREADABLE_DISKS || this == EVERYTHING;
  }

  /** Whether a machine that crashes may lose changes that it acknowledged. */
  boolean mayLose() {
    return this == LOSSES || this == EVERYTHING_AND_LOSSES;
  }

  /** Causes the faults until the run is over. */
  void inject(SimulatedCluster cluster, BooleanSupplier isOver) {
    World world = new World(cluster, isOver);
    parts.forEach(part -> part.accept(world));
  }

  /** A cluster with faults. */
  private static final class World {
    private static final long NANOS_PER_MILLI = 1_000_000L;

    /** A machine takes longer to restart than a lease lasts. */
    private static final int REBOOT_MILLIS = 1_100;

    private final SimulatedCluster cluster;
    private final BooleanSupplier isOver;

    World(SimulatedCluster cluster, BooleanSupplier isOver) {
      this.cluster = cluster;
      this.isOver = isOver;
    }

    /** Repeats an action after random pauses of at least and less than these numbers of ms. */
    private void nowAndThen(int leastMillis, int mostMillis, Random random, Runnable action) {
      after(
          leastMillis + random.nextInt(mostMillis - leastMillis),
          () -> {
            if (!isOver.getAsBoolean()) {
              action.run();
              nowAndThen(leastMillis, mostMillis, random, action);
            }
          });
    }

    private void after(long millis, Runnable action) {
      cluster.simulation().after(millis * NANOS_PER_MILLI, action);
    }

    private Random random(long salt) {
      return new Random(cluster.simulation().seed() * 31 + salt);
    }

    private SimulatedServer anyServer(Random random) {
      return cluster.server(random.nextInt(cluster.servers().size()));
    }

    private void addFaults(UnaryOperator<Faults> more) {
      cluster.network().addFaults(more);
    }

    void storm() {
      Random random = random(1);
      addFaults(
          others ->
              packet -> {
                int dice = random.nextInt(100);
                if (dice < 2) {
                  return Fate.LOST;
                }
                if (dice < 4) {
                  return Fate.doubled(random.nextInt(4_000));
                }
                return dice < 8 ? Fate.delayed(random.nextInt(1_000)) : others.of(packet);
              });
    }

    /** The spare server joins, and then others are drained for a while. */
    void moves() {
      Random random = random(8);
      SimulatedServer spare = cluster.server(cluster.servers().size() - 1);
      after(random.nextInt(1_000), spare::startIfDown);
      nowAndThen(
          1_000,
          8_000,
          random,
          () -> {
            ServerId one = anyServer(random).info().id();
            cluster.change(now -> drainOnly(now, one));
          });
    }

    private static ClusterView drainOnly(ClusterView now, ServerId one) {
      ClusterView next = now;
      for (ServerId draining : now.draining()) {
        next = ViewChanges.undrain(next, draining);
      }
      return next.find(one).isPresent() ? ViewChanges.drain(next, one) : next;
    }

    void kills() {
      Random random = random(2);
      nowAndThen(
          500, 4_500, random, () -> die(anyServer(random), SimulatedServer::kill, 0, random));
    }

    void crashes() {
      Random random = random(3);
      nowAndThen(
          500,
          4_500,
          random,
          () -> die(anyServer(random), SimulatedServer::crash, REBOOT_MILLIS, random));
    }

    private void die(
        SimulatedServer server, Consumer<SimulatedServer> death, int leastMillis, Random random) {
      if (server.isUp()) {
        death.accept(server);
        after(leastMillis + random.nextInt(2_000), server::startIfDown);
      }
    }

    /** Cuts the links from some servers to others for a while. */
    void partitions() {
      Random random = random(4);
      Set<String> cut = new HashSet<>();
      addFaults(others -> packet -> isCut(cut, packet) ? Fate.LOST : others.of(packet));
      nowAndThen(
          1_000,
          6_000,
          random,
          () -> {
            cut.clear();
            SimulatedServer server = anyServer(random);
            for (SimulatedServer other : cluster.servers()) {
              if (other != server && random.nextBoolean()) {
                cut.add(server + ">" + other);
                if (random.nextBoolean()) {
                  cut.add(other + ">" + server);
                }
              }
            }
            if (random.nextInt(4) == 0) {
              cut.add(server + ">");
            }
            after(500 + random.nextInt(4_000), cut::clear);
          });
    }

    /** "s1>" cuts all messages of a server, to clients, too. */
    private static boolean isCut(Set<String> cut, Packet packet) {
      return cut.contains(packet.from() + ">") || cut.contains(packet.from() + ">" + packet.to());
    }

    void slowDisks() {
      Random random = random(5);
      nowAndThen(
          200,
          3_000,
          random,
          () -> {
            SimulatedServer server = anyServer(random);
            int mostMillis = 1 + random.nextInt(random.nextInt(10) == 0 ? 1_000 : 50);
            server.slowDisk(() -> (long) (random.nextDouble() * mostMillis * NANOS_PER_MILLI));
            after(random.nextInt(2_000), () -> server.slowDisk(() -> 0));
          });
    }

    void failingDisks() {
      Random random = random(6);
      nowAndThen(
          200,
          2_000,
          random,
          () -> {
            SimulatedServer server = anyServer(random);
            Operation operation =
                List.of(Operation.WRITE, Operation.SORTED_FILE, Operation.SYNC)
                    .get(random.nextInt(3));
            Kind kind = random.nextBoolean() ? Kind.IO : Kind.NO_SPACE;
            server.disk().fail(operation, kind);
            after(
                random.nextInt(500),
                () -> {
                  server.disk().fail(operation, null);
                  if (operation == Operation.SYNC) {
                    die(server, SimulatedServer::kill, 0, random);
                  }
                });
          });
    }

    void unreadableDisks() {
      Random random = random(8);
      nowAndThen(
          50,
          500,
          random,
          () -> {
            SimulatedServer server = anyServer(random);
            server.disk().fail(Operation.READ, Kind.IO);
            after(random.nextInt(100), () -> server.disk().fail(Operation.READ, null));
          });
    }

    void clocks() {
      Random random = random(7);
      nowAndThen(
          100,
          1_000,
          random,
          () -> {
            SimulatedServer server = anyServer(random);
            if (server.isUp()) {
              server.jumpWallClock((long) ((random.nextDouble() - 0.5) * 1e15));
            }
          });
    }
  }
}

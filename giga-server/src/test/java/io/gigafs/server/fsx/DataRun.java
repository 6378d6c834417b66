package io.gigafs.server.fsx;

import io.gigafs.cache.CacheStore;
import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.ClientSettings.DataPath;
import io.gigafs.client.data.TestCacheStore;
import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.ServerId;
import io.gigafs.cluster.ViewChanges;
import io.gigafs.cluster.VolumeChanges;
import io.gigafs.cluster.VolumeInfo;
import io.gigafs.cluster.VolumeInfo.State;
import io.gigafs.cluster.VolumeSettings;
import io.gigafs.protocol.GigaException;
import io.gigafs.server.ObjectsAtRest;
import io.gigafs.server.SimulatedCluster;
import io.gigafs.server.SimulatedCluster.Setup;
import io.gigafs.server.SimulatedRun;
import io.gigafs.server.SimulatedServer;
import io.gigafs.server.Simulation;
import io.gigafs.server.fsx.FsxComparison.Failure;
import io.gigafs.server.fsx.RandomFileSteps.Shape;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

/**
 * Random calls on a few files of a simulated cluster, by two clients in sequence: each result must
 * equal that of the reference. The same path and seed give the same run.
 *
 * <p>Limits of inline files are tiny, so that files spill often; directories split early; servers
 * are killed, and with every other seed their machines crash and lose the changes of the last
 * seconds. Session state is not forced to disk, so a crash comes only once all state is synced. A
 * server joins, servers and volumes are drained and removed, volumes are added and change groups.
 */
public record DataRun(DataPath path, boolean cached, long seed) implements SimulatedRun {
  /** The steps of a run. */
  static final int STEPS = Integer.getInteger("giga.data.steps", 8_400);

  private static final String PREFIX = "DATA-";
  private static final int CLIENTS = 2;
  private static final int SERVERS = 3;
  private static final int SLOTS = 8;
  private static final int SPLIT_THRESHOLD = 5;
  private static final int VOLUMES = 2;
  private static final int MAX_VOLUMES = 4;
  private static final String CACHED = "-CACHED";
  private static final int CACHED_BLOCKS = 300;
  private static final int FAILING_PER_MILLE = 5;

  /** Time after which changes are synced on all disks. */
  private static final long SYNCED_MILLIS = 6_000;

  /** Minimum uptime of a server, so that sessions are renewed however often it is killed. */
  private static final long MIN_UP_MILLIS = 1_000;

  private static final long REBOOT_NANOS = 1_500_000_000L;

  /** Whether a {@code bin/simulate --replay} argument denotes such a run. */
  public static boolean isOne(String text) {
    return text.toUpperCase(Locale.ROOT).startsWith(PREFIX);
  }

  /** Parses an argument of {@code bin/simulate --replay}. */
  public static DataRun parse(String text) {
    String[] parts = text.toUpperCase(Locale.ROOT).substring(PREFIX.length()).split(":", 2);
    if (parts.length == 2) {
      boolean isCached = parts[0].endsWith(CACHED);
      String path =
          isCached ? parts[0].substring(0, parts[0].length() - CACHED.length()) : parts[0];
      return new DataRun(DataPath.valueOf(path), isCached, Long.parseLong(parts[1]));
    }
    throw new IllegalArgumentException("no colon");
  }

  /** The run of a seed; data paths alternate, without and with a cache. */
  public static DataRun of(long seed) {
    DataPath[] paths = DataPath.values();
    return new DataRun(
        paths[(int) Math.floorMod(seed, (long) paths.length)],
        Math.floorMod(Math.floorDiv(seed, (long) paths.length), 2L) == 1,
        seed);
  }

  @Override
  public String toString() {
    return PREFIX + path + (cached ? CACHED : "") + ":" + seed;
  }

  @Override
  public void run(Path directory) {
    ClientSide side = side(directory);
    Failure failure = new FsxComparison(side, CLIENTS).draw(new Random(seed), shape(), STEPS);
    if (failure != null) {
      throw new AssertionError(
          "seed %d, %s: %ssee it again with: bin/simulate --replay %s"
              .formatted(seed, shape(), failure.report(() -> side(directory), CLIENTS), this));
    }
  }

  /** Files around the limit, far above it, no inline files at all, and large ones. */
  private Shape shape() {
    Map<FsxCall, Integer> more = new EnumMap<>(FsxCall.class);
    more.put(FsxCall.FILL, 1);
    more.put(FsxCall.CHANGE_VIEW, 1);
    more.put(losesMachines() ? FsxCall.CRASH_SERVER : FsxCall.KILL_SERVER, 1);
    return switch ((int) Math.floorMod(seed / 2, 8L)) {
      case 0, 1, 2 -> new Shape(CLIENTS, SERVERS, 200, 1_200, more);
      case 3, 4 -> new Shape(CLIENTS, SERVERS, 1_000, 20_000, more);
      case 5 -> new Shape(CLIENTS, SERVERS, 4_096, 200_000, more);
      case 6 -> new Shape(CLIENTS, SERVERS, 0, 10_000, more);
      default -> new Shape(CLIENTS, SERVERS, 1_000, 3_000_000, more);
    };
  }

  private boolean losesMachines() {
    return seed % 2 != 0;
  }

  private ClientSide side(Path directory) {
    SimulatedCluster cluster =
        Setup.seeded(seed)
            .withServers(SERVERS, SLOTS)
            .withSplitThreshold(SPLIT_THRESHOLD)
            .withInlineLimit(shape().limit())
            .withSpares(1)
            .start(directory);
    for (int i = 0; i < VOLUMES; i++) {
      cluster.addVolume("v" + i);
    }
    cluster.simulation().runMillis(1_000);
    List<AsyncGigaClient> clients = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      CacheStore store = cached ? storeOf(i) : null;
      clients.add(cluster.client(Duration.ofSeconds(60), path, store, blockBytes()).async());
    }
    try {
      return new ClientSide(clients, new SimulatedWorld(cluster));
    } catch (GigaException e) {
      throw new AssertionError("seed " + seed, e);
    }
  }

  /** Blocks so small that even small files have several. */
  private int blockBytes() {
    return Math.max(64, shape().mostBytes() / 20);
  }

  /** A small cache that evicts, and fails occasionally. */
  private TestCacheStore storeOf(int client) {
    return new TestCacheStore(seed * CLIENTS + client, CACHED_BLOCKS, FAILING_PER_MILLE);
  }

  /** Environment of clients in a simulation. */
  private record SimulatedWorld(SimulatedCluster cluster) implements ClientSide.World {
    private Simulation simulation() {
      return cluster.simulation();
    }

    @Override
    public <T> T await(CompletableFuture<T> future) throws GigaException {
      return simulation().await(future);
    }

    @Override
    public void pass(long millis) {
      simulation().runMillis(millis);
    }

    @Override
    public void kill(int number, boolean machine) {
      SimulatedServer server = cluster.server(number);
      if (!server.isUp()) {
        return;
      }
      if (machine) {
        simulation().runMillis(SYNCED_MILLIS);
        server.crash();
      } else {
        simulation().runMillis(MIN_UP_MILLIS);
        server.kill();
      }
      simulation().after(REBOOT_NANOS, server::startIfDown);
    }

    @Override
    public void changeView(Random random) {
      switch (random.nextInt(10)) {
        case 0 -> cluster.server(SERVERS).startIfDown();
        case 1, 2 -> cluster.change(now -> drainOnly(now, any(now.servers(), random).id()));
        case 3 -> cluster.change(SimulatedWorld::undrainAll);
        case 4 -> removeDrainedServer();
        case 5 -> {
          if (cluster.view().volumes().size() < MAX_VOLUMES) {
            cluster.addVolume("v" + cluster.view().nextVolume());
          }
        }
        case 6 ->
            cluster.change(
                now ->
                    active(now) > 1
                        ? VolumeChanges.drain(now, any(now.volumes(), random).id())
                        : now);
        case 7 ->
            cluster.change(now -> VolumeChanges.undrain(now, any(now.volumes(), random).id()));
        case 8 ->
            cluster.change(
                now -> VolumeChanges.set(now, any(now.volumes(), random).id(), settings(random)));
        default -> removeEmptyVolume();
      }
    }

    private static VolumeSettings settings(Random random) {
      return new VolumeSettings(random.nextBoolean() ? "group" : "", 1 + random.nextInt(3));
    }

    private static ClusterView undrainAll(ClusterView now) {
      ClusterView next = now;
      for (ServerId draining : now.draining()) {
        next = ViewChanges.undrain(next, draining);
      }
      return next;
    }

    private static ClusterView drainOnly(ClusterView now, ServerId one) {
      return ViewChanges.drain(undrainAll(now), one);
    }

    private static long active(ClusterView view) {
      return view.volumes().stream().filter(volume -> volume.state() == State.ACTIVE).count();
    }

    private static <T> T any(List<T> all, Random random) {
      return all.get(random.nextInt(all.size()));
    }

    /** The server joins again as an unknown one. */
    private void removeDrainedServer() {
      ClusterView view = cluster.view();
      for (SimulatedServer server : cluster.servers()) {
        ServerId id = server.info().id();
        boolean isDone =
            view.draining().contains(id)
                && view.slotsOf(id) == 0
                && view.moves().stream().noneMatch(move -> move.from().equals(id));
        if (isDone) {
          if (server.isUp()) {
            server.kill();
          }
          cluster.change(now -> ViewChanges.remove(now, id));
          simulation().after(REBOOT_NANOS, server::startIfDown);
          return;
        }
      }
    }

    /** Removes a volume as giga volume remove does: no server may reference an object on it. */
    private void removeEmptyVolume() {
      simulation().runMillis(MIN_UP_MILLIS);
      for (VolumeInfo volume : cluster.view().volumes()) {
        boolean isUnused =
            cluster.view().moves().isEmpty()
                && ObjectsAtRest.named(cluster).stream()
                    .noneMatch(location -> location.volume() == volume.id());
        if (volume.state().isDraining() && isUnused) {
          cluster.change(now -> VolumeChanges.remove(now, volume.id()));
        }
      }
    }
  }
}

package io.gigafs.server;

import io.gigafs.cache.CacheStore;
import io.gigafs.cache.segment.SegmentSettings;
import io.gigafs.cache.segment.SegmentStore;
import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.Endpoint;
import io.gigafs.cluster.Membership;
import io.gigafs.cluster.MembershipException;
import io.gigafs.cluster.ServerId;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.cluster.ViewChanges;
import io.gigafs.cluster.ViewSuccession;
import io.gigafs.protocol.frame.Frame;
import io.gigafs.rpc.Clock;
import io.gigafs.rpc.ConnectionLimits;
import io.gigafs.rpc.EventLoops;
import io.gigafs.rpc.MemoryBudget;
import io.gigafs.rpc.NettyRpcClient;
import io.gigafs.rpc.NettyRpcServer;
import io.gigafs.rpc.NettyTimers;
import io.gigafs.rpc.RequestHandler;
import io.gigafs.rpc.RpcClient.RpcClientListener;
import io.gigafs.rpc.RpcClientSettings;
import io.gigafs.rpc.RpcServerSettings;
import io.gigafs.rpc.ServerIdentity;
import io.gigafs.rpc.Transport;
import io.gigafs.server.admin.MembershipHandler;
import io.gigafs.server.crash.HaltAt;
import io.gigafs.server.data.EmptyVolume;
import io.gigafs.server.data.GroupCache;
import io.gigafs.server.data.VolumeManager;
import io.gigafs.server.membership.CurrentView;
import io.gigafs.server.membership.Fence;
import io.gigafs.server.migration.SlotImporter;
import io.gigafs.tablefs.OwnerOnly;
import io.gigafs.tablefs.Store;
import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.StoreSettings;
import io.gigafs.tablefs.store.Stores;
import io.gigafs.volume.FileSystemId;
import io.gigafs.volume.OpenVolumes;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A metadata server with its threads, store, network endpoint and registration in the cluster.
 * Thread-safe.
 *
 * <p>It owns all of these and closes them in the reverse order of creation.
 */
public final class GigaServer implements AutoCloseable {
  /** Long enough that clients that alternate in one directory do not recall it from each other. */
  private static final int DELEGATION_QUIET_MILLIS = 500;

  private static final Logger LOG = LoggerFactory.getLogger(GigaServer.class);
  private static final int BACKGROUND_THREADS = 2;

  /** These threads wait for the cache's disk when a block is not in memory. */
  private static final int CACHE_THREADS = 8;

  private static final long CLOSE_SECONDS = 10;

  /** Some 10,000 entries; far below the maximum size of a message. */
  private static final long MAX_CARRIED_BYTES = 1 << 20;

  private static final Duration VIEW_TIMEOUT = Duration.ofSeconds(5);

  private final CloseStack owned = new CloseStack();
  private final Endpoint endpoint;
  private final MemoryBudget dataMemory;
  private final CurrentView view;

  private GigaServer(ServerSettings settings, Membership membership, OpenVolumes volumes)
      throws IOException {
    FreshData fresh = FreshData.of(settings.dataDirectory(), settings.storeDirectory());
    try {
      OwnerOnly.createFolders(settings.dataDirectory());
      owned.push("membership", membership);
      owned.push("volumes", volumes);
      SplittableRandom random = new SplittableRandom(new SecureRandom().nextLong());
      Gate gate = new Gate();
      EventLoops loops =
          owned.push("giga-io", new EventLoops(Transport.AUTO, settings.ioThreads(), "giga-io"));
      NettyRpcServer network =
          NettyRpcServer.bind(
              settings.listen(),
              new ServerIdentity(membership.format().clusterId(), settings.id()),
              RpcServerSettings.builder()
                  .dataMemoryBytes(settings.dataMemoryBytes())
                  .limits(limits(settings, membership))
                  .localSocket(settings.localSocket())
                  .build(),
              gate,
              loops,
              Clock.system());
      owned.push("network", network);
      this.endpoint = network.endpoint();
      this.dataMemory = network.dataMemory();
      Store store = openStore(settings, membership);
      OwnData.tighten(settings.dataDirectory());
      boolean isFresh = store.clusterId() == null;
      if (isFresh) {
        store.bindToCluster(membership.format().clusterId());
      }
      membership.guard(view -> objection(membership, view, settings.id(), store));
      @Nullable CacheStore cache = openCache(settings);
      ClusterView joined =
          membership.join(
              new ServerInfo(settings.id(), endpoint, cache == null ? 0 : settings.cacheBytes()),
              store.id(),
              settings.joinTimeout());
      store.bindToOwner(settings.id().value());
      fresh.keep();
      this.view = new CurrentView(settings.id(), joined, Clock.system());
      membership.guard(view::objection);
      membership.listen(view::adopt);
      ServerResources resources =
          resources(settings, store, random, membership, volumes, group(membership, cache), loops);
      ServerCore core = new ServerCore(resources, view, isFresh);
      owned.push("core", () -> core.stop().get(CLOSE_SECONDS, TimeUnit.SECONDS));
      core.start();
      owned.push("gate", gate::close);
      gate.open(asMember(core, membership, resources));
      LOG.info(
          "server {} serves {} on {}{}",
          settings.id(),
          joined.clusterId(),
          endpoint,
          network.localSocket().isEmpty() ? "" : " and " + network.localSocket());
    } catch (RuntimeException | IOException e) {
      owned.close();
      fresh.removeUnlessKept();
      throw e;
    }
  }

  /** No server can have taken over a slot of this server while it was down. */
  private static String objection(
      Membership membership, @Nullable ClusterView view, ServerId self, Store store) {
    return membership
        .remembered()
        .map(
            known ->
                ViewSuccession.objection(known, view, self, slot -> hasPartitions(store, slot)))
        .orElse("");
  }

  private static boolean hasPartitions(Store store, int slot) {
    boolean[] has = new boolean[1];
    store.scanPartitions(
        slot,
        (key, header) -> {
          has[0] = true;
          return false;
        },
        damaged -> has[0] = true);
    return has[0];
  }

  private RequestHandler asMember(
      ServerCore core, Membership membership, ServerResources resources) {
    Fence fence = new Fence(core, membership, Clock.system());
    ExecutorService admin = ownExecutor("giga-admin", 1);
    return new VolumeManager(
        new MembershipHandler(fence, membership, Clock.system(), admin),
        membership,
        resources.volumes(),
        new EmptyVolume(resources.rpc()),
        Clock.system(),
        ownExecutor("giga-volumes", 1));
  }

  /**
   * Starts a server; returns when it serves.
   *
   * @param membership owned by the server from now on, whether the start succeeds or not
   * @throws ServerStartException if the start fails; nothing is left running then
   */
  public static GigaServer start(ServerSettings settings, Membership membership) {
    return start(settings, membership, OpenVolumes.installed(settings.volumeRoots()));
  }

  /**
   * Starts a server with other kinds of volumes than those that are installed.
   *
   * @param volumes owned by the server from now on; they check by themselves where volumes may be
   */
  static GigaServer start(ServerSettings settings, Membership membership, OpenVolumes volumes) {
    try {
      return new GigaServer(settings, membership, volumes);
    } catch (IOException e) {
      throw new ServerStartException("listen: " + e.getMessage(), e);
    } catch (StoreException e) {
      throw new ServerStartException("data: " + e.getMessage(), e);
    } catch (MembershipException e) {
      throw new ServerStartException(String.valueOf(e.getMessage()), e);
    }
  }

  /** Limits connections so that descriptors remain for the store, its log, volumes and the rest. */
  private static ConnectionLimits limits(ServerSettings settings, Membership membership) {
    ConnectionLimits limits =
        settings.limits().withInlineBytes(membership.format().settings().mostInlineBytes());
    int most = Descriptors.ofMachine().forConnections();
    if (limits.maxConnections() <= most) {
      return limits;
    }
    LOG.warn(
        "takes at most {} connections and not {}, as the process may have no more files open; raise"
            + " its limit (ulimit -n, LimitNOFILE) or set max-connections",
        most,
        limits.maxConnections());
    return limits.withConnections(most, Math.min(most, limits.maxConnectionsPerAddress()));
  }

  private Store openStore(ServerSettings settings, Membership membership) {
    StoreSettings.Builder store =
        StoreSettings.builder(settings.storeDirectory())
            .cluster(membership.format().clusterId())
            .durability(settings.durability())
            .syncIntervalMillis(settings.syncInterval().toMillis())
            .maxOpenFiles(Descriptors.ofMachine().forStore())
            .reserveBytes(settings.reserveBytes())
            .acceptsLoss(settings.acceptsLoss())
            .owner(settings.id().value());
    settings.storeMemory().applyTo(store);
    return owned.push("store", Stores.open(store.build()));
  }

  /**
   * Opens the cache. If that fails, the server starts without it, as volumes have all of its data.
   */
  private @Nullable CacheStore openCache(ServerSettings settings) throws IOException {
    if (settings.cacheBytes() == 0) {
      return null;
    }
    OwnerOnly.createFolders(settings.cacheDirectory());
    try {
      return owned.push(
          "cache",
          SegmentStore.open(
              SegmentSettings.of(settings.cacheDirectory(), settings.cacheBytes()),
              Clock.system()));
    } catch (IOException e) {
      LOG.error(
          "the server starts without its cache in {}: {}; clients read from the volumes. Repair"
              + " the directory, or set another one with cache-dir, and restart the server",
          settings.cacheDirectory(),
          e.getMessage());
      return null;
    }
  }

  private GroupCache.Resources group(Membership membership, @Nullable CacheStore cache) {
    return new GroupCache.Resources(
        membership.secret(), cache, ownExecutor("giga-cache", cache == null ? 1 : CACHE_THREADS));
  }

  private ServerResources resources(
      ServerSettings settings,
      Store store,
      SplittableRandom random,
      Membership membership,
      OpenVolumes volumes,
      GroupCache.Resources group,
      EventLoops loops) {
    ExecutorService volumeIo = Executors.newCachedThreadPool(threads("giga-volume"));
    owned.push("giga-volume", () -> shutDown(volumeIo));
    ExecutorService background = ownExecutor("giga-background", BACKGROUND_THREADS);
    ExecutorService syncing = ownExecutor("giga-sync", 1);
    ExecutorService reporting = ownExecutor("giga-report", 1);
    SimpleMeterRegistry meters = new SimpleMeterRegistry();
    owned.push("meters", meters::close);
    List<Executor> laneExecutors = new ArrayList<>();
    for (int i = 0; i < settings.lanes(); i++) {
      laneExecutors.add(ownExecutor("giga-lane-" + i, 1));
    }
    NettyRpcClient rpc = owned.push("rpc", rpc(settings, membership, loops, random));
    NettyTimers timers = owned.push("timers", new NettyTimers("giga-timers"));
    return new ServerResources(
        store,
        FileSystemId.of(settings.dataDirectory()),
        settings.dataDirectory().resolve("splits"),
        MAX_CARRIED_BYTES,
        rpc,
        Clock.system(),
        timers,
        laneExecutors,
        loops::current,
        background,
        syncing,
        reporting,
        volumeIo,
        volumes,
        group,
        random,
        viewWriter(membership),
        meters,
        (int) settings.sessionLease().toMillis(),
        DELEGATION_QUIET_MILLIS,
        settings.splitHeat(),
        HaltAt.fromProperty());
  }

  /**
   * Makes the client for requests to other servers. A request of a commit batch uses a connection
   * of the thread that runs the batch. That thread also processes the answer, so no other thread
   * has to be woken.
   */
  private static NettyRpcClient rpc(
      ServerSettings settings, Membership membership, EventLoops loops, SplittableRandom random) {
    RpcClientSettings rpcSettings =
        RpcClientSettings.builder(Frame.Role.SERVER, random.nextLong())
            .clusterId(membership.format().clusterId())
            .connectionsPerServer(settings.ioThreads())
            .build();
    return new NettyRpcClient(
        rpcSettings, RpcClientListener.NONE, loops, Clock.system(), random.split());
  }

  /** Makes the writer that waits for ZooKeeper on a thread of its own. */
  private SlotImporter.ViewWriter viewWriter(Membership membership) {
    ExecutorService writing = ownExecutor("giga-view", 1);
    return (slot, since) -> {
      if (!writing.isShutdown()) {
        writing.execute(() -> completeMove(membership, slot, since));
      }
    };
  }

  private static void completeMove(Membership membership, int slot, long since) {
    try {
      membership.update(view -> ViewChanges.complete(view, slot, since), VIEW_TIMEOUT);
    } catch (MembershipException e) {
      LOG.warn(
          "slot {} has arrived, but the cluster's view is not updated yet: {}",
          slot,
          e.getMessage());
    }
  }

  private ExecutorService ownExecutor(String name, int threads) {
    ExecutorService executor = Executors.newFixedThreadPool(threads, threads(name));
    owned.push(name, () -> shutDown(executor));
    return executor;
  }

  private static ThreadFactory threads(String name) {
    return task -> {
      Thread thread = new Thread(task, name);
      thread.setUncaughtExceptionHandler(
          (failed, e) ->
              LOG.error(
                  "Thread {} ended with an internal error. Restart this server, and report the trace",
                  failed.getName(),
                  e));
      return thread;
    };
  }

  /** Shuts down the executor; tasks that were submitted may finish first. */
  private static void shutDown(ExecutorService executor) {
    executor.shutdown();
    try {
      if (!executor.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
        LOG.warn("tasks did not end within {} s and are interrupted", CLOSE_SECONDS);
        executor.shutdownNow();
        executor.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      executor.shutdownNow();
    }
  }

  /** The address on which the server listens, with the actual port. */
  public Endpoint endpoint() {
    return endpoint;
  }

  /** Memory for file data in transit between clients and volumes. */
  MemoryBudget dataMemory() {
    return dataMemory;
  }

  /** The newest view that this server has adopted. */
  ClusterView view() {
    return view.get();
  }

  /** Stops serving, completes what is in progress, and closes all resources. */
  @Override
  public void close() {
    owned.close();
  }

  /**
   * A server could not start. The message says in one line which setting is wrong and what to do.
   */
  public static final class ServerStartException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ServerStartException(String message, Throwable cause) {
      super(message, cause);
    }
  }
}

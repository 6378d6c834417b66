package io.gigafs.client.connect;

import io.gigafs.cache.CacheGroup;
import io.gigafs.cache.journal.WriteJournal;
import io.gigafs.cache.memory.MemoryCacheStore;
import io.gigafs.cache.segment.SegmentSettings;
import io.gigafs.cache.segment.SegmentStore;
import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.Awaiting;
import io.gigafs.client.ClientSettings;
import io.gigafs.client.ClientSettings.DataPath;
import io.gigafs.client.DataCacheSettings;
import io.gigafs.client.GigaClient;
import io.gigafs.client.data.Alarms;
import io.gigafs.client.data.BlockSource;
import io.gigafs.client.data.DataCache;
import io.gigafs.client.data.DataEnvironment;
import io.gigafs.client.data.OpenFiles;
import io.gigafs.client.data.ServerRelay;
import io.gigafs.client.data.WriteBack;
import io.gigafs.client.group.GroupSource;
import io.gigafs.client.lease.CopyHints;
import io.gigafs.client.lease.Leases;
import io.gigafs.client.lease.LookupsInFlight;
import io.gigafs.client.request.Counters;
import io.gigafs.client.request.CreateQueue;
import io.gigafs.client.request.Deadlines;
import io.gigafs.client.request.DirectoryLocations;
import io.gigafs.client.request.InFlightLimit;
import io.gigafs.client.request.PartitionMaps;
import io.gigafs.client.request.Pauses;
import io.gigafs.client.request.RpcClientFactory;
import io.gigafs.client.request.SequenceTracker;
import io.gigafs.client.request.ViewRefresh;
import io.gigafs.client.request.Views;
import io.gigafs.client.request.WriteBehindQueue;
import io.gigafs.client.session.ClientContext;
import io.gigafs.client.session.KnownVolumes;
import io.gigafs.client.session.Sessions;
import io.gigafs.client.session.VolumeBlocks;
import io.gigafs.cluster.ClusterView;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import io.gigafs.rpc.Clock;
import io.gigafs.rpc.EventLoops;
import io.gigafs.rpc.RpcClient;
import io.gigafs.rpc.Timers;
import io.gigafs.volume.OpenVolumes;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates clients. */
public final class GigaClients {
  private static final Logger LOG = LoggerFactory.getLogger(GigaClients.class);

  /**
   * Memory for blocks from the cache group in a client without a data cache, so that a block is not
   * fetched again for each piece of it that a program reads.
   */
  private static final long GROUP_MEMORY_BYTES = 32L << 20;

  private GigaClients() {}

  /**
   * Connects to a cluster.
   *
   * @throws GigaException if no contact answers in time; names all of them and their errors. Also
   *     if a data cache is required and cannot be opened
   */
  public static GigaClient connect(ClientSettings settings) throws GigaException {
    DataCacheResources cache = openCache(settings.dataCache());
    EventLoops loops = Network.threads();
    AsyncGigaClient client =
        Awaiting.result(
            open(
                settings,
                (clientId, listener) -> Network.open(loops, settings, clientId, listener),
                Clock.system(),
                Network.timers(loops),
                new SecureRandom(),
                new VolumeResources(OpenVolumes.installed(), VolumeThreads.start(), cache)));
    try {
      client.recoverBacklog();
    } catch (GigaException | RuntimeException e) {
      client.close();
      throw e;
    }
    return blocking(client);
  }

  private static @Nullable DataCacheResources openCache(@Nullable DataCacheSettings settings)
      throws GigaException {
    if (settings == null) {
      return null;
    }
    try {
      return SharedCacheStore.open(
          settings,
          asked ->
              SegmentStore.open(
                  SegmentSettings.of(asked.directory(), asked.bytes()), Clock.system()));
    } catch (IOException | IllegalArgumentException e) {
      if (settings.required()) {
        throw ErrorCode.EIO.exception(
            "the data cache " + settings.directory() + " cannot be used: " + e.getMessage());
      }
      LOG.warn(
          "the data cache {} cannot be used, so nothing is cached: {}",
          settings.directory(),
          e.getMessage());
      return null;
    }
  }

  /**
   * A blocking client over an asynchronous one. Not to be used in callbacks of operations: they run
   * on the thread that it would wait for.
   */
  public static GigaClient blocking(AsyncGigaClient client) {
    return new BlockingClient(client);
  }

  /**
   * A client over a given network and given clocks. The client itself has no thread, and blocks
   * only callers that exceed the limit of operations in flight.
   *
   * @param random for client ids and the jitter of delays
   * @return the client as soon as a contact answers; a {@link GigaException} that names all
   *     contacts and their errors if none does
   */
  public static CompletableFuture<AsyncGigaClient> open(
      ClientSettings settings,
      RpcClientFactory factory,
      Clock clock,
      Timers timers,
      Random random) {
    return open(settings, factory, clock, timers, random, VolumeResources.none());
  }

  /** The same for a client that reaches volumes. */
  public static CompletableFuture<AsyncGigaClient> open(
      ClientSettings settings,
      RpcClientFactory factory,
      Clock clock,
      Timers timers,
      Random random,
      VolumeResources volumes) {
    Leases leases = new Leases(settings.attributeCacheSettings(), settings.delegation());
    long clientId = random.nextLong();
    RpcClient rpc = factory.open(clientId, leases);
    CompletableFuture<AsyncGigaClient> client = new CompletableFuture<>();
    new Connect(rpc, clock, timers, settings)
        .begin()
        .whenComplete(
            (view, failure) -> {
              if (failure == null) {
                ClientContext context =
                    context(settings, rpc, clock, timers, random, view, leases, volumes, clientId);
                client.complete(new CoreClient(context, settings.caller()));
              } else {
                rpc.close();
                volumes.close();
                client.completeExceptionally(failure);
              }
            });
    return client;
  }

  private static ClientContext context(
      ClientSettings settings,
      RpcClient rpc,
      Clock clock,
      Timers timers,
      Random random,
      ClusterView view,
      Leases leases,
      VolumeResources volumes,
      long clientId) {
    Views views = new Views(view);
    ViewRefresh refresh = new ViewRefresh(rpc, clock, settings.contacts(), views);
    KnownVolumes known = new KnownVolumes(volumes.volumes(), views, refresh);
    Pauses pauses = new Pauses(timers);
    Deadlines deadlines = new Deadlines(pauses, clock);
    InFlightLimit limit = new InFlightLimit(settings.maxInFlight());
    Alarms alarms = (nanos, task) -> deadlines.once(nanos, () -> limit.complete(task))::end;
    PartitionMaps maps = new PartitionMaps();
    return new ClientContext(
        settings,
        rpc,
        clock,
        pauses,
        deadlines,
        random,
        views,
        refresh,
        maps,
        leases,
        new DirectoryLocations(),
        new CopyHints(random),
        new WriteBehindQueue(rpc, pauses, settings.delegation().lingerMillis(), clock),
        new LookupsInFlight(),
        new SequenceTracker(),
        new CreateQueue(rpc, limit, maps, views),
        new Sessions(),
        limit,
        volumes.volumes(),
        known,
        new VolumeBlocks(known, volumes.io(), settings.dataPath() != DataPath.SERVER),
        new OpenFiles(
            new DataEnvironment(
                clock,
                alarms,
                volumes.io(),
                settings.dataPath() != DataPath.SERVER,
                known,
                new ServerRelay(settings.memory().bufferBytes(), clock),
                ownInlineLimit(view.settings().inlineLimit(), clientId),
                dataCache(
                    cacheOf(settings, volumes, view),
                    settings.cacheGroup()
                        ? new GroupSource(rpc, clock, pauses, views, refresh)
                        : BlockSource.NONE,
                    view,
                    clock,
                    random),
                writeBack(volumes, clock, alarms),
                settings.memory().cacheBytes())),
        new Counters());
  }

  /** The client's own cache; a little memory if it has none and servers have caches. */
  private static @Nullable DataCacheResources cacheOf(
      ClientSettings settings, VolumeResources volumes, ClusterView view) {
    if (volumes.cache() != null || !settings.cacheGroup() || CacheGroup.of(view).isEmpty()) {
      return volumes.cache();
    }
    return new DataCacheResources(new MemoryCacheStore(GROUP_MEMORY_BYTES), volumes.io(), () -> {});
  }

  private static @Nullable WriteBack writeBack(
      VolumeResources volumes, Clock clock, Alarms alarms) {
    DataCacheResources cache = volumes.cache();
    WriteJournal journal = cache == null ? null : cache.journal();
    return journal == null ? null : new WriteBack(journal, volumes.io(), clock, alarms);
  }

  private static @Nullable DataCache dataCache(
      @Nullable DataCacheResources cache,
      BlockSource source,
      ClusterView view,
      Clock clock,
      Random random) {
    return cache == null
        ? null
        : new DataCache(
            cache.store(),
            source,
            view.clusterId(),
            cache.executor(),
            clock,
            new Random(random.nextLong()),
            cache.blockBytes(),
            cache.release());
  }

  /** Between half of the cluster's limit and one and a half. */
  private static int ownInlineLimit(int limit, long clientId) {
    return limit / 2 + new SplittableRandom(clientId).nextInt(limit + 1);
  }

  /**
   * The resources with which a client reaches volumes; passed in, so that tests control storage and
   * threads.
   *
   * @param volumes that the client opens; closed with the client
   * @param io runs what may block for as long as a volume does and has no waiting caller
   * @param cache of the data of files on volumes; null for none
   */
  public record VolumeResources(
      OpenVolumes volumes, Executor io, @Nullable DataCacheResources cache) {
    /** Without a cache. */
    public VolumeResources(OpenVolumes volumes, Executor io) {
      this(volumes, io, null);
    }

    /** Closes the volumes, and releases the cache. */
    void close() {
      volumes.close();
      if (cache != null) {
        cache.release().run();
      }
    }

    /** For a client that reaches no volume directly. */
    public static VolumeResources none() {
      return new VolumeResources(new OpenVolumes(List.of()), Runnable::run);
    }
  }
}

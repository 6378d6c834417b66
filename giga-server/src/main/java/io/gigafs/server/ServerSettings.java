package io.gigafs.server;

import io.gigafs.cluster.Endpoint;
import io.gigafs.cluster.ServerId;
import io.gigafs.rpc.ConnectionLimits;
import io.gigafs.rpc.RpcServerSettings;
import io.gigafs.tablefs.Durability;
import io.gigafs.volume.VolumeRoots;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a server. Invalid values are refused with the setting's name.
 *
 * @param dataDirectory holds the server's store; created if it does not exist
 * @param listen address for clients and other servers; port 0 takes any free one
 * @param lanes number of threads that own partitions
 * @param durability when an acknowledged change is on the disk
 * @param syncInterval interval between syncs of the log with durability INTERVAL
 * @param ioThreads number of threads that serve connections
 * @param reserveBytes disk space that is reserved for deletions: creates are refused while less is
 *     free
 * @param joinTimeout how long to wait at start for the cluster to be complete
 * @param sessionLease how long the server keeps open files and locks of a client that does not
 *     renew its session; the same on all servers
 * @param dataMemoryBytes maximum bytes of file data in transit between clients and volumes
 * @param storeMemory memory limits of the store
 * @param localSocket domain socket for programs on the server's machine, beside its port; null for
 *     none
 * @param acceptsLoss whether the server starts without data that its store has lost
 * @param volumeRoots directories below which volumes are allowed
 * @param splitHeat requests per second from which on a partition may split for load; 0 for never
 * @param cacheBytes size of the cache of volume objects that it holds for the cache group; 0 for
 *     none
 * @param cacheDirectory directory of that cache; created if it does not exist
 * @param limits resource limits for clients, for each one and for all together
 */
public record ServerSettings(
    ServerId id,
    Path dataDirectory,
    Endpoint listen,
    int lanes,
    Durability durability,
    Duration syncInterval,
    int ioThreads,
    long reserveBytes,
    Duration joinTimeout,
    Duration sessionLease,
    long dataMemoryBytes,
    StoreMemory storeMemory,
    @Nullable Path localSocket,
    boolean acceptsLoss,
    VolumeRoots volumeRoots,
    int splitHeat,
    long cacheBytes,
    Path cacheDirectory,
    ConnectionLimits limits) {
  public static final int DEFAULT_SPLIT_HEAT = 5_000;

  /** The default domain socket in the data directory. */
  private static final String LOCAL_SOCKET = "giga.sock";

  /** The default cache directory in the data directory. */
  private static final String CACHE_DIRECTORY = "cache";

  private static final long MIN_CACHE_BYTES = 64L << 20;
  private static final long MAX_CACHE_BYTES = 1L << 50;
  private static final int MAX_THREADS = 1_024;
  private static final long MAX_RESERVE_BYTES = 1L << 50;
  private static final long MIN_DATA_MEMORY_BYTES = 8L << 20;
  private static final long MAX_DATA_MEMORY_BYTES = 1L << 40;
  private static final long MIN_LEASE_MILLIS = 1_000;
  private static final long MAX_LEASE_MILLIS = 3_600_000;

  public ServerSettings {
    check("lanes", lanes);
    check("io-threads", ioThreads);
    if (syncInterval.toMillis() < 1) {
      throw new IllegalArgumentException("sync-interval is at least 1 ms, not " + syncInterval);
    }
    if (reserveBytes < 0 || reserveBytes > MAX_RESERVE_BYTES) {
      throw new IllegalArgumentException("reserve is 0 to 1024t, not " + reserveBytes);
    }
    if (sessionLease.toMillis() < MIN_LEASE_MILLIS || sessionLease.toMillis() > MAX_LEASE_MILLIS) {
      throw new IllegalArgumentException("session-lease is 1 s to 1 h, not " + sessionLease);
    }
    if (dataMemoryBytes < MIN_DATA_MEMORY_BYTES || dataMemoryBytes > MAX_DATA_MEMORY_BYTES) {
      throw new IllegalArgumentException("data-memory is 8m to 1024g, not " + dataMemoryBytes);
    }
    if (splitHeat < 0) {
      throw new IllegalArgumentException("split-heat is at least 1, not " + splitHeat);
    }
    if (cacheBytes != 0 && (cacheBytes < MIN_CACHE_BYTES || cacheBytes > MAX_CACHE_BYTES)) {
      throw new IllegalArgumentException("cache is 0 for none, or 64m to 1024t, not " + cacheBytes);
    }
    if (joinTimeout.toMillis() < 1) {
      throw new IllegalArgumentException("join-timeout is at least 1 ms, not " + joinTimeout);
    }
  }

  private static void check(String setting, int threads) {
    if (threads < 1 || threads > MAX_THREADS) {
      throw new IllegalArgumentException(setting + " is 1 to " + MAX_THREADS + ", not " + threads);
    }
  }

  /** Settings with defaults for all other values. */
  public static ServerSettings of(ServerId id, Path dataDirectory, Endpoint listen) {
    int processors = Runtime.getRuntime().availableProcessors();
    return new ServerSettings(
        id,
        dataDirectory,
        listen,
        Math.max(1, processors / 2),
        Durability.INTERVAL,
        Duration.ofSeconds(5),
        Math.max(1, processors / 2),
        256L << 20,
        Duration.ofSeconds(60),
        Duration.ofSeconds(30),
        RpcServerSettings.DEFAULT_DATA_MEMORY_BYTES,
        StoreMemory.usual(),
        dataDirectory.resolve(LOCAL_SOCKET),
        false,
        VolumeRoots.NONE,
        DEFAULT_SPLIT_HEAT,
        0,
        dataDirectory.resolve(CACHE_DIRECTORY),
        ConnectionLimits.DEFAULTS);
  }

  /** The store's directory, below the data directory. */
  Path storeDirectory() {
    return dataDirectory.resolve("store");
  }

  public ServerSettings withLanes(int newLanes) {
    return with(draft -> draft.lanes = newLanes);
  }

  public ServerSettings withDurability(Durability newDurability) {
    return with(draft -> draft.durability = newDurability);
  }

  public ServerSettings withSyncInterval(Duration newSyncInterval) {
    return with(draft -> draft.syncInterval = newSyncInterval);
  }

  public ServerSettings withIoThreads(int newIoThreads) {
    return with(draft -> draft.ioThreads = newIoThreads);
  }

  public ServerSettings withReserveBytes(long newReserveBytes) {
    return with(draft -> draft.reserveBytes = newReserveBytes);
  }

  public ServerSettings withJoinTimeout(Duration newJoinTimeout) {
    return with(draft -> draft.joinTimeout = newJoinTimeout);
  }

  public ServerSettings withSessionLease(Duration newSessionLease) {
    return with(draft -> draft.sessionLease = newSessionLease);
  }

  public ServerSettings withDataMemoryBytes(long newDataMemoryBytes) {
    return with(draft -> draft.dataMemoryBytes = newDataMemoryBytes);
  }

  public ServerSettings withStoreMemory(StoreMemory newStoreMemory) {
    return with(draft -> draft.storeMemory = newStoreMemory);
  }

  public ServerSettings withLocalSocket(@Nullable Path newLocalSocket) {
    return with(draft -> draft.localSocket = newLocalSocket);
  }

  public ServerSettings withAcceptsLoss(boolean newAcceptsLoss) {
    return with(draft -> draft.acceptsLoss = newAcceptsLoss);
  }

  public ServerSettings withVolumeRoots(VolumeRoots newVolumeRoots) {
    return with(draft -> draft.volumeRoots = newVolumeRoots);
  }

  public ServerSettings withSplitHeat(int newSplitHeat) {
    return with(draft -> draft.splitHeat = newSplitHeat);
  }

  public ServerSettings withCacheBytes(long newCacheBytes) {
    return with(draft -> draft.cacheBytes = newCacheBytes);
  }

  public ServerSettings withCacheDirectory(Path newCacheDirectory) {
    return with(draft -> draft.cacheDirectory = newCacheDirectory);
  }

  public ServerSettings withLimits(ConnectionLimits newLimits) {
    return with(draft -> draft.limits = newLimits);
  }

  /** A copy of the settings with the change applied. */
  private ServerSettings with(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.settings();
  }

  /** Mutable copy of settings. */
  private static final class Draft {
    private final ServerId id;
    private final Path dataDirectory;
    private final Endpoint listen;
    private int lanes;
    private Durability durability;
    private Duration syncInterval;
    private int ioThreads;
    private long reserveBytes;
    private Duration joinTimeout;
    private Duration sessionLease;
    private long dataMemoryBytes;
    private StoreMemory storeMemory;
    private @Nullable Path localSocket;
    private boolean acceptsLoss;
    private VolumeRoots volumeRoots;
    private int splitHeat;
    private long cacheBytes;
    private Path cacheDirectory;
    private ConnectionLimits limits;

    Draft(ServerSettings from) {
      this.id = from.id;
      this.dataDirectory = from.dataDirectory;
      this.listen = from.listen;
      this.lanes = from.lanes;
      this.durability = from.durability;
      this.syncInterval = from.syncInterval;
      this.ioThreads = from.ioThreads;
      this.reserveBytes = from.reserveBytes;
      this.joinTimeout = from.joinTimeout;
      this.sessionLease = from.sessionLease;
      this.dataMemoryBytes = from.dataMemoryBytes;
      this.storeMemory = from.storeMemory;
      this.localSocket = from.localSocket;
      this.acceptsLoss = from.acceptsLoss;
      this.volumeRoots = from.volumeRoots;
      this.splitHeat = from.splitHeat;
      this.cacheBytes = from.cacheBytes;
      this.cacheDirectory = from.cacheDirectory;
      this.limits = from.limits;
    }

    ServerSettings settings() {
      return new ServerSettings(
          id,
          dataDirectory,
          listen,
          lanes,
          durability,
          syncInterval,
          ioThreads,
          reserveBytes,
          joinTimeout,
          sessionLease,
          dataMemoryBytes,
          storeMemory,
          localSocket,
          acceptsLoss,
          volumeRoots,
          splitHeat,
          cacheBytes,
          cacheDirectory,
          limits);
    }
  }
}

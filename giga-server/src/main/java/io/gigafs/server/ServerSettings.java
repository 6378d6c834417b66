package io.gigafs.server;

import io.gigafs.cluster.Endpoint;
import io.gigafs.cluster.ServerId;
import io.gigafs.rpc.ConnectionLimits;
import io.gigafs.rpc.RpcServerSettings;
import io.gigafs.tablefs.Durability;
import io.gigafs.volume.VolumeRoots;
import java.nio.file.Path;
import java.time.Duration;
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
  static final int DEFAULT_SPLIT_HEAT = 5_000;

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
    return builder(id, dataDirectory, listen).build();
  }

  /** Starts from the defaults. */
  public static Builder builder(ServerId id, Path dataDirectory, Endpoint listen) {
    return new Builder(id, dataDirectory, listen);
  }

  /** Starts from these settings. */
  public Builder toBuilder() {
    return builder(id, dataDirectory, listen)
        .lanes(lanes)
        .durability(durability)
        .syncInterval(syncInterval)
        .ioThreads(ioThreads)
        .reserveBytes(reserveBytes)
        .joinTimeout(joinTimeout)
        .sessionLease(sessionLease)
        .dataMemoryBytes(dataMemoryBytes)
        .storeMemory(storeMemory)
        .localSocket(localSocket)
        .acceptsLoss(acceptsLoss)
        .volumeRoots(volumeRoots)
        .splitHeat(splitHeat)
        .cacheBytes(cacheBytes)
        .cacheDirectory(cacheDirectory)
        .limits(limits);
  }

  /** The store's directory, below the data directory. */
  Path storeDirectory() {
    return dataDirectory.resolve("store");
  }

  /** Collects settings. */
  public static final class Builder {
    private final ServerId id;
    private final Path dataDirectory;
    private final Endpoint listen;
    private int lanes = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
    private Durability durability = Durability.INTERVAL;
    private Duration syncInterval = Duration.ofSeconds(5);
    private int ioThreads = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
    private long reserveBytes = 256L << 20;
    private Duration joinTimeout = Duration.ofSeconds(60);
    private Duration sessionLease = Duration.ofSeconds(30);
    private long dataMemoryBytes = RpcServerSettings.DEFAULT_DATA_MEMORY_BYTES;
    private StoreMemory storeMemory = StoreMemory.usual();
    private @Nullable Path localSocket;
    private boolean acceptsLoss;
    private VolumeRoots volumeRoots = VolumeRoots.NONE;
    private int splitHeat = DEFAULT_SPLIT_HEAT;
    private long cacheBytes;
    private Path cacheDirectory;
    private ConnectionLimits limits = ConnectionLimits.DEFAULTS;

    private Builder(ServerId id, Path dataDirectory, Endpoint listen) {
      this.id = id;
      this.dataDirectory = dataDirectory;
      this.listen = listen;
      localSocket = dataDirectory.resolve(LOCAL_SOCKET);
      cacheDirectory = dataDirectory.resolve(CACHE_DIRECTORY);
    }

    public Builder lanes(int value) {
      lanes = value;
      return this;
    }

    public Builder durability(Durability value) {
      durability = value;
      return this;
    }

    public Builder syncInterval(Duration value) {
      syncInterval = value;
      return this;
    }

    public Builder ioThreads(int value) {
      ioThreads = value;
      return this;
    }

    public Builder reserveBytes(long value) {
      reserveBytes = value;
      return this;
    }

    public Builder joinTimeout(Duration value) {
      joinTimeout = value;
      return this;
    }

    public Builder sessionLease(Duration value) {
      sessionLease = value;
      return this;
    }

    public Builder dataMemoryBytes(long value) {
      dataMemoryBytes = value;
      return this;
    }

    public Builder storeMemory(StoreMemory value) {
      storeMemory = value;
      return this;
    }

    public Builder localSocket(@Nullable Path value) {
      localSocket = value;
      return this;
    }

    public Builder acceptsLoss(boolean value) {
      acceptsLoss = value;
      return this;
    }

    public Builder volumeRoots(VolumeRoots value) {
      volumeRoots = value;
      return this;
    }

    public Builder splitHeat(int value) {
      splitHeat = value;
      return this;
    }

    public Builder cacheBytes(long value) {
      cacheBytes = value;
      return this;
    }

    public Builder cacheDirectory(Path value) {
      cacheDirectory = value;
      return this;
    }

    public Builder limits(ConnectionLimits value) {
      limits = value;
      return this;
    }

    /** Builds the settings; throws IllegalArgumentException if one is out of its bounds. */
    public ServerSettings build() {
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

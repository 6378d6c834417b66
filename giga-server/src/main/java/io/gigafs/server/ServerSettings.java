package io.gigafs.server;

import io.gigafs.cluster.Endpoint;
import io.gigafs.cluster.ServerId;
import io.gigafs.rpc.RpcServerSettings;
import io.gigafs.tablefs.Durability;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a server runs; bad settings are refused with the setting's name.
 *
 * @param dataDirectory holds the server's store; made if it is not there
 * @param listen where clients and other servers reach it; port 0 takes any free one
 * @param lanes how many threads own partitions
 * @param durability when an acknowledged change is on the disk
 * @param syncInterval with durability INTERVAL, from one sync of the log to the next
 * @param ioThreads how many threads serve connections
 * @param reserveBytes what is kept of the disk for deletions: creates are refused while less is
 *     left
 * @param joinTimeout how long to wait at start for the cluster to be complete
 * @param sessionLease how long what a client has open or locked is kept for it when it is silent;
 *     the same at all servers
 * @param dataMemoryBytes how many bytes of files may be under way between clients and volumes
 * @param storeMemory what the store may take
 * @param localSocket where programs of the server's machine reach it, beside its port; null for
 *     nowhere
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
    @Nullable Path localSocket) {
  /** The domain socket in the data directory, unless it is set otherwise. */
  private static final String LOCAL_SOCKET = "giga.sock";

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
    if (joinTimeout.toMillis() < 1) {
      throw new IllegalArgumentException("join-timeout is at least 1 ms, not " + joinTimeout);
    }
  }

  private static void check(String setting, int threads) {
    if (threads < 1 || threads > MAX_THREADS) {
      throw new IllegalArgumentException(setting + " is 1 to " + MAX_THREADS + ", not " + threads);
    }
  }

  /** Settings with defaults for all but these. */
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
        dataDirectory.resolve(LOCAL_SOCKET));
  }

  /** Where the store is, below the data directory. */
  Path storeDirectory() {
    return dataDirectory.resolve("store");
  }

  public ServerSettings withLanes(int newLanes) {
    return new ServerSettings(
        id,
        dataDirectory,
        listen,
        newLanes,
        durability,
        syncInterval,
        ioThreads,
        reserveBytes,
        joinTimeout,
        sessionLease,
        dataMemoryBytes,
        storeMemory,
        localSocket);
  }

  public ServerSettings withDurability(Durability newDurability) {
    return new ServerSettings(
        id,
        dataDirectory,
        listen,
        lanes,
        newDurability,
        syncInterval,
        ioThreads,
        reserveBytes,
        joinTimeout,
        sessionLease,
        dataMemoryBytes,
        storeMemory,
        localSocket);
  }

  public ServerSettings withSyncInterval(Duration newSyncInterval) {
    return new ServerSettings(
        id,
        dataDirectory,
        listen,
        lanes,
        durability,
        newSyncInterval,
        ioThreads,
        reserveBytes,
        joinTimeout,
        sessionLease,
        dataMemoryBytes,
        storeMemory,
        localSocket);
  }

  public ServerSettings withIoThreads(int newIoThreads) {
    return new ServerSettings(
        id,
        dataDirectory,
        listen,
        lanes,
        durability,
        syncInterval,
        newIoThreads,
        reserveBytes,
        joinTimeout,
        sessionLease,
        dataMemoryBytes,
        storeMemory,
        localSocket);
  }

  public ServerSettings withReserveBytes(long newReserveBytes) {
    return new ServerSettings(
        id,
        dataDirectory,
        listen,
        lanes,
        durability,
        syncInterval,
        ioThreads,
        newReserveBytes,
        joinTimeout,
        sessionLease,
        dataMemoryBytes,
        storeMemory,
        localSocket);
  }

  public ServerSettings withJoinTimeout(Duration newJoinTimeout) {
    return new ServerSettings(
        id,
        dataDirectory,
        listen,
        lanes,
        durability,
        syncInterval,
        ioThreads,
        reserveBytes,
        newJoinTimeout,
        sessionLease,
        dataMemoryBytes,
        storeMemory,
        localSocket);
  }

  public ServerSettings withSessionLease(Duration newSessionLease) {
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
        newSessionLease,
        dataMemoryBytes,
        storeMemory,
        localSocket);
  }

  public ServerSettings withDataMemoryBytes(long newDataMemoryBytes) {
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
        newDataMemoryBytes,
        storeMemory,
        localSocket);
  }

  public ServerSettings withStoreMemory(StoreMemory newStoreMemory) {
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
        newStoreMemory,
        localSocket);
  }

  public ServerSettings withLocalSocket(@Nullable Path newLocalSocket) {
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
        newLocalSocket);
  }
}

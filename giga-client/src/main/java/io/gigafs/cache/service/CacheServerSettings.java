package io.gigafs.cache.service;

import io.gigafs.rpc.RpcServerSettings;
import io.gigafs.rpc.Transport;

/**
 * Settings of a {@link CacheServer}.
 *
 * @param dataMemoryBytes for bytes in transit to and from clients, over all connections
 * @param threads that serve connections. Clients on the same machine need processors too, and a
 *     thread that finds several requests at a time waits less often
 * @param busyPollMicros how long an idle thread polls its connections before it sleeps: saves the
 *     wake-up for clients that send one request at a time
 * @param idleMillis after which a connection that sends nothing, or reads nothing, is closed
 * @param closeMillis how long requests in flight may take when the server closes
 */
public record CacheServerSettings(
    long dataMemoryBytes, int threads, int busyPollMicros, int idleMillis, int closeMillis) {
  private static final int HANDSHAKE_MILLIS = 10_000;
  private static final int DEFAULT_BUSY_POLL_MICROS = 50;
  private static final int DEFAULT_IDLE_MILLIS = 600_000;
  private static final int DEFAULT_CLOSE_MILLIS = 5_000;

  public static final CacheServerSettings DEFAULTS =
      new CacheServerSettings(
          RpcServerSettings.DEFAULT_DATA_MEMORY_BYTES,
          Math.max(1, Runtime.getRuntime().availableProcessors() / 2),
          DEFAULT_BUSY_POLL_MICROS,
          DEFAULT_IDLE_MILLIS,
          DEFAULT_CLOSE_MILLIS);

  public CacheServerSettings {
    if (threads < 1) {
      throw new IllegalArgumentException("threads is at least 1, not " + threads);
    }
    // The others are checked by the classes that use them.
    var unused =
        rpc(dataMemoryBytes, threads, busyPollMicros, idleMillis, closeMillis, Transport.AUTO);
  }

  public CacheServerSettings withDataMemory(long newDataMemoryBytes) {
    return new CacheServerSettings(
        newDataMemoryBytes, threads, busyPollMicros, idleMillis, closeMillis);
  }

  public CacheServerSettings withThreads(int newThreads) {
    return new CacheServerSettings(
        dataMemoryBytes, newThreads, busyPollMicros, idleMillis, closeMillis);
  }

  public CacheServerSettings withBusyPoll(int newBusyPollMicros) {
    return new CacheServerSettings(
        dataMemoryBytes, threads, newBusyPollMicros, idleMillis, closeMillis);
  }

  public CacheServerSettings withTimeouts(int newIdleMillis, int newCloseMillis) {
    return new CacheServerSettings(
        dataMemoryBytes, threads, busyPollMicros, newIdleMillis, newCloseMillis);
  }

  RpcServerSettings rpc(Transport transport) {
    return rpc(dataMemoryBytes, threads, busyPollMicros, idleMillis, closeMillis, transport);
  }

  private static RpcServerSettings rpc(
      long dataMemoryBytes,
      int threads,
      int busyPollMicros,
      int idleMillis,
      int closeMillis,
      Transport transport) {
    return RpcServerSettings.builder()
        .dataMemoryBytes(dataMemoryBytes)
        .handshakeMillis(HANDSHAKE_MILLIS)
        .idleMillis(idleMillis)
        .closeMillis(closeMillis)
        .transport(transport)
        .eventLoopThreads(threads)
        .busyPollMicros(busyPollMicros)
        .build();
  }
}

package io.gigafs.cache.adapter;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import net.spy.memcached.ConnectionFactoryBuilder;
import net.spy.memcached.FailureMode;
import net.spy.memcached.MemcachedClient;
import org.jspecify.annotations.Nullable;

/**
 * Memcached through spymemcached: one connection for all threads. The server sets the maximum value
 * size ({@code -I}, 1 MiB by default). Memcached persists nothing and cannot list its keys.
 */
final class MemcachedStore implements ForeignStore {
  private static final int DEFAULT_PORT = 11211;
  private static final int READ_BUFFER_BYTES = 256 << 10;

  /** An upper bound of the server's overhead per value, which counts towards the item size. */
  private static final int ITEM_OVERHEAD_BYTES = 512;

  private static final long MAX_RECONNECT_SECONDS = 1;
  private static final long CLOSE_MILLIS = 1000;

  /** spymemcached logs to standard error unless another logger is set. */
  private static final String LOGGER = "net.spy.log.LoggerImpl";

  private final StoreAddress address;
  private final MemcachedClient client;
  private final Duration timeout;
  private final int maxValueBytes;
  private final long evictedBefore;

  private MemcachedStore(
      StoreAddress address, MemcachedClient client, int maxValueBytes, long evictedBefore) {
    this.address = address;
    this.client = client;
    this.timeout = address.timeout();
    this.maxValueBytes = maxValueBytes;
    this.evictedBefore = evictedBefore;
  }

  static MemcachedStore open(StoreAddress address) throws IOException {
    if (System.getProperty(LOGGER) == null) {
      System.setProperty(LOGGER, "net.spy.memcached.compat.log.SLF4JLogger");
    }
    InetSocketAddress server =
        new InetSocketAddress(InetAddress.getByName(address.host()), address.port(DEFAULT_PORT));
    probe(address, server);
    MemcachedClient client =
        new MemcachedClient(
            new ConnectionFactoryBuilder()
                .setDaemon(true)
                .setFailureMode(FailureMode.Cancel)
                .setMaxReconnectDelay(MAX_RECONNECT_SECONDS)
                .setOpTimeout(address.timeout().toMillis())
                .setOpQueueMaxBlockTime(address.timeout().toMillis())
                .setReadBufferSize(READ_BUFFER_BYTES)
                .setShouldOptimize(false)
                .setUseNagleAlgorithm(false)
                .build(),
            List.of(server));
    try {
      int itemBytes = Integer.parseInt(stat(address, client, "settings", "item_size_max"));
      long evicted = Long.parseLong(stat(address, client, "", "evictions"));
      return new MemcachedStore(
          address, client, itemBytes - BlockName.MAX_LENGTH - ITEM_OVERHEAD_BYTES, evicted);
    } catch (IOException | RuntimeException e) {
      client.shutdown();
      throw e;
    }
  }

  /**
   * Checks the address first, because the client would retry to connect for as long as a call may
   * take.
   */
  private static void probe(StoreAddress address, InetSocketAddress server) throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(server, (int) address.connectTimeout().toMillis());
    } catch (IOException e) {
      throw new IOException(
          address
              + ": cannot connect to Memcached: "
              + e.getMessage()
              + "; check that it runs and that the port is right",
          e);
    }
  }

  private static String stat(
      StoreAddress address, MemcachedClient client, String group, String name) throws IOException {
    Map<String, String> stats;
    try {
      stats =
          (group.isEmpty() ? client.getStats() : client.getStats(group))
              .values().stream().findFirst().orElse(Map.of());
    } catch (RuntimeException e) {
      throw new IOException(address + ": Memcached failed: " + e.getMessage(), e);
    }
    String value = stats.get(name);
    if (value == null) {
      throw new IOException(
          address + ": no Memcached answers there; check that it runs and that the port is right");
    }
    return value;
  }

  @Override
  public int maxValueBytes() {
    return maxValueBytes;
  }

  @Override
  public boolean put(String key, byte[] value) throws IOException {
    return result(client.set(key, 0, value, MemcachedBytes.INSTANCE));
  }

  @Override
  public byte @Nullable [] get(String key) throws IOException {
    return result(client.asyncGet(key, MemcachedBytes.INSTANCE));
  }

  @Override
  public boolean contains(String key) throws IOException {
    return result(client.touch(key, 0));
  }

  @Override
  public void remove(String key) throws IOException {
    result(client.delete(key));
  }

  @Override
  public void scan(Visitor visitor) {
    // The client has no command that lists keys.
  }

  @Override
  public Size size() throws IOException {
    return new Size(
        Long.parseLong(stat(address, client, "", "curr_items")),
        Long.parseLong(stat(address, client, "", "bytes")),
        Long.parseLong(stat(address, client, "", "limit_maxbytes")),
        0,
        0,
        Long.parseLong(stat(address, client, "", "evictions")) - evictedBefore);
  }

  @Override
  public void save() {
    // A Memcached server has no disk.
  }

  @Override
  public void close() {
    client.shutdown(CLOSE_MILLIS, TimeUnit.MILLISECONDS);
  }

  private <T extends @Nullable Object> T result(Future<T> call) throws IOException {
    try {
      return call.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException(address + ": interrupted");
    } catch (TimeoutException e) {
      call.cancel(true);
      throw new IOException(
          address + ": Memcached has not answered within " + timeout.toMillis() + " ms", e);
    } catch (ExecutionException | CancellationException e) {
      throw new IOException(address + ": Memcached failed: " + reason(e), e);
    }
  }

  private static String reason(Exception e) {
    Throwable cause = e.getCause() == null ? e : e.getCause();
    return cause instanceof CancellationException
        ? "the connection is lost"
        : String.valueOf(cause.getMessage());
  }
}

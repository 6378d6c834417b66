package io.gigafs.cache.adapter;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.SslOptions;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.params.ScanParams;
import redis.clients.jedis.resps.ScanResult;

/** Redis through Jedis: a pool of connections, one for each concurrent caller. */
final class RedisStore implements ForeignStore {
  private static final int DEFAULT_PORT = 6379;

  /** The default of a server's {@code proto-max-bulk-len}. */
  private static final int MAX_VALUE_BYTES = 512 << 20;

  private static final int MAX_CONNECTIONS = 64;
  private static final int SCAN_COUNT = 1000;
  private static final long POLL_NANOS = 10_000_000;

  private final StoreAddress address;
  private final RedisClient client;
  private final long evictedBefore;

  private RedisStore(StoreAddress address, RedisClient client, long evictedBefore) {
    this.address = address;
    this.client = client;
    this.evictedBefore = evictedBefore;
  }

  static RedisStore open(StoreAddress address) throws IOException {
    ConnectionPoolConfig pool = new ConnectionPoolConfig();
    pool.setMaxTotal(MAX_CONNECTIONS);
    pool.setMaxIdle(MAX_CONNECTIONS);
    pool.setMaxWait(address.timeout());
    DefaultJedisClientConfig.Builder config =
        DefaultJedisClientConfig.builder()
            .connectionTimeoutMillis((int) address.connectTimeout().toMillis())
            .socketTimeoutMillis((int) address.timeout().toMillis())
            .database(database(address));
    if (address.isSecure()) {
      config.sslOptions(SslOptions.defaults());
    }
    String user = address.user();
    if (user != null && !user.isEmpty()) {
      config.user(user);
    }
    if (address.password() != null) {
      config.password(address.password());
    }
    RedisClient client =
        RedisClient.builder()
            .hostAndPort(address.host(), address.port(DEFAULT_PORT))
            .clientConfig(config.build())
            .poolConfig(pool)
            .build();
    try {
      return new RedisStore(address, client, evicted(info(client, "stats")));
    } catch (JedisException e) {
      client.close();
      throw failure(address, e);
    }
  }

  private static int database(StoreAddress address) {
    try {
      return address.path().isEmpty() ? 0 : Integer.parseInt(address.path());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          address + ": the path is the number of a database, not '" + address.path() + "'", e);
    }
  }

  @Override
  public int maxValueBytes() {
    return MAX_VALUE_BYTES;
  }

  @Override
  public boolean put(String key, byte[] value) throws IOException {
    try {
      client.set(bytes(key), value);
      return true;
    } catch (JedisDataException e) {
      if (String.valueOf(e.getMessage()).startsWith("OOM")) {
        return false;
      }
      throw failure(address, e);
    } catch (JedisException e) {
      throw failure(address, e);
    }
  }

  @Override
  public byte @Nullable [] get(String key) throws IOException {
    return called(() -> client.get(bytes(key)));
  }

  @Override
  public boolean contains(String key) throws IOException {
    return called(() -> client.exists(bytes(key)));
  }

  @Override
  public void remove(String key) throws IOException {
    called(() -> client.del(bytes(key)));
  }

  @Override
  public void rename(String from, String to) throws IOException {
    try {
      client.rename(bytes(from), bytes(to));
    } catch (JedisDataException e) {
      if (!String.valueOf(e.getMessage()).contains("no such key")) {
        throw failure(address, e);
      }
    } catch (JedisException e) {
      throw failure(address, e);
    }
  }

  @Override
  public void scan(Visitor visitor) throws IOException {
    ScanParams params = new ScanParams().match(BlockName.PREFIX + "*").count(SCAN_COUNT);
    byte[] cursor = ScanParams.SCAN_POINTER_START_BINARY;
    ScanResult<byte[]> page;
    do {
      byte[] from = cursor;
      page = called(() -> client.scan(from, params));
      for (byte[] key : page.getResult()) {
        int length = Math.toIntExact(called(() -> client.strlen(key)));
        if (length > 0) {
          visitor.visit(new String(key, StandardCharsets.US_ASCII), length);
        }
      }
      cursor = page.getCursorAsBytes();
    } while (!page.isCompleteIteration());
  }

  @Override
  public Size size() throws IOException {
    Map<String, String> memory = called(() -> info(client, "memory"));
    return new Size(
        called(client::dbSize),
        number(memory, "used_memory_dataset"),
        number(memory, "maxmemory"),
        0,
        0,
        evicted(called(() -> info(client, "stats"))) - evictedBefore);
  }

  /** Starts a background save on the server and waits for its end. */
  @Override
  public void save() throws IOException {
    awaitSaves();
    called(() -> client.executeCommand(new CommandArguments(Protocol.Command.BGSAVE)));
    awaitSaves();
    String status = called(() -> info(client, "persistence")).get("rdb_last_bgsave_status");
    if (!"ok".equals(status)) {
      throw new IOException(
          address + ": the server could not save (" + status + "); its log says why");
    }
  }

  private void awaitSaves() throws IOException {
    while (number(called(() -> info(client, "persistence")), "rdb_bgsave_in_progress") != 0) {
      LockSupport.parkNanos(POLL_NANOS);
      if (Thread.currentThread().isInterrupted()) {
        throw new InterruptedIOException(address + ": interrupted while the server saves");
      }
    }
  }

  @Override
  public void close() {
    client.close();
  }

  private static Map<String, String> info(RedisClient client, String section) {
    Map<String, String> values = new TreeMap<>();
    client
        .info(section)
        .lines()
        .filter(line -> line.indexOf(':') > 0)
        .forEach(
            line ->
                values.put(
                    line.substring(0, line.indexOf(':')),
                    line.substring(line.indexOf(':') + 1).strip()));
    return values;
  }

  private static long number(Map<String, String> info, String name) {
    return Long.parseLong(info.getOrDefault(name, "0"));
  }

  private static long evicted(Map<String, String> stats) {
    return number(stats, "evicted_keys");
  }

  private static byte[] bytes(String key) {
    return key.getBytes(StandardCharsets.US_ASCII);
  }

  private <T extends @Nullable Object> T called(Supplier<T> call) throws IOException {
    try {
      return call.get();
    } catch (JedisException e) {
      throw failure(address, e);
    }
  }

  private static IOException failure(StoreAddress address, JedisException e) {
    return new IOException(address + ": Redis failed: " + e.getMessage(), e);
  }
}

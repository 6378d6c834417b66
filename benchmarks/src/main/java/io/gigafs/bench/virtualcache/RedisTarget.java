package io.gigafs.bench.virtualcache;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.net.URI;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.RedisClient;

/** Redis through Jedis, with a connection for each thread. */
final class RedisTarget implements ComparedStore {
  private static final int CONNECTIONS = 64;

  private final RedisClient client;

  RedisTarget(URI server, int timeoutMillis) {
    ConnectionPoolConfig pool = new ConnectionPoolConfig();
    pool.setMaxTotal(CONNECTIONS);
    pool.setMaxIdle(CONNECTIONS);
    this.client =
        RedisClient.builder()
            .hostAndPort(server.getHost(), server.getPort())
            .clientConfig(
                DefaultJedisClientConfig.builder()
                    .connectionTimeoutMillis(timeoutMillis)
                    .socketTimeoutMillis(timeoutMillis)
                    .build())
            .poolConfig(pool)
            .build();
  }

  @Override
  public Session session() {
    return new RedisSession(client);
  }

  @Override
  public void save() {
    client.executeCommand(new CommandArguments(Protocol.Command.SAVE));
  }

  @Override
  public void close() {
    client.close();
  }

  private static final class RedisSession extends ArraySession {
    private final RedisClient client;

    RedisSession(RedisClient client) {
      super("Redis takes 512 MiB at most");
      this.client = client;
    }

    @Override
    void put(String name, byte[] value) {
      client.set(name.getBytes(US_ASCII), value);
    }

    @Override
    byte @Nullable [] get(String name) {
      return client.get(name.getBytes(US_ASCII));
    }

    @Override
    public void remove(String name) {
      client.del(name.getBytes(US_ASCII));
    }
  }
}

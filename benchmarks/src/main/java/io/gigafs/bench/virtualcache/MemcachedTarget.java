package io.gigafs.bench.virtualcache;

import io.gigafs.cache.adapter.MemcachedBytes;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import net.spy.memcached.ConnectionFactoryBuilder;
import net.spy.memcached.FailureMode;
import net.spy.memcached.MemcachedClient;
import org.jspecify.annotations.Nullable;

/** Memcached through spymemcached, with a client, and so a connection, for each thread. */
final class MemcachedTarget implements ComparedStore {
  private static final int READ_BUFFER_BYTES = 256 << 10;

  private final URI server;
  private final int timeoutMillis;

  MemcachedTarget(URI server, int timeoutMillis) {
    this.server = server;
    this.timeoutMillis = timeoutMillis;
    System.setProperty("net.spy.log.LoggerImpl", "net.spy.memcached.compat.log.SLF4JLogger");
  }

  @Override
  public Session session() throws IOException {
    InetAddress host = InetAddress.getByName(server.getHost());
    // Fails at once if the server is down. The client would try to connect for the timeout of a
    // call.
    new Socket(host, server.getPort()).close();
    MemcachedClient client =
        new MemcachedClient(
            new ConnectionFactoryBuilder()
                .setDaemon(true)
                .setFailureMode(FailureMode.Cancel)
                .setOpTimeout(timeoutMillis)
                .setReadBufferSize(READ_BUFFER_BYTES)
                .setShouldOptimize(false)
                .setUseNagleAlgorithm(false)
                .build(),
            List.of(new InetSocketAddress(host, server.getPort())));
    // The client connects in the background, and refuses calls until then.
    if (client.getStats().values().stream().allMatch(Map::isEmpty)) {
      client.shutdown();
      throw new IOException("Memcached does not answer");
    }
    return new MemcachedSession(client, timeoutMillis);
  }

  @Override
  public void close() {}

  private static final class MemcachedSession extends ArraySession {
    private static final long CLOSE_MILLIS = 1000;

    private final MemcachedClient client;
    private final int timeoutMillis;

    MemcachedSession(MemcachedClient client, int timeoutMillis) {
      super(
          "Memcached takes 1 MiB at most unless it is started with -I, and half of its memory"
              + " then");
      this.client = client;
      this.timeoutMillis = timeoutMillis;
    }

    @Override
    void put(String name, byte[] value) throws IOException {
      if (!result(client.set(name, 0, value, MemcachedBytes.INSTANCE))) {
        throw new IOException("refused");
      }
    }

    @Override
    byte @Nullable [] get(String name) throws IOException {
      return result(client.asyncGet(name, MemcachedBytes.INSTANCE));
    }

    @Override
    public void remove(String name) throws IOException {
      result(client.delete(name));
    }

    private <T extends @Nullable Object> T result(Future<T> call) throws IOException {
      try {
        return call.get(timeoutMillis, TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", e);
      } catch (ExecutionException | TimeoutException e) {
        throw new IOException(e);
      }
    }

    @Override
    public void close() {
      client.shutdown(CLOSE_MILLIS, TimeUnit.MILLISECONDS);
    }
  }
}

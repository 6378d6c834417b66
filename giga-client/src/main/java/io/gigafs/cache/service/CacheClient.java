package io.gigafs.cache.service;

import io.gigafs.cache.CacheKey;
import io.gigafs.cache.CacheStore.StoreUsage;
import io.gigafs.cache.service.CacheConnection.CacheServiceException;
import io.gigafs.cache.value.BufferedValueInput;
import io.gigafs.cache.value.ValueCutter;
import io.gigafs.cache.value.ValueHead;
import io.gigafs.cache.value.ValueInput;
import io.gigafs.cache.value.ValueOutput;
import io.gigafs.cache.value.ValueStore;
import io.gigafs.cache.value.WholeValues;
import io.gigafs.cluster.Endpoint;
import io.gigafs.protocol.cache.CacheOutcome;
import io.gigafs.protocol.cache.CacheRemoveRequest;
import io.gigafs.protocol.cache.CacheUsageRequest;
import io.gigafs.protocol.cache.CacheUsageRequest.CacheUsageResult;
import io.gigafs.rpc.Clock;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A client for the values of a cache server. Safe for use by several threads.
 *
 * <p>Each call uses its own connection, and so does each stream until it is closed. If a reused
 * connection turns out to be broken, the call is retried once over a new one, so a restart of the
 * server is not visible. No call waits longer than the settings allow.
 */
public final class CacheClient implements ValueStore {
  private static final int ASYNC_THREADS = 8;
  private static final long IDLE_SECONDS = 10;

  private final CacheClientSettings settings;
  private final RandomGenerator random;
  private final CacheConnections connections;
  private final ExecutorService executor;

  /** A client of a server, with the machine's clock; connects with the first call. */
  public CacheClient(Endpoint server, CacheClientSettings settings) {
    this(server, settings, Clock.system(), new SecureRandom());
  }

  /**
   * A client of a server.
   *
   * @param seeds draws the seed of generations and the client's id
   */
  public CacheClient(
      Endpoint server, CacheClientSettings settings, Clock clock, RandomGenerator seeds) {
    this.settings = settings;
    this.random = new Random(seeds.nextLong());
    this.connections = new CacheConnections(server, settings, clock, seeds.nextLong());
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            ASYNC_THREADS,
            ASYNC_THREADS,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            CacheClient::asyncThread);
    threads.allowCoreThreadTimeOut(true);
    this.executor = threads;
  }

  private static Thread asyncThread(Runnable task) {
    Thread thread = new Thread(task, "giga-cache-client");
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public Executor executor() {
    return executor;
  }

  /** An operation on a connection. */
  @FunctionalInterface
  private interface Use<T> {
    T run(CacheConnection connection) throws IOException;
  }

  private <T> T call(Use<T> use) throws IOException {
    CacheConnection connection = connections.take(false);
    try {
      return callOver(connection, use);
    } catch (CacheServiceException | InterruptedIOException e) {
      throw e;
    } catch (IOException e) {
      if (!connection.isReused()) {
        throw e;
      }
    }
    connections.dropIdle();
    return callOver(connections.take(true), use);
  }

  private <T> T callOver(CacheConnection connection, Use<T> use) throws IOException {
    boolean isWhole = false;
    try {
      T result = use.run(connection);
      isWhole = true;
      return result;
    } catch (CacheServiceException e) {
      isWhole = !connection.hasOutstanding();
      throw e;
    } finally {
      if (isWhole) {
        connections.give(connection);
      } else {
        connections.drop(connection);
      }
    }
  }

  @Override
  public boolean put(CacheKey key, ByteBuffer... bytes) throws IOException {
    return call(
        connection -> {
          long generation = random.nextLong();
          return ValueCutter.put(
              new RemoteBlockWriter(connection, settings, key.toBytes(), generation),
              generation,
              settings.values().blockBytes(),
              bytes);
        });
  }

  @Override
  public long get(CacheKey key, ByteBuffer into) throws IOException {
    return call(connection -> new RemoteReader(connection, settings, key).get(into));
  }

  @Override
  public byte @Nullable [] get(CacheKey key) throws IOException {
    return WholeValues.get(this, key);
  }

  @Override
  public @Nullable ValueInput open(CacheKey key) throws IOException {
    CacheConnection connection = connections.take(false);
    try {
      return open(key, connection);
    } catch (CacheServiceException | InterruptedIOException e) {
      throw e;
    } catch (IOException e) {
      if (!connection.isReused()) {
        throw e;
      }
    }
    connections.dropIdle();
    return open(key, connections.take(true));
  }

  private @Nullable ValueInput open(CacheKey key, CacheConnection connection) throws IOException {
    boolean isKept = false;
    boolean isWhole = false;
    try {
      RemoteReader reader = new RemoteReader(connection, settings, key);
      ByteBuffer inline = reader.open();
      isWhole = true;
      ValueHead head = reader.head();
      if (head == null) {
        return null;
      }
      if (inline != null) {
        return new BufferedValueInput(inline);
      }
      isKept = true;
      connection.pause();
      return new RemoteInput(connections, connection, reader, head);
    } finally {
      if (isWhole && !isKept) {
        connections.give(connection);
      } else if (!isKept) {
        connections.drop(connection);
      }
    }
  }

  @Override
  public ValueOutput create(CacheKey key) throws IOException {
    // A new connection, because a stream cannot be restarted if a reused one is broken.
    CacheConnection connection = connections.take(true);
    connection.pause();
    long generation = random.nextLong();
    return new RemoteOutput(
        connections,
        connection,
        new ValueCutter(
            new RemoteBlockWriter(connection, settings, key.toBytes(), generation),
            generation,
            settings.values().blockBytes()));
  }

  @Override
  public boolean remove(CacheKey key) throws IOException {
    return call(
        connection -> {
          long id = connection.add(new CacheRemoveRequest(key.toBytes()));
          connection.flush();
          return connection.receive(id, CacheRemoveRequest.OPCODE, CacheOutcome.class).isDone();
        });
  }

  /** The contents of the server's store, and its counters since its start. */
  StoreUsage usage() throws IOException {
    CacheUsageResult usage =
        call(
            connection -> {
              long id = connection.add(new CacheUsageRequest());
              connection.flush();
              return connection.receive(id, CacheUsageRequest.OPCODE, CacheUsageResult.class);
            });
    return new StoreUsage(
        usage.blocks(),
        usage.bytes(),
        usage.capacityBytes(),
        usage.memoryBytes(),
        usage.diskBytes(),
        usage.evictions(),
        usage.damaged());
  }

  /** Closes the connections; calls in flight fail. */
  @Override
  public void close() {
    connections.close();
    executor.shutdownNow();
  }
}

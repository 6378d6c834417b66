package io.gigafs.cache.service;

import io.gigafs.cluster.Endpoint;
import io.gigafs.rpc.Clock;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The connections to one cache server, one per concurrent call, up to a limit. Safe for use by
 * several threads.
 *
 * <p>A thread of its own closes those that wait too long or are idle.
 */
final class CacheConnections implements AutoCloseable {
  private static final long MAX_WATCH_MILLIS = 1_000;
  private static final long MAX_IDLE_NANOS = TimeUnit.SECONDS.toNanos(60);

  private final Endpoint server;
  private final CacheClientSettings settings;
  private final Clock clock;
  private final long clientId;
  private final Semaphore permits;
  private final Set<CacheConnection> used = ConcurrentHashMap.newKeySet();

  /** Most recently used first. Guarded by itself. */
  private final Deque<CacheConnection> idle = new ArrayDeque<>();

  private final Thread watch;
  private volatile boolean isClosed;

  CacheConnections(Endpoint server, CacheClientSettings settings, Clock clock, long clientId) {
    this.server = server;
    this.settings = settings;
    this.clock = clock;
    this.clientId = clientId;
    this.permits = new Semaphore(settings.maxConnections());
    this.watch = new Thread(this::watch, "giga-cache-client-watch");
    watch.setDaemon(true);
    watch.start();
  }

  /**
   * Takes a connection, to be returned by {@link #give} or {@link #drop}.
   *
   * @param isNew whether it has to be a new one
   */
  CacheConnection take(boolean isNew) throws IOException {
    if (!permits.tryAcquire()) {
      awaitPermit();
    }
    boolean isDone = false;
    try {
      CacheConnection connection = isNew ? null : pollIdle();
      if (connection == null) {
        connection = connect();
      }
      connection.begin();
      isDone = true;
      return connection;
    } finally {
      if (!isDone) {
        permits.release();
      }
    }
  }

  private void awaitPermit() throws IOException {
    try {
      if (!permits.tryAcquire(settings.timeoutMillis(), TimeUnit.MILLISECONDS)) {
        throw new SocketTimeoutException(
            "all "
                + settings.maxConnections()
                + " connections to cache server "
                + server
                + " were in use for "
                + settings.timeoutMillis()
                + " ms; close streams, or allow more");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while all connections were in use");
    }
  }

  private @Nullable CacheConnection pollIdle() {
    synchronized (idle) {
      return idle.pollFirst();
    }
  }

  private CacheConnection connect() throws IOException {
    if (isClosed) {
      throw new IOException("the client of cache server " + server + " is closed");
    }
    InetSocketAddress address = new InetSocketAddress(server.host(), server.port());
    if (address.isUnresolved()) {
      throw new IOException("cannot reach cache server " + server + ": unknown host");
    }
    CacheConnection connection =
        new CacheConnection(server.toString(), clock, settings.timeoutMillis());
    used.add(connection);
    boolean isDone = false;
    try {
      connection.open(address, clientId, settings.connectTimeoutMillis());
      isDone = true;
      return connection;
    } finally {
      if (!isDone) {
        used.remove(connection);
        connection.release();
      }
    }
  }

  /** Returns an intact connection without outstanding answers. */
  void give(CacheConnection connection) {
    connection.end();
    synchronized (idle) {
      if (!isClosed) {
        idle.addFirst(connection);
        permits.release();
        return;
      }
    }
    drop(connection);
  }

  /** Discards a connection. */
  void drop(CacheConnection connection) {
    used.remove(connection);
    connection.release();
    permits.release();
  }

  /** Discards idle connections: the server was probably restarted. */
  void dropIdle() {
    List<CacheConnection> dropped;
    synchronized (idle) {
      dropped = new ArrayList<>(idle);
      idle.clear();
    }
    dropped.forEach(this::forget);
  }

  private void forget(CacheConnection connection) {
    used.remove(connection);
    connection.release();
  }

  private void watch() {
    long period = Math.max(1, Math.min(MAX_WATCH_MILLIS, settings.timeoutMillis() / 4));
    period = Math.max(1, Math.min(period, settings.connectTimeoutMillis() / 4));
    while (!isClosed) {
      try {
        TimeUnit.MILLISECONDS.sleep(period);
      } catch (InterruptedException e) {
        break;
      }
      used.forEach(CacheConnection::cutIfLate);
      dropUnused();
    }
  }

  private void dropUnused() {
    List<CacheConnection> dropped = new ArrayList<>();
    synchronized (idle) {
      while (!idle.isEmpty() && idle.getLast().idleNanos() > MAX_IDLE_NANOS) {
        dropped.add(idle.removeLast());
      }
    }
    dropped.forEach(this::forget);
  }

  /** Closes all; calls in flight fail. */
  @Override
  public void close() {
    isClosed = true;
    watch.interrupt();
    dropIdle();
    used.forEach(CacheConnection::close);
  }
}

package io.gigafs.rpc;

import io.gigafs.protocol.Caller;
import io.gigafs.protocol.frame.Frame;
import java.io.IOException;
import java.net.SocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The direct connections to one server. A call uses one of them exclusively: the calling thread
 * sends the request and receives the answer. Thread-safe.
 *
 * <p>There are as many connections as there are such calls at once, up to a limit. Connections to a
 * server on this machine use its domain socket, if it has one that leads there. A call is not
 * accepted if no connection is available; the caller then uses the shared connection, which handles
 * unreachable servers.
 */
final class DirectChannel implements ClientChannel {
  private static final Logger log = LoggerFactory.getLogger(DirectChannel.class);

  /**
   * Calls of more threads share a connection, which then sends many in one write. A server with
   * thousands of clients should not have a hundred thousand connections.
   */
  private static final int MAX_CONNECTIONS = 8;

  /** More would delay the call, so they wait for the next one. */
  private static final int MAX_PIGGYBACKED = 16;

  /** A local process that takes longer for its hello is overloaded or hung. */
  private static final int LOCAL_CONNECT_MILLIS = 1_000;

  private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final DirectCalls owner;

  /** Source of the negotiated server. */
  private final ClientConnection shared;

  /** The calls to piggyback. */
  private final DeferredCalls deferred;

  private final RpcClientSettings settings;
  private final Clock clock;

  /**
   * Connections that no thread uses. The first slots are taken and filled first, so that the last
   * ones hold connections that are seldom used.
   */
  private final AtomicReferenceArray<@Nullable DirectConnection> free =
      new AtomicReferenceArray<>(MAX_CONNECTIONS);

  /** All that are open, used or not. */
  private final Set<DirectConnection> connections = ConcurrentHashMap.newKeySet();

  private final AtomicInteger open = new AtomicInteger();
  private volatile long retryNanos;
  private volatile boolean closed;

  DirectChannel(
      DirectCalls owner, ClientConnection shared, RpcClientSettings settings, Clock clock) {
    this.owner = owner;
    this.shared = shared;
    this.deferred = shared.deferred();
    this.settings = settings;
    this.clock = clock;
    this.retryNanos = clock.nanos();
  }

  @Override
  public boolean submit(RpcCall<?> call) {
    NegotiatedServer server = shared.reached();
    if (server == null || deferred.mustPrecede(call) || !isAllowed(call, server)) {
      return false;
    }
    DirectConnection connection = take(server, call.deadlineNanos());
    if (connection == null) {
      return false;
    }
    connection.piggyback(deferred.queue(), MAX_PIGGYBACKED);
    // The connection is returned before the call is completed, because continuations may make the
    // next call.
    try {
      Frame.OfAnswer answer = exchange(connection, call);
      call.answered(answer.opcode(), answer.answer());
    } catch (IOException e) {
      if (call.isPast(clock.nanos())) {
        call.timedOut("");
      } else if (closed) {
        call.clientClosedMeanwhile();
      } else {
        String reason = e.getMessage();
        call.connectionLost(reason == null ? e.getClass().getSimpleName() : reason);
      }
    } catch (RuntimeException e) {
      call.cannotBeSent(e);
    }
    return true;
  }

  /** Over a domain socket, a process that is not root acts for its own user only. */
  private boolean isAllowed(RpcCall<?> call, NegotiatedServer server) {
    Caller caller = call.request().caller();
    return server.localSocket().isEmpty() || caller == null || owner.mayActFor(caller);
  }

  private Frame.OfAnswer exchange(DirectConnection connection, RpcCall<?> call) throws IOException {
    boolean isWhole = false;
    try {
      Frame.OfAnswer answer = connection.exchange(call);
      isWhole = true;
      return answer;
    } catch (RuntimeException e) {
      isWhole = true; // it could not be encoded, and nothing was sent
      throw e;
    } finally {
      if (isWhole) {
        give(connection);
      } else {
        drop(connection);
      }
    }
  }

  /** Fails the calls in progress. The future is complete. */
  @Override
  public CompletableFuture<Void> close() {
    closed = true;
    connections.forEach(DirectConnection::cut);
    dropAll();
    return CompletableFuture.completedFuture(null);
  }

  private @Nullable DirectConnection take(NegotiatedServer server, long deadlineNanos) {
    DirectConnection known = takeFree();
    while (known != null && known.isStale(owner.longestIdleNanos())) {
      drop(known);
      known = takeFree();
    }
    return known != null || closed || clock.nanos() - retryNanos < 0
        ? known
        : openOneMore(server, deadlineNanos);
  }

  private @Nullable DirectConnection takeFree() {
    for (int i = 0; i < MAX_CONNECTIONS; i++) {
      DirectConnection known = free.get(i);
      if (known != null && free.compareAndSet(i, known, null)) {
        return known;
      }
    }
    return null;
  }

  private @Nullable DirectConnection openOneMore(NegotiatedServer server, long deadlineNanos) {
    @Nullable DirectConnection opened = null;
    try {
      if (open.incrementAndGet() <= MAX_CONNECTIONS) {
        opened = open(server, deadlineNanos);
      }
      return opened;
    } finally {
      if (opened == null) {
        open.decrementAndGet();
      }
    }
  }

  private @Nullable DirectConnection open(NegotiatedServer server, long deadlineNanos) {
    Optional<SocketAddress> local = server.localSocket();
    if (local.isPresent()) {
      try {
        return opened(local.get(), server, earlier(deadlineNanos, in(LOCAL_CONNECT_MILLIS)));
      } catch (IOException e) {
        server.localSocketFailed(e);
      }
    }
    try {
      return opened(server.address(), server, in(settings.connectTimeoutMillis()));
    } catch (IOException e) {
      log.debug("no further connection to server {}", server.address(), e);
      retryNanos = clock.nanos() + PAUSE_NANOS;
      return null;
    }
  }

  private DirectConnection opened(SocketAddress address, NegotiatedServer server, long untilNanos)
      throws IOException {
    DirectConnection made = new DirectConnection(server, address, settings.maxFrameBytes(), clock);
    boolean isOpen = false;
    try {
      connections.add(made);
      if (closed) { // which may not have seen the connection
        throw new IOException("the client is closed");
      }
      owner.watch();
      made.open(settings, untilNanos);
      isOpen = true;
      return made;
    } finally {
      if (!isOpen) {
        discard(made);
      }
    }
  }

  private long in(int millis) {
    return clock.nanos() + TimeUnit.MILLISECONDS.toNanos(millis);
  }

  private static long earlier(long oneNanos, long otherNanos) {
    return oneNanos - otherNanos < 0 ? oneNanos : otherNanos;
  }

  private void give(DirectConnection connection) {
    // There are never more connections than slots.
    int place = 0;
    while (free.get(place) != null || !free.compareAndSet(place, null, connection)) {
      place = (place + 1) % MAX_CONNECTIONS;
    }
    if (closed) {
      dropAll();
    }
  }

  private void drop(DirectConnection connection) {
    discard(connection);
    open.decrementAndGet();
  }

  private void discard(DirectConnection connection) {
    connections.remove(connection);
    connection.close();
  }

  /** Reads the answers to piggybacked calls from unused connections. */
  void poll() {
    for (int i = 0; i < MAX_CONNECTIONS; i++) {
      DirectConnection connection = free.get(i);
      if (connection != null
          && connection.hasOutstanding()
          && free.compareAndSet(i, connection, null)) {
        try {
          List<RpcCall<?>> past = connection.poll();
          give(connection);
          past.forEach(call -> call.timedOut(""));
        } catch (IOException e) {
          log.debug("an unused connection broke", e);
          drop(connection);
        }
      }
    }
  }

  /** Removes idle connections only; if it removed others, a concurrent call would open one more. */
  void dropIdle() {
    for (int i = 0; i < MAX_CONNECTIONS; i++) {
      DirectConnection connection = free.get(i);
      if (connection != null
          && connection.isStale(owner.longestIdleNanos())
          && free.compareAndSet(i, connection, null)) {
        dropOrGive(connection);
      }
    }
  }

  /** The connection may have been used since it was checked. */
  private void dropOrGive(DirectConnection taken) {
    if (taken.isStale(owner.longestIdleNanos())) {
      drop(taken);
    } else {
      give(taken);
    }
  }

  private void dropAll() {
    for (DirectConnection each = takeFree(); each != null; each = takeFree()) {
      drop(each);
    }
  }

  /** Aborts exchanges past their deadline. */
  void cutPast(long nowNanos) {
    for (DirectConnection connection : connections) {
      if (connection.isPast(nowNanos)) {
        connection.cut();
      }
    }
  }

  boolean isEmpty() {
    return connections.isEmpty();
  }

  /** Whether answers to piggybacked calls are outstanding on a connection that no thread uses. */
  boolean hasOutstanding() {
    for (DirectConnection connection : connections) {
      if (connection.hasOutstanding()) {
        return true;
      }
    }
    return false;
  }
}

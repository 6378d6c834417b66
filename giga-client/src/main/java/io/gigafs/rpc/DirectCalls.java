package io.gigafs.rpc;

import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.file.OpenRequest;
import io.gigafs.protocol.frame.Frame;
import io.gigafs.protocol.namespace.LookupRequest;
import io.gigafs.protocol.namespace.MakeDirectoryRequest;
import io.gigafs.protocol.namespace.RenameRequest;
import io.gigafs.protocol.namespace.SetAttributesRequest;
import io.gigafs.protocol.namespace.UnlinkRequest;
import io.netty.util.concurrent.ScheduledFuture;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes small calls on the threads that wait for them. Each sends its request over a connection
 * that it uses exclusively in the meantime, and receives the answer itself. With few threads,
 * passing a request to a connection's thread and the answer back costs more than everything else.
 * Thread-safe.
 *
 * <p>There are as many connections to a server as there are such calls at once, up to a limit.
 * Connections to a server on this machine use its domain socket, if it has one that leads there,
 * which takes two thirds of the work of the loopback device. If no connection is available, the
 * call is not made; the caller then uses the shared connection, which handles unreachable servers.
 */
final class DirectCalls implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(DirectCalls.class);

  /** The operations that remove names. */
  private static final Set<Opcode<?>> TAKING_NAMES =
      Set.of(UnlinkRequest.OPCODE, RenameRequest.OPCODE);

  /**
   * Operations with fast, small answers and without later notices. CREATE without an open is left
   * out until a rename between servers gains as much from direct calls: such a rename may take as
   * long as three creates.
   */
  private static final Set<Opcode<?>> OPCODES =
      Set.of(
          LookupRequest.OPCODE,
          OpenRequest.OPCODE,
          MakeDirectoryRequest.OPCODE,
          SetAttributesRequest.OPCODE,
          UnlinkRequest.OPCODE,
          RenameRequest.OPCODE);

  /**
   * Calls of more threads share a connection, which then sends many in one write. A server with
   * thousands of clients should not have a hundred thousand connections.
   */
  private static final int MAX_CONNECTIONS = 8;

  /** A server closes idle connections after about the time in which clients ping. */
  private static final int IDLE_DIVISOR = 2;

  /** More would delay the call, so they wait for the next one. */
  private static final int MAX_PIGGYBACKED = 16;

  /** The interval at which unused connections are checked. */
  static final long WATCH_MILLIS = 50;

  /** The interval at which answers are polled while a caller waits for them. */
  private static final long POLL_MICROS = 250;

  /** A local process that takes longer for its hello is overloaded or hung. */
  private static final int LOCAL_CONNECT_MILLIS = 1_000;

  /** The uid if it cannot be determined. */
  private static final int NO_UID = -1;

  private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final RpcClientSettings settings;
  private final EventLoops loops;
  private final Clock clock;
  private final long watchMillis;
  private final long longestIdleNanos;
  private final Map<InetSocketAddress, Pool> pools = new ConcurrentHashMap<>();
  private final Set<DirectConnection> connections = ConcurrentHashMap.newKeySet();
  private final int ownUid = ownUid();
  private final Object watchLock = new Object();
  private @Nullable ScheduledFuture<?> watch;
  private final AtomicBoolean polling = new AtomicBoolean();

  /** When fast polling ends and the watch task suffices again. */
  private volatile long pollUntilNanos;

  private volatile boolean closed;

  DirectCalls(RpcClientSettings settings, EventLoops loops, Clock clock, long watchMillis) {
    this.settings = settings;
    this.loops = loops;
    this.clock = clock;
    this.watchMillis = watchMillis;
    this.longestIdleNanos =
        TimeUnit.MILLISECONDS.toNanos(settings.keepAliveMillis()) / IDLE_DIVISOR;
  }

  /** Whether direct calls may make this request. */
  static boolean suits(Request<?> request) {
    return OPCODES.contains(request.opcode())
        && !(request instanceof LookupRequest lookup && lookup.lease());
  }

  /** Whether a request must not overtake pending closes of the file that it is about. */
  static boolean comesAfterCloses(Request<?> request) {
    return TAKING_NAMES.contains(request.opcode());
  }

  /**
   * Makes a call and completes it; returns false if it was not made.
   *
   * @param deferred supplies deferred calls to the server, null if there are no more; some of them
   *     are piggybacked, before this call
   */
  boolean make(NegotiatedServer server, RpcCall<?> call, Supplier<@Nullable RpcCall<?>> deferred) {
    if (server.localSocket().isPresent() && !isOwn(call.request().caller())) {
      return false;
    }
    Pool pool = pools.computeIfAbsent(server.address(), address -> new Pool());
    DirectConnection connection = pool.take(server, call.deadlineNanos());
    if (connection == null) {
      return false;
    }
    connection.piggyback(deferred, MAX_PIGGYBACKED);
    // The connection is returned before the call is completed, because continuations may make the
    // next call.
    try {
      Frame.OfAnswer answer = exchange(pool, connection, call);
      call.answered(answer.opcode(), answer.answer());
    } catch (IOException e) {
      fail(call, e);
    } catch (IllegalArgumentException e) {
      call.failed(
          ErrorCode.EINVAL,
          call.request().opcode()
              + " cannot be sent to server "
              + server.address()
              + ": "
              + e.getMessage());
    }
    return true;
  }

  /** Over a domain socket, a process that is not root acts for its own user only. */
  private boolean isOwn(@Nullable Caller caller) {
    return ownUid == 0 || caller == null || caller.uid() == ownUid;
  }

  private static int ownUid() {
    try {
      return LocalPeer.ownUid();
    } catch (IOException e) {
      return NO_UID;
    }
  }

  private static Frame.OfAnswer exchange(Pool pool, DirectConnection connection, RpcCall<?> call)
      throws IOException {
    boolean isWhole = false;
    try {
      Frame.OfAnswer answer = connection.exchange(call);
      isWhole = true;
      return answer;
    } catch (IllegalArgumentException e) {
      isWhole = true;
      throw e;
    } finally {
      if (isWhole) {
        pool.give(connection);
      } else {
        pool.drop(connection);
      }
    }
  }

  private void fail(RpcCall<?> call, IOException failure) {
    if (call.isPast(clock.nanos())) {
      call.timedOut("");
    } else {
      call.failed(
          ErrorCode.EIO,
          call.request().opcode()
              + " failed (it may have been done), the connection was lost: "
              + failure.getMessage());
    }
  }

  private void watch() {
    synchronized (watchLock) {
      if (watch == null && !closed) {
        watch =
            loops
                .next()
                .scheduleWithFixedDelay(
                    this::look, watchMillis, watchMillis, TimeUnit.MILLISECONDS);
      }
    }
  }

  /** Cuts exchanges past their deadline, polls outstanding answers, and closes idle connections. */
  private void look() {
    long now = clock.nanos();
    for (DirectConnection connection : connections) {
      if (connection.isPast(now)) {
        connection.cut();
      }
    }
    pools.values().forEach(Pool::listen);
    pools.values().forEach(Pool::dropIdle);
    synchronized (watchLock) {
      if (connections.isEmpty() && watch != null) {
        watch.cancel(false);
        watch = null;
      }
    }
  }

  /**
   * Any thread: a caller waits for calls that may have been piggybacked. Answers on unused
   * connections are polled at a short interval, for one period of the watch task.
   */
  void poll() {
    pollUntilNanos = clock.nanos() + TimeUnit.MILLISECONDS.toNanos(WATCH_MILLIS);
    keepPolling(0);
  }

  private void keepPolling(long afterMicros) {
    if (hasOutstanding() && polling.compareAndSet(false, true)) {
      try {
        loops.next().schedule(this::pollOnce, afterMicros, TimeUnit.MICROSECONDS);
      } catch (RejectedExecutionException e) {
        log.trace("no poll after close", e);
      }
    }
  }

  private void pollOnce() {
    // Clear the flag first: a later call of poll() starts a new round, and this round serves the
    // earlier ones.
    polling.set(false);
    pools.values().forEach(Pool::listen);
    if (clock.nanos() - pollUntilNanos < 0) {
      keepPolling(POLL_MICROS);
    }
  }

  private boolean hasOutstanding() {
    for (DirectConnection connection : connections) {
      if (connection.hasOutstanding()) {
        return true;
      }
    }
    return false;
  }

  /** Fails the calls in progress. */
  @Override
  public void close() {
    closed = true;
    synchronized (watchLock) {
      if (watch != null) {
        watch.cancel(false);
        watch = null;
      }
    }
    connections.forEach(DirectConnection::cut);
    pools.values().forEach(Pool::dropAll);
  }

  /** The connections to one server. */
  private final class Pool {
    /**
     * Connections that no thread uses. The first slots are taken and filled first, so that the last
     * ones hold connections that are seldom used.
     */
    private final AtomicReferenceArray<@Nullable DirectConnection> free =
        new AtomicReferenceArray<>(MAX_CONNECTIONS);

    private final AtomicInteger open = new AtomicInteger();
    private volatile long retryNanos = clock.nanos();

    @Nullable DirectConnection take(NegotiatedServer server, long deadlineNanos) {
      DirectConnection known = takeFree();
      while (known != null && known.isStale(longestIdleNanos)) {
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
      DirectConnection made =
          new DirectConnection(server, address, settings.maxFrameBytes(), clock);
      boolean isOpen = false;
      try {
        connections.add(made);
        watch();
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

    void give(DirectConnection connection) {
      // There are never more connections than slots.
      int place = 0;
      while (free.get(place) != null || !free.compareAndSet(place, null, connection)) {
        place = (place + 1) % MAX_CONNECTIONS;
      }
      if (closed) {
        dropAll();
      }
    }

    void drop(DirectConnection connection) {
      discard(connection);
      open.decrementAndGet();
    }

    private void discard(DirectConnection connection) {
      connections.remove(connection);
      connection.close();
    }

    /** Reads the answers to piggybacked calls from unused connections. */
    void listen() {
      for (int i = 0; i < MAX_CONNECTIONS; i++) {
        DirectConnection connection = free.get(i);
        if (connection != null
            && connection.hasOutstanding()
            && free.compareAndSet(i, connection, null)) {
          try {
            List<RpcCall<?>> past = connection.listen();
            give(connection);
            past.forEach(call -> call.timedOut(""));
          } catch (IOException e) {
            log.debug("an unused connection broke", e);
            drop(connection);
          }
        }
      }
    }

    /**
     * Removes idle connections only; if it removed others, a concurrent call would open one more.
     */
    void dropIdle() {
      for (int i = 0; i < MAX_CONNECTIONS; i++) {
        DirectConnection connection = free.get(i);
        if (connection != null
            && connection.isStale(longestIdleNanos)
            && free.compareAndSet(i, connection, null)) {
          dropOrGive(connection);
        }
      }
    }

    /** The connection may have been used since it was checked. */
    private void dropOrGive(DirectConnection taken) {
      if (taken.isStale(longestIdleNanos)) {
        drop(taken);
      } else {
        give(taken);
      }
    }

    void dropAll() {
      for (DirectConnection each = takeFree(); each != null; each = takeFree()) {
        drop(each);
      }
    }
  }
}

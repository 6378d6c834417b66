package io.gigafs.rpc;

import io.gigafs.cluster.Endpoint;
import io.gigafs.concurrent.Futures;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Notice;
import io.gigafs.protocol.Payload;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.file.CloseRequest;
import io.gigafs.rpc.RpcClient.RpcClientListener;
import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * RPC client over TCP and, for servers on its own machine, over domain sockets. Thread-safe.
 *
 * <p>Futures complete, and the listener is called, on the thread of the connection. Continuations
 * without an executor of their own run there too and must not block: they may neither wait for
 * another call nor take a lock that is held for long. They may make calls.
 *
 * <p>While a connection is being established, a call waits for it up to its deadline. For a short
 * while after a failed attempt, calls fail at once. With more than one connection per server,
 * requests of one caller may arrive out of order. The caller has to bound the number of calls in
 * flight.
 */
public final class NettyRpcClient implements RpcClient {
  private static final Logger log = LoggerFactory.getLogger(NettyRpcClient.class);
  private static final String THREAD_NAME = "giga-rpc-client";
  private static final long CLOSE_MILLIS = 5_000;

  private final RpcClientSettings settings;
  private final EventLoops loops;
  private final boolean ownsLoops;
  private final Clock clock;
  private final SplittableRandom random;
  private final RpcClientListener listener;
  private final HostResolver resolver = new HostResolver(THREAD_NAME + "-resolver");
  private final Map<Endpoint, Connections> servers = new ConcurrentHashMap<>();
  private final DirectCalls direct;

  /** The thread of all tasks. */
  private final EventLoop tasks;

  /** The number of closes in flight, without deferred ones. */
  private final AtomicInteger closes = new AtomicInteger();

  private final AtomicBoolean closed = new AtomicBoolean();

  /** A client with threads of its own and the system clock. */
  public NettyRpcClient(RpcClientSettings settings, RpcClientListener listener) {
    this(
        settings,
        listener,
        new EventLoops(settings.transport(), settings.eventLoopThreads(), THREAD_NAME),
        true,
        Clock.system(),
        new SplittableRandom(),
        DirectCalls.DEFAULT_WATCH_MILLIS);
  }

  /**
   * A client with another interval for the checks of its connections.
   *
   * @param watchMillis the interval at which unused connections are checked
   */
  NettyRpcClient(RpcClientSettings settings, RpcClientListener listener, long watchMillis) {
    this(
        settings,
        listener,
        new EventLoops(settings.transport(), settings.eventLoopThreads(), THREAD_NAME),
        true,
        Clock.system(),
        new SplittableRandom(),
        watchMillis);
  }

  /**
   * A client on shared threads.
   *
   * @param loops closed by their creator, after this client
   * @param random for the jitter of reconnecting
   */
  public NettyRpcClient(
      RpcClientSettings settings,
      RpcClientListener listener,
      EventLoops loops,
      Clock clock,
      SplittableRandom random) {
    this(settings, listener, loops, false, clock, random, DirectCalls.DEFAULT_WATCH_MILLIS);
  }

  private NettyRpcClient(
      RpcClientSettings settings,
      RpcClientListener listener,
      EventLoops loops,
      boolean ownsLoops,
      Clock clock,
      SplittableRandom random,
      long watchMillis) {
    this.settings = settings;
    this.listener = listener;
    this.loops = loops;
    this.ownsLoops = ownsLoops;
    this.clock = clock;
    this.random = random;
    this.direct = new DirectCalls(settings, loops, clock, watchMillis);
    this.tasks = loops.next();
  }

  @Override
  public <R extends Result> CompletableFuture<Answer<R>> call(
      Endpoint server, Request<R> request, long deadlineNanos) {
    if (request.opcode() != CloseRequest.OPCODE) {
      return call(server, request, deadlineNanos, ClientConnection::submit);
    }
    closes.incrementAndGet();
    return call(server, request, deadlineNanos, ClientConnection::submit)
        .whenComplete((answer, failure) -> closes.decrementAndGet());
  }

  @Override
  public <R extends Result> CompletableFuture<Answer<R>> callDeferred(
      Endpoint server, Request<R> request, long deadlineNanos) {
    return call(server, request, deadlineNanos, ClientConnection::submitDeferred);
  }

  @Override
  public void execute(Runnable task) {
    try {
      tasks.execute(task);
    } catch (RejectedExecutionException e) {
      // The event loops are closed, so the calls of the task fail.
      log.trace("a task after close", e);
      task.run();
    }
  }

  /** Sends small requests over a connection that the calling thread uses exclusively meanwhile. */
  @Override
  public <R extends Result> CompletableFuture<Answer<R>> callWaiting(
      Endpoint server, Request<R> request, long deadlineNanos) {
    // A request made after a close must arrive after it, because the close may change visible
    // times.
    boolean isFree = closes.get() == 0 && !closed.get() && !loops.isCurrentThread();
    if (isFree && DirectCalls.suits(request)) {
      RpcCall<R> call = new RpcCall<>(server, request, clock.nanos(), deadlineNanos);
      if (connections(server).direct.submit(call)) {
        return call;
      }
    }
    return call(server, request, deadlineNanos);
  }

  @Override
  public void flushDeferred() {
    for (Connections connections : servers.values()) {
      connections.all.get(0).flushDeferred();
    }
    direct.poll();
  }

  private <R extends Result> CompletableFuture<Answer<R>> call(
      Endpoint server,
      Request<R> request,
      long deadlineNanos,
      BiConsumer<ClientConnection, RpcCall<R>> submission) {
    RpcCall<R> call = new RpcCall<>(server, request, clock.nanos(), deadlineNanos);
    ClientConnection connection = connections(server).next(request.opcode().carriesData());
    if (!closed.get()) {
      submission.accept(connection, call);
    }
    // Check again: a connection that closed before the call was submitted does not process it.
    if (closed.get()) {
      call.clientClosed();
    }
    Payload payload = Payload.carriedBy(request);
    if (payload != null) {
      call.whenComplete((answer, failure) -> connection.release(payload));
    }
    return call;
  }

  /** Sends a notice over an established connection. Dropped silently if there is none. */
  public void send(Endpoint server, Notice notice) {
    Connections connections = servers.get(server);
    if (connections != null) {
      connections.established().ifPresent(connection -> connection.submit(notice));
    }
  }

  private Connections connections(Endpoint server) {
    Connections connections = servers.get(server);
    return connections != null ? connections : servers.computeIfAbsent(server, this::open);
  }

  private Connections open(Endpoint server) {
    List<ClientConnection> connections = new ArrayList<>();
    @Nullable DeferredCalls deferred = null;
    for (EventLoop loop : loops.next(settings.connectionsPerServer())) {
      ClientConnection opened = connection(server, loop, deferred);
      deferred = opened.deferred();
      connections.add(opened);
    }
    return new Connections(
        connections, connection(server, loops.next(), null), direct.beside(connections.get(0)));
  }

  private ClientConnection connection(
      Endpoint server, EventLoop loop, @Nullable DeferredCalls deferred) {
    SplittableRandom own;
    synchronized (random) {
      own = new SplittableRandom(random.nextLong());
    }
    return new ClientConnection(
        server, settings, listener, resolver, loops.transport(), loop, clock, own, deferred);
  }

  /**
   * Fails all calls in flight and closes all connections. Waits for that, unless on a connection's
   * thread.
   */
  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    List<CompletableFuture<Void>> closing = new ArrayList<>();
    for (Connections connections : servers.values()) {
      for (ClientConnection connection : connections.all) {
        closing.add(connection.close());
      }
      closing.add(connections.data.close());
    }
    if (!loops.isCurrentThread()) {
      Futures.allOf(closing).completeOnTimeout(null, CLOSE_MILLIS, TimeUnit.MILLISECONDS).join();
    }
    direct.close();
    resolver.close();
    if (ownsLoops) {
      loops.close();
    }
  }

  /** The connections to one server. */
  private static final class Connections {
    private final List<ClientConnection> all;

    /**
     * Requests with file data use this connection, so that no other request waits behind the data.
     */
    private final ClientConnection data;

    /** Calls of waiting threads, on connections of their own. */
    private final DirectChannel direct;

    private final AtomicInteger turn = new AtomicInteger();

    Connections(List<ClientConnection> all, ClientConnection data, DirectChannel direct) {
      this.all = List.copyOf(all);
      this.data = data;
      this.direct = direct;
    }

    Optional<ClientConnection> established() {
      return all.stream().filter(ClientConnection::isEstablished).findFirst();
    }

    ClientConnection next(boolean carriesData) {
      if (carriesData) {
        return data;
      }
      return all.size() == 1 ? all.get(0) : nextInTurn();
    }

    /** A connection's thread uses its own connection, which avoids waking another thread. */
    private ClientConnection nextInTurn() {
      int first = turn.getAndIncrement();
      for (int i = 0; i < all.size(); i++) {
        ClientConnection connection = inTurn(first + i);
        if (connection.isOnCurrentThread()) {
          return connection;
        }
      }
      return inTurn(first);
    }

    private ClientConnection inTurn(int number) {
      return all.get(Math.floorMod(number, all.size()));
    }
  }
}

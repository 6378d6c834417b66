package io.gigafs.rpc;

import io.gigafs.cluster.Endpoint;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Notice;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Payload;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result;
import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;

/**
 * The client's side of connections, over TCP and, to servers of its machine, over domain sockets.
 *
 * <p>Futures complete, and the listener is called, on the thread of the connection. What depends on
 * them without an executor of its own runs there too and may not block: neither wait for another
 * call, nor lock what is held for long. Calling from there is fine.
 *
 * <p>A call waits for a connection that is being made, to its deadline; for a short while after an
 * attempt failed, calls fail at once. Requests of one caller may arrive in another order when there
 * is more than one connection per server. How many calls are in flight is the caller's to bound.
 */
public final class NettyRpcClient implements RpcClient {
  private static final String THREAD_NAME = "giga-rpc-client";
  private static final long CLOSE_MILLIS = 5_000;

  private final RpcClientSettings settings;
  private final EventLoops loops;
  private final boolean ownsLoops;
  private final Clock clock;
  private final SplittableRandom random;
  private final RpcClientListener listener;
  private final Resolver resolver = new Resolver(THREAD_NAME + "-resolver");
  private final Map<Endpoint, Connections> servers = new ConcurrentHashMap<>();
  private final DirectCalls direct;

  /** Closes under way, but for those that are deferred. */
  private final AtomicInteger closes = new AtomicInteger();

  private final AtomicBoolean closed = new AtomicBoolean();

  /** A client with threads of its own, by the machine's clock. */
  public NettyRpcClient(RpcClientSettings settings, RpcClientListener listener) {
    this(
        settings,
        listener,
        new EventLoops(settings.transport(), settings.eventLoopThreads(), THREAD_NAME),
        true,
        Clock.system(),
        new SplittableRandom(),
        DirectCalls.WATCH_MILLIS);
  }

  /**
   * A client that looks after its connections at another interval.
   *
   * @param watchMillis how often connections that nobody uses are looked at
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
   * A client on threads that others may use too.
   *
   * @param loops closed by whoever made them, after this client
   * @param random for the jitter of reconnecting
   */
  public NettyRpcClient(
      RpcClientSettings settings,
      RpcClientListener listener,
      EventLoops loops,
      Clock clock,
      SplittableRandom random) {
    this(settings, listener, loops, false, clock, random, DirectCalls.WATCH_MILLIS);
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
  }

  @Override
  public <R extends Result> CompletableFuture<Answer<R>> call(
      Endpoint server, Request<R> request, long deadlineNanos) {
    if (request.opcode() != Opcode.CLOSE) {
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

  /** A small request goes over a connection that the calling thread has for itself meanwhile. */
  @Override
  public <R extends Result> CompletableFuture<Answer<R>> callWaiting(
      Endpoint server, Request<R> request, long deadlineNanos) {
    // What is asked after a close is to be heard after it: that may change times that are seen.
    boolean isFree = closes.get() == 0 && !closed.get() && !loops.isCurrentThread();
    if (isFree && DirectCalls.suits(request)) {
      ClientConnection shared = connections(server).all.get(0);
      NegotiatedServer reached = shared.reached();
      // The name of a file that is open costs much more to take.
      boolean mayOvertake = !shared.hasDeferred() || !DirectCalls.comesAfterCloses(request);
      if (reached != null && mayOvertake) {
        Call<R> call = new Call<>(server, request, clock.nanos(), deadlineNanos);
        if (direct.make(reached, call, shared::pollDeferred)) {
          return call;
        }
      }
    }
    return call(server, request, deadlineNanos);
  }

  @Override
  public void flushDeferred() {
    for (Connections connections : servers.values()) {
      connections.all.forEach(ClientConnection::flushDeferred);
    }
    direct.poll();
  }

  private <R extends Result> CompletableFuture<Answer<R>> call(
      Endpoint server,
      Request<R> request,
      long deadlineNanos,
      BiConsumer<ClientConnection, Call<R>> submission) {
    Call<R> call = new Call<>(server, request, clock.nanos(), deadlineNanos);
    ClientConnection connection = connections(server).next(request.opcode().carriesData());
    if (!closed.get()) {
      submission.accept(connection, call);
    }
    // Asked again: a connection that closed before the call was submitted looks at it no more.
    if (closed.get()) {
      call.failed(ErrorCode.EIO, "the client of server " + server + " is closed");
    }
    Payload payload = Payload.carriedBy(request);
    if (payload != null) {
      call.whenComplete((answer, failure) -> connection.release(payload));
    }
    return call;
  }

  /** Sends a notice over a connection that is there already; lost without a word if none is. */
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
    for (EventLoop loop : loops.next(settings.connectionsPerServer())) {
      connections.add(connection(server, loop));
    }
    return new Connections(connections, connection(server, loops.next()));
  }

  private ClientConnection connection(Endpoint server, EventLoop loop) {
    SplittableRandom own;
    synchronized (random) {
      own = new SplittableRandom(random.nextLong());
    }
    return new ClientConnection(
        server, settings, listener, resolver, loops.transport(), loop, clock, own);
  }

  /** Fails what is in flight and closes all connections; waits for that, unless on their thread. */
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
      CompletableFuture.allOf(closing.toArray(CompletableFuture<?>[]::new))
          .completeOnTimeout(null, CLOSE_MILLIS, TimeUnit.MILLISECONDS)
          .join();
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

    /** What carries bytes of files goes over this one, so that nothing else waits behind them. */
    private final ClientConnection data;

    private final AtomicInteger turn = new AtomicInteger();

    Connections(List<ClientConnection> all, ClientConnection data) {
      this.all = List.copyOf(all);
      this.data = data;
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

    /** A thread of connections uses its own: it wakes no other, and none wakes it. */
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

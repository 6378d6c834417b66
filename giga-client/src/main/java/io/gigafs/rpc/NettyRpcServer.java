package io.gigafs.rpc;

import io.gigafs.cluster.Endpoint;
import io.gigafs.cluster.ServerId;
import io.gigafs.concurrent.Futures;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.WriteBufferWaterMark;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * RPC server over TCP and, for programs of its machine, over a domain socket. It passes requests to
 * a handler on the connections' threads and takes answers from any thread.
 *
 * <p>A misbehaving connection (invalid data, silence, unread answers) can at worst cause its own
 * closing, and the reason is logged.
 */
public final class NettyRpcServer implements AutoCloseable {
  /**
   * Limits of unsent bytes: above the high mark a connection is not writable, until it is below the
   * low one.
   */
  static final WriteBufferWaterMark WATER_MARK = new WriteBufferWaterMark(256 * 1024, 1024 * 1024);

  private static final Logger log = LoggerFactory.getLogger(NettyRpcServer.class);
  private static final String THREAD_NAME = "giga-rpc-server";
  static final int BACKLOG = 1024;
  private static final long CLOSE_MILLIS = 5_000;

  private final ServerIdentity identity;
  private final RpcServerSettings settings;
  private final RequestHandler handler;
  private final EventLoops loops;
  private final boolean ownsLoops;
  private final Clock clock;
  private final RateLimitedLog warnings;
  private final MemoryBudget dataMemory;
  private final MemoryBudget answerMemory;
  private final MemoryBudget frameMemory;
  private final AnswerSizes answerSizes;
  private final ConnectionCounts counts;
  private final Set<ServerConnection> connections = ConcurrentHashMap.newKeySet();
  private final @Nullable LocalListener localListener;
  private final Channel listening;
  private final Endpoint endpoint;
  private volatile boolean closing;

  /**
   * A server with threads of its own and the system clock.
   *
   * @throws IOException if it cannot listen there; the message says in one line why and what to do
   */
  public static NettyRpcServer bind(
      Endpoint listen, ServerIdentity identity, RpcServerSettings settings, RequestHandler handler)
      throws IOException {
    EventLoops loops =
        new EventLoops(
            settings.transport(),
            settings.eventLoopThreads(),
            THREAD_NAME,
            TimeUnit.MICROSECONDS.toNanos(settings.busyPollMicros()));
    boolean bound = false;
    try {
      NettyRpcServer server =
          new NettyRpcServer(listen, identity, settings, handler, loops, true, Clock.system());
      bound = true;
      return server;
    } finally {
      if (!bound) {
        loops.close();
      }
    }
  }

  /**
   * A server on shared threads.
   *
   * @param listen port 0 takes any free port
   * @param loops closed by their creator, after this server
   * @throws IOException if it cannot listen there; the message says in one line why and what to do
   */
  public static NettyRpcServer bind(
      Endpoint listen,
      ServerIdentity identity,
      RpcServerSettings settings,
      RequestHandler handler,
      EventLoops loops,
      Clock clock)
      throws IOException {
    return new NettyRpcServer(listen, identity, settings, handler, loops, false, clock);
  }

  private NettyRpcServer(
      Endpoint listen,
      ServerIdentity identity,
      RpcServerSettings settings,
      RequestHandler handler,
      EventLoops loops,
      boolean ownsLoops,
      Clock clock)
      throws IOException {
    this.identity = identity;
    this.settings = settings;
    this.handler = handler;
    this.loops = loops;
    this.ownsLoops = ownsLoops;
    this.clock = clock;
    this.warnings = new RateLimitedLog(log, clock);
    this.dataMemory = new MemoryBudget(settings.dataMemoryBytes());
    this.answerMemory = new MemoryBudget(settings.limits().answerMemoryBytes());
    this.frameMemory = new MemoryBudget(settings.limits().frameMemoryBytes());
    this.answerSizes = new AnswerSizes(settings.limits().maxInlineBytes());
    this.counts = new ConnectionCounts(settings.limits());
    // Before TCP, because the first hello over TCP announces the socket.
    this.localListener = listenLocally();
    this.listening = listenOrLeave(listen);
    this.endpoint =
        new Endpoint(listen.host(), ((InetSocketAddress) listening.localAddress()).getPort());
  }

  private @Nullable LocalListener listenLocally() {
    Path path = settings.localSocket();
    return path == null ? null : LocalListener.open(path, loops, new Acceptor());
  }

  private Channel listenOrLeave(Endpoint listen) throws IOException {
    boolean listens = false;
    try {
      Channel channel = listen(listen);
      listens = true;
      return channel;
    } finally {
      if (!listens) {
        closeLocally();
      }
    }
  }

  private void closeLocally() {
    if (localListener != null) {
      localListener.close();
    }
  }

  private Channel listen(Endpoint listen) throws IOException {
    InetSocketAddress address = new InetSocketAddress(listen.host(), listen.port());
    if (address.isUnresolved()) {
      throw new IOException(
          "cannot listen on " + listen + ": unknown host; set an address of this machine");
    }
    ChannelFuture bound =
        new ServerBootstrap()
            .group(loops.group())
            .channelFactory(loops.transport()::newServerChannel)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARK)
            .childHandler(new Acceptor())
            .bind(address)
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new IOException(
          "cannot listen on "
              + listen
              + ": "
              + reason(bound.cause())
              + "; stop what listens there, or set another address (port 0 takes any free port)",
          bound.cause());
    }
    return bound.channel();
  }

  private static String reason(Throwable cause) {
    String message = String.valueOf(cause.getMessage());
    return message.contains("Address already in use") ? "the address is in use already" : message;
  }

  /** The endpoint on which it listens, with the actual port. */
  public Endpoint endpoint() {
    return endpoint;
  }

  /** The path of its domain socket; empty if there is none. */
  public String localSocket() {
    return localListener == null ? "" : localListener.path().toString();
  }

  public int connections() {
    return connections.size();
  }

  /** The memory budget for file data in flight. */
  public MemoryBudget dataMemory() {
    return dataMemory;
  }

  /** The memory budget for unsent answers. */
  MemoryBudget answerMemory() {
    return answerMemory;
  }

  /** The memory budget for incomplete frames, and for long ones whose requests are not answered. */
  MemoryBudget frameMemory() {
    return frameMemory;
  }

  AnswerSizes answerSizes() {
    return answerSizes;
  }

  ServerIdentity identity() {
    return identity;
  }

  ServerId serverId() {
    return identity.serverId();
  }

  RateLimitedLog warnings() {
    return warnings;
  }

  /**
   * Registers a new connection.
   *
   * @param address of its peer
   * @return why it has to be closed again; null if it is accepted
   */
  @Nullable String opened(ServerConnection connection, String address) {
    connections.add(connection);
    @Nullable String refused = counts.add(address);
    return closing ? "server " + serverId() + " is closing" : refused;
  }

  /** Whether there are too many connections to send reasons to refused ones. */
  boolean isCrowded() {
    return counts.isCrowded();
  }

  void closed(ServerConnection connection, String address) {
    connections.remove(connection);
    counts.remove(address);
  }

  /**
   * Stops listening and reading, waits a while for the answers to requests in flight, and closes
   * all connections. When this returns, the handler was notified of every disconnect. Must not be
   * called on the connections' threads.
   */
  @Override
  public void close() {
    if (closing) {
      return;
    }
    closing = true;
    closeLocally();
    listening.close().awaitUninterruptibly(CLOSE_MILLIS);
    connections.forEach(ServerConnection::finish);
    awaitGone(settings.closeMillis());
    connections.forEach(ServerConnection::closeNow);
    awaitGone(CLOSE_MILLIS);
    if (ownsLoops) {
      loops.close();
    }
  }

  private void awaitGone(long millis) {
    List<CompletableFuture<Void>> gone = new ArrayList<>();
    connections.forEach(connection -> gone.add(connection.gone()));
    Futures.allOf(gone).completeOnTimeout(null, millis, TimeUnit.MILLISECONDS).join();
  }

  /** Creates the connection of each new channel. */
  private final class Acceptor extends ChannelInitializer<Channel> {
    @Override
    protected void initChannel(Channel channel) {
      channel
          .pipeline()
          .addLast(new ServerConnection(NettyRpcServer.this, settings, handler, clock, channel));
    }
  }
}

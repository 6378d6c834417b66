package io.gigafs.rpc;

import io.gigafs.cluster.Endpoint;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Notice;
import io.gigafs.protocol.Payload;
import io.gigafs.protocol.ProtocolException;
import io.gigafs.protocol.frame.Frame;
import io.gigafs.protocol.frame.FrameCodec;
import io.gigafs.rpc.RpcClient.RpcClientListener;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.ScheduledFuture;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.agrona.collections.Long2ObjectHashMap;
import org.jctools.queues.MpscUnboundedArrayQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection of a client to one server, reconnected on demand after a loss.
 *
 * <p>Any thread submits calls; everything else happens on one event loop. Calls are enqueued, and
 * one scheduled task drains the queue, so that calls of several threads go out in one write.
 *
 * <ul>
 *   <li>DISCONNECTED changes to CONNECTING when a call is submitted, unless an attempt failed a
 *       short while ago. Then the call fails at once with the cause of that failure.
 *   <li>CONNECTING changes to ESTABLISHED when the server's hello arrives, and to DISCONNECTED when
 *       that fails or takes too long. Calls wait for it, each up to its own deadline.
 *   <li>ESTABLISHED changes to DISCONNECTED when the connection breaks.
 *   <li>Every state changes to CLOSED with the client.
 * </ul>
 *
 * <p>All calls in flight fail when CONNECTING or ESTABLISHED changes to DISCONNECTED or CLOSED, see
 * {@link ClientChannel}.
 */
final class ClientConnection implements ClientChannel {
  private static final Logger log = LoggerFactory.getLogger(ClientConnection.class);

  private static final int QUEUE_CHUNK = 1024;

  /** The maximum number of calls per run, after which the event loop may do other work. */
  private static final int MAX_BATCH = 1024;

  private static final int SWEEP_MILLIS = 10;
  private static final int PING_TICKS = 4;
  private static final int BACKOFF_BASE_MILLIS = 50;
  private static final int BACKOFF_CAP_MILLIS = 1_000;

  private enum State {
    DISCONNECTED,
    CONNECTING,
    ESTABLISHED,
    CLOSED
  }

  private final Endpoint server;
  private final RpcClientSettings settings;
  private final RpcClientListener listener;
  private final HostResolver resolver;
  private final Transport transport;
  private final EventLoop loop;
  private final Clock clock;
  private final Backoff backoff;

  /** Calls and notices. */
  private final MpscUnboundedArrayQueue<Object> submitted =
      new MpscUnboundedArrayQueue<>(QUEUE_CHUNK);

  private final AtomicBoolean scheduled = new AtomicBoolean();
  private final Runnable drain = this::drain;

  /** Calls that are sent before the next submitted one. */
  private final DeferredCalls deferred;

  /** Written by the event loop only. */
  private volatile State state = State.DISCONNECTED;

  /**
   * The negotiated server of the current connection, if there is one. Written by the event loop
   * only.
   */
  private volatile @Nullable NegotiatedServer reached;

  // All fields below are confined to the event loop.

  private @Nullable Wire wire;

  /** All calls that are not completed, by id. */
  private final Long2ObjectHashMap<RpcCall<?>> inFlight = new Long2ObjectHashMap<>();

  /** The calls in flight that were not sent yet. */
  private final ArrayDeque<RpcCall<?>> unsent = new ArrayDeque<>();

  private long lastId;
  private boolean sweeping;

  /** A lower bound of the deadlines of all calls in flight. */
  private long earliestDeadlineNanos;

  private String lastFailure = "";
  private long retryNanos;

  /**
   * A connection that is not established yet.
   *
   * @param deferred the server's deferred calls; null for a connection that sends them in time, or
   *     that has none
   */
  ClientConnection(
      Endpoint server,
      RpcClientSettings settings,
      RpcClientListener listener,
      HostResolver resolver,
      Transport transport,
      EventLoop loop,
      Clock clock,
      SplittableRandom random,
      @Nullable DeferredCalls deferred) {
    this.server = server;
    this.settings = settings;
    this.listener = listener;
    this.resolver = resolver;
    this.transport = transport;
    this.loop = loop;
    this.clock = clock;
    this.backoff = new Backoff(BACKOFF_BASE_MILLIS, BACKOFF_CAP_MILLIS, random);
    this.retryNanos = clock.nanos();
    this.deferred = deferred == null ? new DeferredCalls(loop, drain) : deferred;
  }

  /** Any thread: sends a call before its deadline, or fails it. Accepts every call. */
  @Override
  public boolean submit(RpcCall<?> call) {
    submitted.offer(call);
    schedule();
    return true;
  }

  /** Any thread: as above, but sends the call with the next one, or a little later. */
  void submitDeferred(RpcCall<?> call) {
    deferred.add(call);
  }

  /** The server's deferred calls. */
  DeferredCalls deferred() {
    return deferred;
  }

  /** Any thread: sends the deferred calls. */
  void flushDeferred() {
    if (!deferred.isEmpty()) {
      schedule();
    }
  }

  /** Whether the calling thread is the connection's event loop. */
  boolean isOnCurrentThread() {
    return loop.inEventLoop();
  }

  /** Any thread: whether the connection is currently established. */
  boolean isEstablished() {
    return state == State.ESTABLISHED;
  }

  /** Any thread: the negotiated server, if the connection is currently established. */
  @Nullable NegotiatedServer reached() {
    return reached;
  }

  /** Any thread: sends a notice if the connection is established. */
  void submit(Notice notice) {
    submitted.offer(notice);
    schedule();
  }

  /** Any thread: releases the payload of a call that has ended, but not while it is being sent. */
  void release(Payload payload) {
    if (loop.inEventLoop()) {
      payload.release();
      return;
    }
    try {
      loop.execute(payload::release);
    } catch (RejectedExecutionException e) {
      // The event loops are closed, so nothing is sent any more.
      log.trace("released after close", e);
      payload.release();
    }
  }

  @Override
  public CompletableFuture<Void> close() {
    try {
      return CompletableFuture.runAsync(this::closeNow, loop);
    } catch (RejectedExecutionException e) {
      return CompletableFuture.completedFuture(null);
    }
  }

  private void schedule() {
    if (!scheduled.get() && scheduled.compareAndSet(false, true)) {
      try {
        loop.execute(drain);
      } catch (RejectedExecutionException e) {
        // The event loops are closed. The submitter fails its call.
        log.trace("submitted after close", e);
      }
    }
  }

  private void drain() {
    scheduled.set(false);
    // Calls deferred before another was submitted must be sent before it. Calls submitted from now
    // on have to wait for the next run, because a call that this run does not take may be deferred
    // before them.
    long now = submitted.currentProducerIndex();
    if (take(deferred.queue(), MAX_BATCH) < MAX_BATCH) {
      take(submitted, Math.min(MAX_BATCH, now - submitted.currentConsumerIndex()));
    }
    send();
    if (hasMore()) {
      // Reschedule instead of looping, so that the event loop reads answers in between.
      schedule();
    }
  }

  /**
   * Takes calls and notices until the queue is empty or the limit is reached; returns their number.
   */
  private int take(Queue<?> queue, long most) {
    int taken = 0;
    while (taken < most) {
      Object next = queue.poll();
      if (next == null) {
        break;
      }
      accept(next);
      taken++;
    }
    return taken;
  }

  private boolean hasMore() {
    return !submitted.isEmpty() || deferred.areToBeSent();
  }

  private void accept(Object message) {
    if (message instanceof RpcCall<?> call) {
      accept(call);
    } else if (message instanceof Notice notice && wire != null && state == State.ESTABLISHED) {
      wire.output().add(new Frame.OfNotice(notice));
    }
  }

  private void accept(RpcCall<?> call) {
    if (state == State.CLOSED) {
      call.clientClosed();
      return;
    }
    long now = clock.nanos();
    if (state == State.DISCONNECTED) {
      long waitNanos = retryNanos - now;
      if (waitNanos > 0) {
        call.failed(ErrorCode.EIO, "no connection to server " + server + ": " + lastFailure);
        return;
      }
      connect();
    }
    if (inFlight.isEmpty() || call.deadlineNanos() - earliestDeadlineNanos < 0) {
      earliestDeadlineNanos = call.deadlineNanos();
    }
    call.id(++lastId);
    inFlight.put(call.id(), call);
    unsent.add(call);
    scheduleSweep();
  }

  private void send() {
    Wire current = wire;
    if (current == null || state != State.ESTABLISHED) {
      return;
    }
    long now = clock.nanos();
    while (current.isWritable() && !unsent.isEmpty()) {
      send(unsent.remove(), current.output(), now);
    }
    current.output().flush();
  }

  private void send(RpcCall<?> call, FrameOutput output, long now) {
    if (call.isDone()) {
      inFlight.remove(call.id());
      return;
    }
    if (call.isPast(now)) {
      inFlight.remove(call.id());
      call.timedOutUnsent();
      return;
    }
    try {
      output.add(new Frame.OfRequest(call.id(), call.remainingMillis(now), call.request()));
    } catch (RuntimeException e) {
      inFlight.remove(call.id());
      call.cannotBeSent(e);
    }
  }

  private void scheduleSweep() {
    if (!sweeping) {
      sweeping = true;
      loop.schedule(this::sweep, SWEEP_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  private void sweep() {
    sweeping = false;
    long now = clock.nanos();
    if (!inFlight.isEmpty() && earliestDeadlineNanos - now <= 0) {
      failPast(now);
    }
    if (!inFlight.isEmpty()) {
      scheduleSweep();
    }
  }

  private void failPast(long now) {
    List<RpcCall<?>> past = new ArrayList<>();
    long earliest = now + Long.MAX_VALUE / 2;
    for (RpcCall<?> call : inFlight.values()) {
      if (call.isPast(now)) {
        past.add(call);
      } else if (call.deadlineNanos() - earliest < 0) {
        earliest = call.deadlineNanos();
      }
    }
    earliestDeadlineNanos = earliest;
    String detail = state == State.CONNECTING ? " (still connecting)" : "";
    for (RpcCall<?> call : past) {
      inFlight.remove(call.id());
      call.timedOut(detail);
    }
    if (past.size() > unsent.size() / 2) {
      unsent.removeIf(RpcCall::isDone);
    }
  }

  private void connect() {
    state = State.CONNECTING;
    Wire attempt = new Wire();
    wire = attempt;
    attempt.timeout =
        loop.schedule(
            () ->
                lost(
                    attempt,
                    "connecting took longer than " + settings.connectTimeoutMillis() + " ms"),
            settings.connectTimeoutMillis(),
            TimeUnit.MILLISECONDS);
    resolver
        .resolve(server.host())
        .whenCompleteAsync(
            (host, failure) -> {
              if (failure != null) {
                lost(attempt, "unknown host " + server.host());
              } else if (wire == attempt) {
                connect(attempt, host);
              }
            },
            loop);
  }

  private void connect(Wire attempt, InetAddress host) {
    attempt.address = new InetSocketAddress(host, server.port());
    ChannelFuture connected =
        new Bootstrap()
            .group(loop)
            .channelFactory(transport::newChannel)
            .option(ChannelOption.TCP_NODELAY, true)
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, settings.connectTimeoutMillis())
            .option(ChannelOption.WRITE_BUFFER_WATER_MARK, NettyRpcServer.WATER_MARK)
            .handler(attempt)
            .connect(attempt.address);
    connected.addListener(
        done -> {
          if (!done.isSuccess()) {
            lost(attempt, text(done.cause()));
          }
        });
  }

  private void established(Wire current, Frame.ServerHello hello) {
    String objection = settings.objection(hello);
    if (objection != null) {
      lost(current, objection);
      return;
    }
    current.codec.established(hello.version(), hello.maxFrameBytes());
    current.established();
    reached = new NegotiatedServer(Objects.requireNonNull(current.address), hello, clock);
    state = State.ESTABLISHED;
    backoff.reset();
    send();
  }

  private void received(Wire current, Frame frame) {
    if (wire != current) {
      releaseOf(frame);
      return;
    }
    if (frame instanceof Frame.OfAnswer answer) {
      answered(current, answer);
    } else if (frame instanceof Frame.OfNotice notice) {
      deliver(notice.notice());
    } else if (frame instanceof Frame.Ping) {
      if (current.isWritable()) {
        current.output().add(Frame.Pong.INSTANCE);
        current.output().flush();
      }
    } else if (frame instanceof Frame.ServerHello hello) {
      established(current, hello);
    } else if (frame instanceof Frame.Refusal refusal) {
      lost(current, "it refused: " + refusal.reason());
    } else if (!(frame instanceof Frame.Pong)) {
      lost(current, "it sent a message that only clients send");
    }
  }

  private static void releaseOf(Frame frame) {
    if (frame instanceof Frame.OfAnswer answer) {
      Payload.releaseOf(answer.answer());
    }
  }

  private void answered(Wire current, Frame.OfAnswer frame) {
    RpcCall<?> call = inFlight.remove(frame.id());
    if (call == null) {
      Payload.releaseOf(frame.answer());
      // The answer belongs to a call past its deadline, or to none that was ever sent.
      if (frame.id() > lastId || frame.id() <= 0) {
        lost(current, "it answered request " + frame.id() + ", which was not sent");
      }
    } else if (!call.answered(frame.opcode(), frame.answer())) {
      Payload.releaseOf(frame.answer());
      inFlight.put(frame.id(), call);
      lost(current, "it answered " + call.request().opcode() + " as " + frame.opcode());
    }
  }

  private void deliver(Notice notice) {
    try {
      listener.received(notice, server);
    } catch (RuntimeException | Error e) {
      log.error("the listener failed on a notice of server {}", server, e);
    }
  }

  /** Handles a failed attempt or a broken connection; does nothing if that was handled already. */
  private void lost(Wire current, String reason) {
    if (wire != current) {
      return;
    }
    boolean wasEstablished = state == State.ESTABLISHED;
    wire = null;
    leave();
    state = State.DISCONNECTED;
    current.close();
    retryNanos = clock.nanos();
    if (wasEstablished) {
      log.info("connection to server {} was lost: {}", server, reason);
      notifyLost();
      failAll(RpcCall.lostText(server, reason), true);
    } else {
      lastFailure = reason;
      retryNanos += TimeUnit.MILLISECONDS.toNanos(backoff.nextMillis());
      log.debug("no connection to server {}: {}", server, reason);
      failAll("no connection to server " + server + ": " + reason, false);
    }
  }

  private void leave() {
    NegotiatedServer left = reached;
    if (left != null) {
      left.lost();
      reached = null;
    }
  }

  private void notifyLost() {
    try {
      listener.connectionLost(server);
    } catch (RuntimeException | Error e) {
      log.error("the listener failed on the loss of server {}", server, e);
    }
  }

  private void failAll(String detail, boolean wereSent) {
    List<RpcCall<?>> calls = new ArrayList<>(inFlight.values());
    List<RpcCall<?>> neverSent = new ArrayList<>(unsent);
    inFlight.clear();
    unsent.clear();
    for (RpcCall<?> call : neverSent) {
      call.lost(false, detail);
    }
    for (RpcCall<?> call : calls) {
      if (!call.isDone()) {
        call.lost(wereSent, detail);
      }
    }
  }

  private void closeNow() {
    boolean wasEstablished = state == State.ESTABLISHED;
    state = State.CLOSED;
    leave();
    Wire current = wire;
    wire = null; // otherwise the end of the attempt in progress would be reported as its failure
    if (current != null) {
      current.close();
    }
    failAll(RpcCall.closedText(server), wasEstablished);
    do {
      drain();
    } while (!submitted.isEmpty() || !deferred.isEmpty());
  }

  private static String text(@Nullable Throwable cause) {
    if (cause == null) {
      return "unknown cause";
    }
    String message = cause.getMessage();
    return message == null ? cause.getClass().getSimpleName() : message;
  }

  /** One attempt to connect, and the connection that results from it. */
  private final class Wire extends ChannelInboundHandlerAdapter {
    private final FrameCodec codec = new FrameCodec(settings.maxFrameBytes());
    private final FrameInput input = new FrameInput(codec, (frame, bytes) -> received(this, frame));
    private @Nullable ScheduledFuture<?> timeout;
    private @Nullable ScheduledFuture<?> keepAlive;
    private @Nullable FrameOutput output;
    private @Nullable Channel channel;

    /** The resolved address of the server; null until it is resolved. */
    private @Nullable InetSocketAddress address;

    /** The number of ticks since anything was received. */
    private int silentTicks;

    /** Only callable once there is a channel. */
    FrameOutput output() {
      return Objects.requireNonNull(output);
    }

    boolean isWritable() {
      return channel != null && channel.isWritable();
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
      channel = context.channel();
      output = new FrameOutput(context.channel(), codec);
      input.readFrom(context.channel());
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
      output().add(settings.hello());
      output().flush();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      silentTicks = 0;
      try {
        input.add(context.alloc(), (ByteBuf) message);
      } catch (ProtocolException e) {
        lost(this, "it sent an invalid message: " + e.getMessage());
      }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
      if (wire == this) {
        send();
      }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      lost(this, "it closed the connection");
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      if (!(cause instanceof IOException)) {
        log.error("connection to server {} failed", server, cause);
      }
      lost(this, text(cause));
    }

    void established() {
      cancel(timeout);
      silentTicks = 0;
      long periodMillis = Math.max(1, settings.keepAliveMillis() / PING_TICKS);
      keepAlive =
          loop.scheduleWithFixedDelay(
              this::tick, periodMillis, periodMillis, TimeUnit.MILLISECONDS);
    }

    /**
     * Counts ticks instead of time. A delay of the event loop delays ticks and reads alike, and the
     * loop reads between two ticks, so that such a delay does not look like a silent server.
     */
    private void tick() {
      silentTicks++;
      if (silentTicks > 2 * PING_TICKS) {
        lost(this, "nothing was received from it for " + 2 * settings.keepAliveMillis() + " ms");
      } else if (silentTicks == PING_TICKS) {
        output().add(Frame.Ping.INSTANCE);
        output().flush();
      }
    }

    void close() {
      cancel(timeout);
      cancel(keepAlive);
      input.close();
      if (output != null) {
        output.close();
      }
      if (channel != null) {
        channel.close();
      }
    }

    private static void cancel(@Nullable ScheduledFuture<?> task) {
      if (task != null) {
        task.cancel(false);
      }
    }
  }
}

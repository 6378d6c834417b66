package io.gigafs.rpc;

import io.gigafs.cluster.Endpoint;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Frame;
import io.gigafs.protocol.FrameCodec;
import io.gigafs.protocol.Notice;
import io.gigafs.protocol.Payload;
import io.gigafs.protocol.ProtocolException;
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
import org.jctools.queues.MpmcUnboundedXaddArrayQueue;
import org.jctools.queues.MpscUnboundedArrayQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection of a client to one server, made again whenever it is needed and gone.
 *
 * <p>Any thread submits; everything else happens on one event loop. Calls are put on a queue, and
 * one task is scheduled that takes all of them: what many threads submit meanwhile goes out in one
 * write.
 *
 * <ul>
 *   <li>DISCONNECTED moves to CONNECTING when a call is submitted, unless an attempt failed a short
 *       while ago: then the call fails at once with that failure's cause.
 *   <li>CONNECTING moves to ESTABLISHED when the server's hello is there, and to DISCONNECTED when
 *       that fails or takes too long. Calls wait for it, each to its own deadline.
 *   <li>ESTABLISHED moves to DISCONNECTED when the connection breaks.
 *   <li>Any moves to CLOSED with the client.
 * </ul>
 *
 * Whenever it leaves CONNECTING or ESTABLISHED for DISCONNECTED or CLOSED, all calls in flight
 * fail.
 */
final class ClientConnection {
  private static final Logger log = LoggerFactory.getLogger(ClientConnection.class);

  private static final int QUEUE_CHUNK = 1024;

  /** How many calls are taken before the event loop may turn to something else. */
  private static final int MAX_BATCH = 1024;

  /** How long a call that is deferred waits for another at least; about twice as long at most. */
  private static final int DEFERRED_MILLIS = 1;

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
  private final Resolver resolver;
  private final Transport transport;
  private final EventLoop loop;
  private final Clock clock;
  private final Backoff backoff;

  /** Calls and notices. */
  private final MpscUnboundedArrayQueue<Object> submitted =
      new MpscUnboundedArrayQueue<>(QUEUE_CHUNK);

  private final AtomicBoolean scheduled = new AtomicBoolean();
  private final Runnable drain = this::drain;

  /** Calls that go with the next of those submitted, or with one of another connection. */
  private final MpmcUnboundedXaddArrayQueue<Call<?>> deferred =
      new MpmcUnboundedXaddArrayQueue<>(QUEUE_CHUNK);

  /** Whether they are looked at, soon: those that nobody took along go by themselves. */
  private final AtomicBoolean flushing = new AtomicBoolean();

  private final Runnable flush = this::flush;

  /** How many were deferred by the last look; set before the next one is scheduled. */
  private long deferredBefore;

  /** Set on the event loop. */
  private volatile State state = State.DISCONNECTED;

  /** What the connection, if there is one, found; set on the event loop. */
  private volatile @Nullable NegotiatedServer reached;

  // All below belongs to the event loop.

  private @Nullable Wire wire;

  /** All calls that are not completed, by id. */
  private final Long2ObjectHashMap<Call<?>> inFlight = new Long2ObjectHashMap<>();

  /** Those of them that were not sent yet. */
  private final ArrayDeque<Call<?>> unsent = new ArrayDeque<>();

  private long lastId;
  private boolean sweeping;

  /** No call in flight has a deadline before this. */
  private long earliestDeadlineNanos;

  private String lastFailure = "";
  private long retryNanos;

  ClientConnection(
      Endpoint server,
      RpcClientSettings settings,
      RpcClientListener listener,
      Resolver resolver,
      Transport transport,
      EventLoop loop,
      Clock clock,
      SplittableRandom random) {
    this.server = server;
    this.settings = settings;
    this.listener = listener;
    this.resolver = resolver;
    this.transport = transport;
    this.loop = loop;
    this.clock = clock;
    this.backoff = new Backoff(BACKOFF_BASE_MILLIS, BACKOFF_CAP_MILLIS, random);
    this.retryNanos = clock.nanos();
  }

  /** From any thread: sends a call, in time or fails it. */
  void submit(Call<?> call) {
    submitted.offer(call);
    schedule();
  }

  /**
   * From any thread: likewise, but with the next call, or a little later if there is none. The
   * event loop is not woken for it, which costs more than the call.
   */
  void submitDeferred(Call<?> call) {
    deferred.offer(call);
    if (!flushing.get() && flushing.compareAndSet(false, true)) {
      scheduleFlush();
    }
  }

  private void scheduleFlush() {
    deferredBefore = deferred.currentProducerIndex();
    try {
      loop.schedule(flush, DEFERRED_MILLIS, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      // The event loops are closed; whoever submitted looks after its call.
      log.trace("deferred after close", e);
    }
  }

  /** From any thread: whether calls wait for the next. */
  boolean hasDeferred() {
    return !deferred.isEmpty();
  }

  /** From any thread: takes out a call that is deferred, for another connection; null if none. */
  @Nullable Call<?> pollDeferred() {
    return deferred.poll();
  }

  /** From any thread: sends what is deferred. */
  void flushDeferred() {
    if (!deferred.isEmpty()) {
      schedule();
    }
  }

  /** Whether the calling thread is the connection's. */
  boolean isOnCurrentThread() {
    return loop.inEventLoop();
  }

  /** From any thread: whether there is a connection, as of now. */
  boolean isEstablished() {
    return state == State.ESTABLISHED;
  }

  /** From any thread: the server, if there is a connection, as of now. */
  @Nullable NegotiatedServer reached() {
    return reached;
  }

  /** From any thread: sends a notice if there is a connection. */
  void submit(Notice notice) {
    submitted.offer(notice);
    schedule();
  }

  /** From any thread: releases what a call carried that has ended, unless it is just being sent. */
  void release(Payload payload) {
    if (loop.inEventLoop()) {
      payload.release();
      return;
    }
    try {
      loop.execute(payload::release);
    } catch (RejectedExecutionException e) {
      // The event loops are closed: nothing is sent any more.
      log.trace("released after close", e);
      payload.release();
    }
  }

  /** From any thread: fails what is in flight, for good; the future completes when that is done. */
  CompletableFuture<Void> close() {
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
        // The event loops are closed; whoever submitted looks after its call.
        log.trace("submitted after close", e);
      }
    }
  }

  /** Calls that came since the last look may still find one to go with: they wait for the next. */
  private void flush() {
    if (deferred.currentConsumerIndex() >= deferredBefore && !deferred.isEmpty()) {
      scheduleFlush();
      return;
    }
    flushing.set(false);
    drain();
  }

  private void drain() {
    scheduled.set(false);
    // What was deferred before a call was submitted is to come before it. So a call has to wait
    // that
    // is submitted from now on, as something may be deferred before it that is not taken now.
    long now = submitted.currentProducerIndex();
    if (take(deferred, MAX_BATCH) < MAX_BATCH) {
      take(submitted, Math.min(MAX_BATCH, now - submitted.currentConsumerIndex()));
    }
    send();
    if (hasMore()) {
      // Later: answers are to be read meanwhile.
      schedule();
    }
  }

  /** Takes calls and notices until there are no more; returns how many. */
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
    return !submitted.isEmpty() || (!deferred.isEmpty() && !flushing.get());
  }

  private void accept(Object message) {
    if (message instanceof Call<?> call) {
      accept(call);
    } else if (message instanceof Notice notice && wire != null && state == State.ESTABLISHED) {
      wire.output().add(new Frame.OfNotice(notice));
    }
  }

  private void accept(Call<?> call) {
    if (state == State.CLOSED) {
      call.failed(ErrorCode.EIO, closedText());
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

  private void send(Call<?> call, FrameOutput output, long now) {
    if (call.isDone()) {
      inFlight.remove(call.id());
      return;
    }
    if (call.isPast(now)) {
      inFlight.remove(call.id());
      call.timedOut(" (it was not sent in time)");
      return;
    }
    try {
      output.add(new Frame.OfRequest(call.id(), call.remainingMillis(now), call.request()));
    } catch (RuntimeException e) {
      inFlight.remove(call.id());
      call.failed(
          ErrorCode.EINVAL,
          call.request().opcode() + " cannot be sent to server " + server + ": " + e.getMessage());
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
    List<Call<?>> past = new ArrayList<>();
    long earliest = now + Long.MAX_VALUE / 2;
    for (Call<?> call : inFlight.values()) {
      if (call.isPast(now)) {
        past.add(call);
      } else if (call.deadlineNanos() - earliest < 0) {
        earliest = call.deadlineNanos();
      }
    }
    earliestDeadlineNanos = earliest;
    String detail = state == State.CONNECTING ? " (still connecting)" : "";
    for (Call<?> call : past) {
      inFlight.remove(call.id());
      call.timedOut(detail);
    }
    if (past.size() > unsent.size() / 2) {
      unsent.removeIf(Call::isDone);
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
    current.codec.established(hello.maxFrameBytes());
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
      lost(current, "it sent what only clients send");
    }
  }

  private static void releaseOf(Frame frame) {
    if (frame instanceof Frame.OfAnswer answer) {
      Payload.releaseOf(answer.answer());
    }
  }

  private void answered(Wire current, Frame.OfAnswer frame) {
    Call<?> call = inFlight.remove(frame.id());
    if (call == null) {
      Payload.releaseOf(frame.answer());
      // An answer to a call that is past its deadline, or to none that ever was.
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
      log.error("a notice of server {} could not be handled", server, e);
    }
  }

  /** The attempt failed, or the connection broke; nothing if that is known already. */
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
      tellLost();
      failAll(
          "connection to server " + server + " was lost: " + reason, " (it may have been done)");
    } else {
      lastFailure = reason;
      retryNanos += TimeUnit.MILLISECONDS.toNanos(backoff.nextMillis());
      log.debug("no connection to server {}: {}", server, reason);
      failAll("no connection to server " + server + ": " + reason, "");
    }
  }

  private void leave() {
    NegotiatedServer left = reached;
    if (left != null) {
      left.lost();
      reached = null;
    }
  }

  private void tellLost() {
    try {
      listener.connectionLost(server);
    } catch (RuntimeException | Error e) {
      log.error("the loss of server {} could not be handled", server, e);
    }
  }

  private void failAll(String detail, String ifSent) {
    List<Call<?>> calls = new ArrayList<>(inFlight.values());
    List<Call<?>> neverSent = new ArrayList<>(unsent);
    inFlight.clear();
    unsent.clear();
    for (Call<?> call : neverSent) {
      call.failed(ErrorCode.EIO, call.request().opcode() + " failed, " + detail);
    }
    for (Call<?> call : calls) {
      if (!call.isDone()) {
        call.failed(ErrorCode.EIO, call.request().opcode() + " failed" + ifSent + ", " + detail);
      }
    }
  }

  private void closeNow() {
    state = State.CLOSED;
    leave();
    Wire current = wire;
    wire = null; // or the end of an attempt that is under way would be told as its failure
    if (current != null) {
      current.close();
    }
    failAll(closedText(), "");
    do {
      drain();
    } while (!submitted.isEmpty() || !deferred.isEmpty());
  }

  private String closedText() {
    return "the client of server " + server + " is closed";
  }

  private static String text(@Nullable Throwable cause) {
    if (cause == null) {
      return "unknown cause";
    }
    String message = cause.getMessage();
    return message == null ? cause.getClass().getSimpleName() : message;
  }

  /** One attempt to connect, and the connection that it becomes. */
  private final class Wire extends ChannelInboundHandlerAdapter {
    private final FrameCodec codec = new FrameCodec(settings.maxFrameBytes());
    private final FrameInput input = new FrameInput(codec, (frame, bytes) -> received(this, frame));
    private @Nullable ScheduledFuture<?> timeout;
    private @Nullable ScheduledFuture<?> keepAlive;
    private @Nullable FrameOutput output;
    private @Nullable Channel channel;

    /** What the server's name led to; null until that is known. */
    private @Nullable InetSocketAddress address;

    /** For how many ticks nothing was heard. */
    private int silentTicks;

    /** Only once there is a channel. */
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
        lost(this, "it sent what is no message: " + e.getMessage());
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
     * Counts ticks and not time: whatever kept the event loop from reading kept it from ticking,
     * and between two ticks it reads.
     */
    private void tick() {
      silentTicks++;
      if (silentTicks > 2 * PING_TICKS) {
        lost(this, "nothing was heard from it for " + 2 * settings.keepAliveMillis() + " ms");
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

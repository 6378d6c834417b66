package io.gigafs.rpc;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Notice;
import io.gigafs.protocol.Payload;
import io.gigafs.protocol.ProtocolException;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.frame.Frame;
import io.gigafs.protocol.frame.FrameCodec;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.ScheduledFuture;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jctools.queues.MpscUnboundedArrayQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection on the server side.
 *
 * <p>Any thread answers and sends notices; everything else happens on the connection's event loop.
 * Answers are enqueued, and one scheduled task encodes all of them into one write.
 *
 * <ul>
 *   <li>HELLO changes to ESTABLISHED when the client's hello is accepted, and to CLOSED when it is
 *       refused or does not arrive in time.
 *   <li>ESTABLISHED changes to CLOSED when the connection breaks, the client sends an invalid
 *       message, or it neither sends nor reads anything for too long.
 * </ul>
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>Nothing is read while the number of unanswered requests exceeds its limit, or while the
 *       client does not read the answers that were sent. So the queues of a connection are bounded,
 *       and a slow client delays only itself.
 *   <li>Nothing is read while memory that the connection needs is not granted ({@link
 *       ConnectionMemory}).
 *   <li>The handler is notified of a disconnect once, and only if the connection was established.
 * </ol>
 */
final class ServerConnection extends ChannelInboundHandlerAdapter implements Peer {
  private static final Logger log = LoggerFactory.getLogger(ServerConnection.class);

  private static final int QUEUE_CHUNK = 256;

  /** The maximum number of answers per run, after which the event loop may do other work. */
  private static final int MAX_BATCH = 1024;

  private static final int IDLE_TICKS = 4;

  /** The time limit for the hello of a connection that is going to be refused. */
  private static final int REFUSAL_MILLIS = 1_000;

  /**
   * Answers that may be longer retain their memory claims until they are sent, shorter ones until
   * they are encoded.
   */
  private static final int TRACKED_ANSWER_BYTES = 16 << 10;

  private enum State {
    HELLO,
    ESTABLISHED,
    CLOSED
  }

  private final NettyRpcServer server;
  private final RpcServerSettings settings;
  private final RequestHandler handler;
  private final Clock clock;
  private final Channel channel;
  private final FrameCodec codec;
  private final FrameInput input;
  private final FrameOutput output;
  private final ConnectionMemory memory;
  private final CompletableFuture<Void> gone = new CompletableFuture<>();

  /** Answered exchanges and notices. */
  private final MpscUnboundedArrayQueue<Object> outgoing =
      new MpscUnboundedArrayQueue<>(QUEUE_CHUNK);

  private final AtomicBoolean scheduled = new AtomicBoolean();
  private final Runnable drain = this::drain;

  /** Written by the event loop only. */
  private volatile State state = State.HELLO;

  private volatile long clientId;
  private volatile String address = "a connection that was closed at once";

  /** The identities that it may act for. */
  private LocalPeer peer = LocalPeer.ANYBODY;

  /** The address of the peer, without a port. */
  private String host = "";

  /** Why the connection is refused once its hello arrives; null if it is not. */
  private @Nullable String refusal;

  // All fields below are confined to the event loop.

  private Frame.Role role = Frame.Role.CLIENT;
  private @Nullable ScheduledFuture<?> timer;
  private int inFlight;
  private long inFlightBytes;

  /** A request that waits for memory for its answer. */
  private Frame.@Nullable OfRequest waiting;

  private int waitingBytes;
  private boolean finishing;
  private long receivedNanos;

  /** The number of ticks since anything was received and read. */
  private int silentTicks;

  /** The number of ticks since the client read anything. */
  private int blockedTicks;

  ServerConnection(
      NettyRpcServer server,
      RpcServerSettings settings,
      RequestHandler handler,
      Clock clock,
      Channel channel) {
    this.server = server;
    this.settings = settings;
    this.handler = handler;
    this.clock = clock;
    this.channel = channel;
    this.codec = new FrameCodec(settings.maxFrameBytes());
    this.input = new FrameInput(codec, new Frames());
    this.output = new FrameOutput(channel, codec);
    this.memory = new ConnectionMemory(server, settings, clock, this::granted);
  }

  @Override
  public long clientId() {
    return clientId;
  }

  @Override
  public String address() {
    return address;
  }

  @Override
  public void send(Notice notice) {
    enqueue(notice);
  }

  /** Any thread: enqueues the answer of an exchange. */
  void answered(ServerExchange<?> exchange) {
    enqueue(exchange);
  }

  /** Completes when the connection is closed and the handler was notified. */
  CompletableFuture<Void> gone() {
    return gone;
  }

  /** Any thread: stops reading requests, and closes when those in flight are answered. */
  void finish() {
    try {
      channel
          .eventLoop()
          .execute(
              () -> {
                finishing = true;
                pause();
                closeIfFinished();
              });
    } catch (RejectedExecutionException e) {
      log.trace("finished after its event loop", e);
    }
  }

  /** Any thread: closes the connection, whatever is in flight. */
  void closeNow() {
    channel.close();
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    address = Transport.peerText(channel);
    peer = LocalPeer.of(channel);
    receivedNanos = clock.nanos();
    input.readFrom(channel);
    host = Transport.peerHost(channel);
    refusal = server.opened(this, host);
    if (refusal != null && server.isCrowded()) {
      refuse(refusal);
      return;
    }
    int handshakeMillis =
        refusal == null
            ? settings.handshakeMillis()
            : Math.min(settings.handshakeMillis(), REFUSAL_MILLIS);
    timer =
        channel
            .eventLoop()
            .schedule(
                () -> refuse("no hello came within " + handshakeMillis + " ms"),
                handshakeMillis,
                TimeUnit.MILLISECONDS);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    receivedNanos = clock.nanos();
    silentTicks = 0;
    try {
      input.add(context.alloc(), (ByteBuf) message);
    } catch (ProtocolException e) {
      refuse(e.getMessage());
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    blockedTicks = 0;
    if (channel.isWritable()) {
      drain();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    boolean wasEstablished = state == State.ESTABLISHED;
    state = State.CLOSED;
    if (timer != null) {
      timer.cancel(false);
    }
    input.close();
    output.close();
    dropOutgoing();
    dropWaiting();
    memory.close();
    if (wasEstablished) {
      try {
        handler.disconnected(this);
      } catch (RuntimeException | Error e) {
        log.error("the handler failed on the disconnect of {}", address, e);
      }
    }
    server.closed(this, host);
    gone.complete(null);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (cause instanceof IOException) {
      log.debug("connection of {} broke: {}", address, cause.toString());
    } else {
      log.error("connection of {} failed", address, cause);
    }
    channel.close();
  }

  /** Closes the connection for a reason that is logged. */
  private void refuse(@Nullable String reason) {
    server.warnings().warn("closed the connection of " + address + ": " + reason);
    input.close();
    channel.close();
  }

  private void received(Frame frame, int bytes) {
    if (frame instanceof Frame.OfRequest request) {
      received(request, bytes);
    } else if (frame instanceof Frame.OfNotice notice) {
      received(notice.notice());
    } else if (frame instanceof Frame.Ping) {
      output.add(Frame.Pong.INSTANCE);
      output.flush();
    } else if (frame instanceof Frame.ClientHello hello) {
      received(hello);
    } else if (!(frame instanceof Frame.Pong)) {
      refuse("it sent a message that only servers send");
    }
    if (waiting == null) {
      memory.freeFrame();
    }
    if (isFull()) {
      pause();
    }
  }

  /**
   * Passes on a request, unless there is no memory for its answer or for file data in it. Requests
   * between servers do not wait for answer memory: they may wait for the content of the next
   * request of the same server, and would prevent it from being read.
   */
  private void received(Frame.OfRequest frame, int bytes) {
    int answer = isBetweenServers(frame.request()) ? 0 : server.answerSizes().of(frame.request());
    int data = frame.request().answerDataBytes();
    boolean isRoom = data > 0 ? memory.hasForData(data) : memory.hasForAnswer(answer);
    if (orPause(isRoom)) {
      received(frame, frame.request(), bytes, answer);
    } else {
      waiting = frame;
      waitingBytes = bytes;
    }
  }

  private boolean isBetweenServers(Request<?> request) {
    return role == Frame.Role.SERVER && request.opcode().isBetweenServers();
  }

  /** Returns whether memory is granted; if not, pauses reading until it is. */
  private boolean orPause(boolean isGranted) {
    if (!isGranted) {
      pause();
    }
    return isGranted;
  }

  private <R extends Result> void received(
      Frame.OfRequest frame, Request<R> request, int bytes, int answer) {
    inFlight++;
    inFlightBytes += bytes;
    long deadline = receivedNanos + TimeUnit.MILLISECONDS.toNanos(frame.remainingMillis());
    if (isBetweenServers(request)) {
      // The next long frame must not wait for the answer to this one either.
      memory.freeFrame();
    }
    ServerExchange<R> exchange =
        new ServerExchange<>(
            this,
            frame.id(),
            request,
            bytes,
            deadline,
            memory.takeData(),
            memory.takeFrame(),
            answer);
    memory.began(exchange);
    if (request.opcode().isBetweenServers() && role != Frame.Role.SERVER) {
      exchange.answer(
          new Answer.Failed<>(ErrorCode.EPERM, request.opcode() + " is for servers only"));
    } else if (!peer.mayActFor(request.caller())) {
      exchange.answer(
          new Answer.Failed<>(
              ErrorCode.EPERM,
              "over its domain socket server "
                  + server.serverId()
                  + " takes requests of a process's own user and groups only; others go over TCP"));
    } else {
      handle(request, exchange);
    }
  }

  /** Any thread: memory was granted, so reading may resume. */
  private void granted() {
    try {
      channel.eventLoop().execute(this::resumeIfRoom);
    } catch (RejectedExecutionException e) {
      log.trace("memory was granted after close", e);
    }
  }

  private <R extends Result> void handle(Request<R> request, ServerExchange<R> exchange) {
    try {
      handler.handle(request, exchange);
    } catch (RuntimeException | Error e) {
      server.warnings().error(request.opcode() + " of " + address + " failed", e);
      exchange.tryAnswer(
          new Answer.Failed<>(
              ErrorCode.EIO,
              "server " + server.serverId() + " failed " + request.opcode() + ", see its log"));
    }
  }

  private void received(Notice notice) {
    try {
      handler.handle(notice, this);
    } catch (RuntimeException | Error e) {
      log.error("the handler failed on a notice of {}", address, e);
    }
  }

  private void received(Frame.ClientHello hello) {
    ServerIdentity identity = server.identity();
    String objection =
        refusal == null
            ? identity.objection(hello, peer)
            : "server " + identity.serverId() + ": " + refusal;
    if (objection == null) {
      establish(hello, ServerIdentity.version(hello));
    } else {
      refuseHello(objection);
    }
  }

  private void refuseHello(String reason) {
    server.warnings().warn("refused the connection of " + address + ": " + reason);
    output.add(new Frame.Refusal(reason));
    output.flush();
    input.close();
    closeWhenSent();
  }

  private void establish(Frame.ClientHello hello, int version) {
    ServerIdentity identity = server.identity();
    output.add(
        new Frame.ServerHello(
            version,
            identity.clusterId(),
            identity.serverId().value(),
            settings.maxFrameBytes(),
            server.localSocket()));
    output.flush();
    codec.established(version, hello.maxFrameBytes());
    clientId = hello.clientId();
    role = hello.role();
    state = State.ESTABLISHED;
    if (timer != null) {
      timer.cancel(false);
    }
    long periodMillis = Math.max(1, settings.idleMillis() / IDLE_TICKS);
    timer =
        channel
            .eventLoop()
            .scheduleWithFixedDelay(this::tick, periodMillis, periodMillis, TimeUnit.MILLISECONDS);
  }

  /** Counts ticks instead of time: a delay of the event loop delays reads and ticks alike. */
  private void tick() {
    if (!channel.isWritable()) {
      blockedTicks++;
    } else if (!input.isPaused() && (inFlight == 0 || input.isWithinFrame())) {
      // A client that stops in the middle of a frame retains memory that others wait for.
      silentTicks++;
    }
    long lateBytes =
        waiting == null
            ? memory.lateFrameBytes(settings.idleMillis(), settings.idleMillis() / IDLE_TICKS)
            : 0;
    if (blockedTicks > 1 && memory.doOthersWaitForAnswers()) {
      refuse("it does not read answers, and others wait for the memory that these take");
    } else if (lateBytes > 0) {
      refuse("a frame of " + lateBytes + " bytes did not arrive completely in time");
    } else if (blockedTicks > IDLE_TICKS) {
      refuse("it read no answer for " + settings.idleMillis() + " ms");
    } else if (silentTicks > IDLE_TICKS) {
      refuse("it was silent for " + settings.idleMillis() + " ms");
    }
  }

  private void enqueue(Object message) {
    outgoing.offer(message);
    schedule();
  }

  private void schedule() {
    if (!scheduled.get() && scheduled.compareAndSet(false, true)) {
      try {
        channel.eventLoop().execute(drain);
      } catch (RejectedExecutionException e) {
        // The connection is closed with its event loop. Only one thread at a time runs this code.
        log.trace("answered after close", e);
        dropOutgoing();
        scheduled.set(false);
        if (!outgoing.isEmpty()) {
          schedule();
        }
      }
    }
  }

  private void drain() {
    scheduled.set(false);
    if (state == State.CLOSED) {
      dropOutgoing();
      return;
    }
    for (int i = 0; i < MAX_BATCH && channel.isWritable(); i++) {
      Object next = outgoing.poll();
      if (next == null) {
        break;
      }
      add(next);
    }
    output.flush();
    if (channel.isWritable() && !outgoing.isEmpty()) {
      // Reschedule instead of looping, so that the event loop serves other connections in between.
      schedule();
    }
    closeIfFinished();
    resumeIfRoom();
  }

  /** Drops the request that waits for memory; its client has disconnected. */
  private void dropWaiting() {
    Frame.OfRequest dropped = waiting;
    waiting = null;
    if (dropped != null) {
      Payload.releaseOf(dropped.request());
    }
  }

  /** Drops queued answers and notices, which nothing will send. */
  private void dropOutgoing() {
    for (Object next = outgoing.poll(); next != null; next = outgoing.poll()) {
      if (next instanceof ServerExchange<?> exchange) {
        exchange.over();
      }
    }
  }

  private void add(Object message) {
    if (message instanceof Notice notice) {
      output.add(new Frame.OfNotice(notice));
    } else if (message instanceof ServerExchange<?> exchange) {
      inFlight--;
      inFlightBytes -= exchange.frameBytes();
      try {
        if (exchange.answerBytes() > TRACKED_ANSWER_BYTES) {
          output.addTracked(exchange.frame(), () -> sent(exchange));
        } else {
          output.add(exchange.frame(), () -> sent(exchange));
        }
      } catch (RuntimeException e) {
        sent(exchange);
        log.error("the answer to {} of {} cannot be sent", exchange.opcode(), address, e);
        output.add(
            exchange.failure(
                "server "
                    + server.serverId()
                    + " cannot send its answer to "
                    + exchange.opcode()
                    + ": "
                    + e.getMessage()));
      }
    }
  }

  /** The answer was written to the network, or the connection is closed. */
  private void sent(ServerExchange<?> exchange) {
    memory.ended(exchange);
    exchange.over();
    if (exchange.dataBytes() > 0 || waiting != null) {
      resumeIfRoom();
    }
  }

  private boolean isFull() {
    return inFlight >= settings.maxInFlight()
        || inFlightBytes >= settings.maxInFlightBytes()
        || !channel.isWritable();
  }

  private void pause() {
    if (!input.isPaused()) {
      input.pause();
      channel.config().setAutoRead(false);
    }
  }

  private void resumeIfRoom() {
    if (!input.isPaused()
        || finishing
        || state == State.CLOSED
        || memory.isWaiting()
        || !channel.isWritable()
        || inFlight > settings.maxInFlight() / 2
        || inFlightBytes > settings.maxInFlightBytes() / 2) {
      return;
    }
    Frame.OfRequest first = waiting;
    if (first != null) {
      waiting = null;
      received(first, waitingBytes);
      if (waiting != null) {
        return;
      }
    }
    receivedNanos = clock.nanos();
    silentTicks = 0;
    try {
      input.resume();
    } catch (ProtocolException e) {
      refuse(e.getMessage());
    }
    if (!input.isPaused()) {
      channel.config().setAutoRead(true);
    }
  }

  private void closeIfFinished() {
    if (finishing && inFlight == 0 && outgoing.isEmpty()) {
      output.flush();
      closeWhenSent();
    }
  }

  private void closeWhenSent() {
    channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
  }

  /** Receives the frames of the input. */
  private final class Frames implements FrameInput.Receiver {
    @Override
    public void received(Frame frame, int bytes) {
      ServerConnection.this.received(frame, bytes);
    }

    @Override
    public boolean hasMemoryFor(int bytes) {
      return orPause(memory.hasForData(bytes));
    }

    @Override
    public boolean hasMemoryForFrame(int bytes) {
      return orPause(memory.hasForFrame(bytes));
    }
  }
}

package io.gigafs.rpc;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Frame;
import io.gigafs.protocol.FrameCodec;
import io.gigafs.protocol.MadeFiles;
import io.gigafs.protocol.Notice;
import io.gigafs.protocol.ProtocolException;
import io.gigafs.protocol.ReadObjectRequest;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.ScheduledFuture;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jctools.queues.MpscUnboundedArrayQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection at its server.
 *
 * <p>Any thread answers and sends notices; everything else happens on the connection's event loop.
 * Answers are put on a queue, and one task is scheduled that encodes all of them into one write.
 *
 * <ul>
 *   <li>HELLO moves to ESTABLISHED when the client's hello is taken, and to CLOSED when it is
 *       refused or does not come in time.
 *   <li>ESTABLISHED moves to CLOSED when the connection breaks, the client sends what is no
 *       message, or it neither says nor takes anything for too long.
 * </ul>
 *
 * Invariants:
 *
 * <ol>
 *   <li>Nothing is read while more requests wait for their answers than is allowed, or while the
 *       client does not take the answers that were sent. So what a connection can pile up is
 *       bounded, and a slow client slows itself alone.
 *   <li>Memory for bytes of files is claimed before they are read from the network, or from a
 *       volume for an answer; while there is none, nothing is read. A connection claims no more
 *       than its share, so that one whose client is slow leaves room for the others.
 *   <li>Memory for an answer is claimed before its request is handed on, and for a long frame
 *       before more of it than its beginning is read; while there is none, nothing is read. A
 *       connection claims no more than its share for answers that are not sent yet.
 *   <li>The handler hears of a disconnect once, and only if the connection was established.
 * </ol>
 */
final class ServerConnection extends ChannelInboundHandlerAdapter implements Peer {
  private static final Logger log = LoggerFactory.getLogger(ServerConnection.class);

  private static final int QUEUE_CHUNK = 256;

  /** How many answers are sent before the event loop may turn to something else. */
  private static final int MAX_BATCH = 1024;

  private static final int IDLE_TICKS = 4;

  /** So long a connection that is refused may take for its hello. */
  private static final int REFUSAL_MILLIS = 1_000;

  /** Memory for answers is claimed in pieces of at least this length. */
  private static final long ANSWER_CLAIM_BYTES = 256 << 10;

  /** Answers that may be longer keep their memory until they are sent, others until encoded. */
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
  private final CompletableFuture<Void> gone = new CompletableFuture<>();

  /** Exchanges with answers, files that pipelined creates have made, and notices. */
  private final MpscUnboundedArrayQueue<Object> outgoing =
      new MpscUnboundedArrayQueue<>(QUEUE_CHUNK);

  private final AtomicBoolean scheduled = new AtomicBoolean();
  private final Runnable drain = this::drain;

  /** Set on the event loop. */
  private volatile State state = State.HELLO;

  private volatile long clientId;
  private volatile String address = "a connection that was closed at once";

  /** For whom it may ask. */
  private LocalPeer peer = LocalPeer.ANYBODY;

  /** Where it comes from, without a port. */
  private String host = "";

  /** Why the connection is refused once its hello is there; null if it is not. */
  private @Nullable String refusal;

  // All below belongs to the event loop.

  private Frame.Role role = Frame.Role.CLIENT;
  private @Nullable ScheduledFuture<?> timer;
  private int inFlight;
  private long inFlightBytes;

  /** The memory that requests in flight, and answers that are not sent yet, claim for files. */
  private long dataBytes;

  /** The memory for the frame that is next, or being read; perhaps not granted yet. */
  private MemoryBudget.@Nullable Claim nextData;

  /** What answers that are not sent yet may take. */
  private long answerBytes;

  /** Memory that is claimed for answers, beside what each connection may have. */
  private final List<MemoryBudget.Claim> answerClaims = new ArrayList<>();

  private long claimedAnswerBytes;

  /** Memory that the next answer needs; perhaps not granted yet. */
  private MemoryBudget.@Nullable Claim nextAnswers;

  /** Memory for a long frame that is not all there yet; likewise. */
  private MemoryBudget.@Nullable Claim nextFrame;

  /** When that was granted first. */
  private long frameBeganNanos;

  private boolean isFrameGranted;

  /** A request that waits for memory for its answer. */
  private Frame.@Nullable OfRequest waiting;

  private int waitingBytes;
  private boolean finishing;
  private long heardNanos;

  /** For how many ticks the client said nothing that was read; likewise took nothing. */
  private int silentTicks;

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

  /** From any thread: the exchange has its answer. */
  void answered(ServerExchange<?> exchange) {
    enqueue(exchange);
  }

  /** Likewise: some of the creates have their answers. */
  void answered(ServerCreates.Made made) {
    enqueue(made);
  }

  /** Completes when the connection is gone and the handler knows. */
  CompletableFuture<Void> gone() {
    return gone;
  }

  /** From any thread: takes no more requests, and closes when those in flight are answered. */
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

  /** From any thread: closes, whatever is in flight. */
  void closeNow() {
    channel.close();
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    address = Transport.peerText(channel);
    peer = LocalPeer.of(channel);
    heardNanos = clock.nanos();
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
    heardNanos = clock.nanos();
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
    closeClaims();
    if (wasEstablished) {
      try {
        handler.disconnected(this);
      } catch (RuntimeException | Error e) {
        log.error("the disconnect of {} could not be handled", address, e);
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

  private void closeClaims() {
    for (MemoryBudget.Claim claim : Arrays.asList(nextData, nextAnswers, nextFrame)) {
      if (claim != null) {
        claim.close();
      }
    }
    answerClaims.forEach(MemoryBudget.Claim::close);
    answerClaims.clear();
    claimedAnswerBytes = 0;
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
    } else if (frame instanceof Frame.OfCreates creates) {
      received(creates, bytes);
    } else if (frame instanceof Frame.OfNotice notice) {
      received(notice.notice());
    } else if (frame instanceof Frame.Ping) {
      output.add(Frame.Pong.INSTANCE);
      output.flush();
    } else if (frame instanceof Frame.ClientHello hello) {
      received(hello);
    } else if (!(frame instanceof Frame.Pong)) {
      refuse("it sent what only servers send");
    }
    if (nextFrame != null && waiting == null) {
      // What it was for is decoded, and no request that keeps it.
      nextFrame.close();
      nextFrame = null;
    }
    if (isFull()) {
      pause();
    }
  }

  /** Hands on a request, unless there is no memory for its answer, or for bytes of a file in it. */
  private void received(Frame.OfRequest frame, int bytes) {
    int answer = server.answerSizes().of(frame.request());
    boolean isRoom =
        frame.request() instanceof ReadObjectRequest read
            ? hasMemoryFor(read.length())
            : hasMemoryForAnswer(answer);
    if (isRoom) {
      received(frame, frame.request(), bytes, answer);
    } else {
      waiting = frame;
      waitingBytes = bytes;
    }
  }

  /**
   * Whether memory is granted for the answer to the request that is next. If not, the input is
   * paused until there is some.
   */
  private boolean hasMemoryForAnswer(int bytes) {
    long needed = answerBytes + bytes - ConnectionLimits.FREE_ANSWER_BYTES;
    if (needed <= claimedAnswerBytes) {
      return true;
    }
    if (answerBytes > 0 && answerBytes + bytes > settings.limits().maxAnswerBytes()) {
      pause();
      return false;
    }
    if (nextAnswers == null) {
      long claimed = Math.max(ANSWER_CLAIM_BYTES, needed - claimedAnswerBytes);
      nextAnswers = server.answerMemory().claim(claimed, this::granted);
    }
    if (!nextAnswers.isGranted()) {
      pause();
      return false;
    }
    answerClaims.add(nextAnswers);
    claimedAnswerBytes += nextAnswers.bytes();
    nextAnswers = null;
    return true;
  }

  /** The memory of answers is not needed any more; all claims end when little is. */
  private void freeAnswer(int bytes) {
    answerBytes -= bytes;
    if (answerBytes <= ConnectionLimits.FREE_ANSWER_BYTES && !answerClaims.isEmpty()) {
      answerClaims.forEach(MemoryBudget.Claim::close);
      answerClaims.clear();
      claimedAnswerBytes = 0;
    }
  }

  /** Likewise of a long frame, of which the beginning is there. */
  private boolean hasMemoryForFrame(int bytes) {
    if (bytes <= ConnectionLimits.FREE_FRAME_BYTES) {
      return true;
    }
    if (nextFrame == null) {
      isFrameGranted = false;
      nextFrame = server.frameMemory().claim(bytes, this::granted);
    }
    if (!nextFrame.isGranted()) {
      pause();
      return false;
    }
    if (!isFrameGranted) {
      isFrameGranted = true;
      frameBeganNanos = clock.nanos();
    }
    return true;
  }

  private <R extends Result> void received(
      Frame.OfRequest frame, Request<R> request, int bytes, int answer) {
    inFlight++;
    inFlightBytes += bytes;
    long deadline = heardNanos + TimeUnit.MILLISECONDS.toNanos(frame.remainingMillis());
    MemoryBudget.Claim memory = nextData;
    nextData = null;
    MemoryBudget.Claim frameMemory = nextFrame;
    nextFrame = null;
    answerBytes += answer;
    ServerExchange<R> exchange =
        new ServerExchange<>(
            this, frame.id(), request, bytes, deadline, memory, frameMemory, answer);
    dataBytes += exchange.dataBytes();
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

  private void received(Frame.OfCreates frame, int bytes) {
    if (!peer.mayActFor(frame.creates().caller())) {
      refuse("it made files for another user or group");
      return;
    }
    int count = frame.creates().size();
    int bytesOfEach = bytes / count;
    inFlight += count;
    inFlightBytes += (long) count * bytesOfEach;
    long deadline = heardNanos + TimeUnit.MILLISECONDS.toNanos(frame.remainingMillis());
    try {
      handler.handle(frame.creates(), new ServerCreates(this, frame.ids(), bytesOfEach, deadline));
    } catch (RuntimeException | Error e) {
      // Which of them are answered nobody knows: whoever waits for the others asks again.
      log.error("{} of {} failed, the connection is closed", frame.creates(), address, e);
      channel.close();
    }
  }

  /**
   * Whether memory is granted for the bytes of a file that are next. If not, the input is paused
   * until there is some.
   */
  private boolean hasMemoryFor(int bytes) {
    if (nextData == null) {
      if (dataBytes > 0 && dataBytes + bytes > settings.maxDataBytes()) {
        pause();
        return false;
      }
      nextData = server.dataMemory().claim(bytes, this::granted);
    }
    if (!nextData.isGranted()) {
      pause();
      return false;
    }
    return true;
  }

  /** From any thread: there is memory now. */
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
      log.error("a notice of {} could not be handled", address, e);
    }
  }

  private void received(Frame.ClientHello hello) {
    ServerIdentity identity = server.identity();
    UUID expected = hello.clusterId();
    int version = Math.min(hello.highestVersion(), FrameCodec.HIGHEST_VERSION);
    String refused = refusal;
    if (refused != null) {
      refuseHello("server " + identity.serverId() + ": " + refused);
    } else if (version < Math.max(hello.lowestVersion(), FrameCodec.LOWEST_VERSION)) {
      refuseHello(
          "server "
              + identity.serverId()
              + " speaks versions "
              + FrameCodec.LOWEST_VERSION
              + " to "
              + FrameCodec.HIGHEST_VERSION
              + " of the protocol, not "
              + hello.lowestVersion()
              + " to "
              + hello.highestVersion());
    } else if (expected != null && !expected.equals(identity.clusterId())) {
      refuseHello(
          "server "
              + identity.serverId()
              + " belongs to cluster "
              + identity.clusterId()
              + ", not "
              + expected);
    } else if (hello.role() == Frame.Role.SERVER && !peer.isTrusted()) {
      refuseHello("server " + identity.serverId() + " is asked by other servers over TCP");
    } else {
      establish(hello, version);
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
    codec.established(hello.maxFrameBytes());
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

  /**
   * Counts ticks and not time: what keeps the event loop from reading keeps it from ticking too.
   */
  private void tick() {
    if (!channel.isWritable()) {
      blockedTicks++;
    } else if (!input.isPaused() && (inFlight == 0 || input.isWithinFrame())) {
      // Whoever stops in the middle of a frame keeps memory that others wait for.
      silentTicks++;
    }
    if (blockedTicks > 1 && server.answerMemory().waiting() > 0) {
      refuse("it takes no answers, and others wait for the memory that these take");
    } else if (nextFrame != null && isFrameGranted && waiting == null && isFrameLate()) {
      refuse("a frame of " + nextFrame.bytes() + " bytes did not come whole in time");
    } else if (blockedTicks > IDLE_TICKS) {
      refuse("it took no answer for " + settings.idleMillis() + " ms");
    } else if (silentTicks > IDLE_TICKS) {
      refuse("it was silent for " + settings.idleMillis() + " ms");
    }
  }

  /** Whoever dawdles with a long frame keeps memory, perhaps that for which others wait. */
  private boolean isFrameLate() {
    long millis = TimeUnit.NANOSECONDS.toMillis(clock.nanos() - frameBeganNanos);
    return millis > settings.idleMillis()
        || (server.frameMemory().waiting() > 0 && millis > settings.idleMillis() / IDLE_TICKS);
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
        // With its event loop the connection is gone; only one thread at a time comes here.
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
      // Later: other connections have their turn meanwhile.
      schedule();
    }
    closeIfFinished();
    resumeIfRoom();
  }

  /** Nobody takes what was to be sent. */
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
    } else if (message instanceof ServerCreates.Made made) {
      add(made.creates(), made.files());
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

  private void add(ServerCreates creates, MadeFiles made) {
    int count = made.count();
    inFlight -= count;
    inFlightBytes -= (long) count * creates.frameBytes();
    for (int i = 0; i < count; i++) {
      output.add(creates.id(made.which(i)), made, i);
    }
  }

  /** The answer is with the network, or the connection is gone. */
  private void sent(ServerExchange<?> exchange) {
    dataBytes -= exchange.dataBytes();
    freeAnswer(exchange.answerBytes());
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
        || isWaitingFor(nextData)
        || isWaitingFor(nextAnswers)
        || isWaitingFor(nextFrame)
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
    heardNanos = clock.nanos();
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

  private static boolean isWaitingFor(MemoryBudget.@Nullable Claim claim) {
    return claim != null && !claim.isGranted();
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

  /** Takes what the input finds. */
  private final class Frames implements FrameInput.Receiver {
    @Override
    public void received(Frame frame, int bytes) {
      ServerConnection.this.received(frame, bytes);
    }

    @Override
    public boolean hasMemoryFor(int bytes) {
      return ServerConnection.this.hasMemoryFor(bytes);
    }

    @Override
    public boolean hasMemoryForFrame(int bytes) {
      return ServerConnection.this.hasMemoryForFrame(bytes);
    }

    @Override
    public int mostCreates() {
      return settings.maxInFlight() - inFlight;
    }

    @Override
    public long enoughBytes() {
      return settings.maxInFlightBytes() - inFlightBytes;
    }
  }
}

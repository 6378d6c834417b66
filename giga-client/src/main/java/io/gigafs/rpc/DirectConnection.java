package io.gigafs.rpc;

import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Frame;
import io.gigafs.protocol.FrameCodec;
import io.gigafs.protocol.Payload;
import io.gigafs.protocol.ProtocolException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.agrona.collections.Long2ObjectHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection to one server that carries one call at a time: the thread that calls sends the
 * request and receives the answer. One thread has it at a time, and that one alone may {@link
 * #close} it; {@link #cut} and {@link #isPast} are for any.
 *
 * <p>It waits by a selector, as a thread that blocks in a read of a domain socket is woken twice:
 * by the answer, and before it when the server takes the request, for there is room to write again
 * then. An interrupt ends the wait, and with it the connection: nobody is there for the answer.
 *
 * <p>Calls that nobody waits for may be sent along. Nobody listens between calls: what the server
 * says then is read by the next, or by who {@link #listen}s now and then.
 */
final class DirectConnection {
  private static final Logger log = LoggerFactory.getLogger(DirectConnection.class);
  private static final int BUFFER_BYTES = 4 * 1024;

  private final NegotiatedServer server;
  private final SocketAddress address;
  private final SocketChannel channel;
  private final Selector selector;
  private final FrameCodec codec;
  private final Clock clock;
  private final ByteBuf output;
  private final ByteBuf input;

  /** Calls that were sent along and are not completed, by id. */
  private final Long2ObjectHashMap<Call<?>> piggybacked = new Long2ObjectHashMap<>();

  private long lastId;
  private volatile long usedNanos;

  /** Whether there are any of them, while nobody has the connection. */
  private volatile boolean outstanding;

  /** When the exchange under way, if there is one, is given up. */
  private volatile long deadlineNanos;

  private volatile boolean exchanging;

  /** Whether the thread that has it was interrupted before what is under way, or during it. */
  private boolean interrupted;

  /**
   * A connection that is not made yet.
   *
   * @param address one of the server's
   */
  DirectConnection(NegotiatedServer server, SocketAddress address, int maxFrameBytes, Clock clock)
      throws IOException {
    this.server = server;
    this.address = address;
    this.selector = Selector.open();
    this.channel = channel(address);
    this.codec = new FrameCodec(maxFrameBytes);
    this.clock = clock;
    this.usedNanos = clock.nanos();
    this.output = UnpooledByteBufAllocator.DEFAULT.directBuffer(BUFFER_BYTES);
    this.input = UnpooledByteBufAllocator.DEFAULT.directBuffer(BUFFER_BYTES);
  }

  private SocketChannel channel(SocketAddress of) throws IOException {
    boolean isOpen = false;
    try {
      SocketChannel opened =
          of instanceof InetSocketAddress
              ? SocketChannel.open()
              : SocketChannel.open(StandardProtocolFamily.UNIX);
      isOpen = true;
      return opened;
    } catch (UnsupportedOperationException e) {
      throw new IOException("no sockets for " + of + " here", e);
    } finally {
      if (!isOpen) {
        selector.close();
      }
    }
  }

  /**
   * Connects.
   *
   * @param untilNanos when that is given up
   * @throws IOException if that fails or takes too long, or the server is another or does not want
   *     the client
   */
  void open(RpcClientSettings settings, long untilNanos) throws IOException {
    begin(untilNanos);
    try {
      if (address instanceof InetSocketAddress) {
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      }
      channel.connect(address);
      channel.configureBlocking(false);
      channel.register(selector, SelectionKey.OP_READ);
      greet(settings);
    } catch (ProtocolException e) {
      throw new IOException("it sent what is no message", e);
    } finally {
      end();
    }
  }

  private void greet(RpcClientSettings settings) throws IOException {
    codec.encode(settings.hello(), output);
    send();
    Frame answer = receive();
    if (!(answer instanceof Frame.ServerHello hello)) {
      throw new IOException("it did not take the connection");
    }
    String objection = settings.objection(hello);
    if (objection == null) {
      objection = server.objection(hello);
    }
    if (objection != null) {
      throw new IOException(objection);
    }
    codec.established(hello.maxFrameBytes());
  }

  /**
   * Has calls sent along with the next exchange. They are completed by that or a later one, by
   * {@link #listen}, or by {@link #close}.
   *
   * @param calls null behind the last
   * @param most how many are taken
   */
  void piggyback(Supplier<@Nullable Call<?>> calls, int most) {
    for (int i = 0; i < most; i++) {
      Call<?> call = calls.get();
      if (call == null) {
        break;
      }
      if (!call.isDone()) {
        piggyback(call);
      }
    }
    outstanding = !piggybacked.isEmpty();
  }

  private void piggyback(Call<?> call) {
    long now = clock.nanos();
    if (call.isPast(now)) {
      call.timedOut(" (it was not sent in time)");
      return;
    }
    long id = ++lastId;
    try {
      codec.encode(new Frame.OfRequest(id, call.remainingMillis(now), call.request()), output);
      piggybacked.put(id, call);
    } catch (RuntimeException e) {
      call.failed(ErrorCode.EINVAL, call.request().opcode() + " cannot be sent: " + e.getMessage());
    }
  }

  /**
   * Sends a call's request and receives its answer.
   *
   * @throws IllegalArgumentException if the request cannot be sent; the connection can be used on
   * @throws IOException if the connection broke or was cut; it cannot be used any more
   */
  Frame.OfAnswer exchange(Call<?> call) throws IOException {
    long id = ++lastId;
    codec.encode(
        new Frame.OfRequest(id, call.remainingMillis(clock.nanos()), call.request()), output);
    begin(call.deadlineNanos());
    try {
      send();
      return answer(id, call);
    } catch (RuntimeException e) {
      throw new IOException("it sent what is no message", e);
    } finally {
      end();
    }
  }

  private Frame.OfAnswer answer(long id, Call<?> call) throws IOException, ProtocolException {
    Frame frame = receive();
    while (!(frame instanceof Frame.OfAnswer answer) || answer.id() != id) {
      answeredAlong(frame);
      frame = receive();
    }
    if (answer.opcode() != call.request().opcode()) {
      Payload.releaseOf(answer.answer());
      throw new IOException("it answered something else");
    }
    return answer;
  }

  private void answeredAlong(Frame frame) throws IOException {
    if (!(frame instanceof Frame.OfAnswer answer)) {
      return;
    }
    Call<?> call = piggybacked.remove(answer.id());
    boolean isItsAnswer = call != null && call.answered(answer.opcode(), answer.answer());
    if (!isItsAnswer) {
      Payload.releaseOf(answer.answer());
    }
    if (call != null && !isItsAnswer) {
      piggybacked.put(answer.id(), call);
    }
    // Unless it was given up meanwhile.
    boolean wasAsked = answer.id() > 0 && answer.id() <= lastId;
    if (!wasAsked || (call != null && !isItsAnswer)) {
      throw new IOException("it answered something else");
    }
  }

  /** Whether answers to calls that were sent along are still to come; while nobody has it. */
  boolean hasOutstanding() {
    return outstanding;
  }

  /**
   * Takes what answers have come to calls that were sent along; does not wait. Those that an
   * exchange could not send, as it had no encoding, are sent.
   *
   * @return those that are past their deadline, and to be told so
   * @throws IOException if the connection broke; it cannot be used any more
   */
  List<Call<?>> listen() throws IOException {
    try {
      if (output.isReadable() && output.readBytes(channel, output.readableBytes()) > 0) {
        output.discardReadBytes();
      }
      input.discardReadBytes();
      int length = 0;
      do {
        input.ensureWritable(1);
        length = input.writeBytes(channel, input.writableBytes());
        for (Frame frame = codec.decode(input); frame != null; frame = codec.decode(input)) {
          answeredAlong(frame);
        }
      } while (length > 0);
      if (length < 0) {
        throw new IOException("it closed the connection");
      }
    } catch (RuntimeException e) {
      throw new IOException("it sent what is no message", e);
    }
    List<Call<?>> past = takePast(clock.nanos());
    outstanding = !piggybacked.isEmpty();
    return past;
  }

  private List<Call<?>> takePast(long now) {
    List<Call<?>> past = new ArrayList<>();
    for (Call<?> call : piggybacked.values()) {
      if (call.isPast(now)) {
        past.add(call);
      }
    }
    piggybacked.values().removeAll(past);
    return past;
  }

  private void begin(long until) {
    // While it connects, the channel of a thread that is interrupted would be closed.
    interrupted = Thread.interrupted();
    deadlineNanos = until;
    exchanging = true;
  }

  private void end() {
    exchanging = false;
    outstanding = !piggybacked.isEmpty();
    usedNanos = clock.nanos();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void send() throws IOException {
    while (output.isReadable()) {
      if (output.readBytes(channel, output.readableBytes()) == 0) {
        awaitRoom();
      }
    }
    output.clear();
  }

  private void awaitRoom() throws IOException {
    try {
      channel.register(selector, SelectionKey.OP_WRITE);
      await();
      channel.register(selector, SelectionKey.OP_READ);
    } catch (CancelledKeyException e) {
      throw new IOException("it was cut", e);
    }
  }

  /** Waits for what the channel is to be ready for; it may not be yet. */
  private void await() throws IOException {
    selector.select(ready -> {});
    if (Thread.interrupted()) {
      interrupted = true;
      throw new InterruptedIOException("the thread that waits was interrupted");
    }
  }

  private Frame receive() throws IOException, ProtocolException {
    @Nullable Frame frame = codec.decode(input);
    while (frame == null) {
      input.discardReadBytes();
      input.ensureWritable(1);
      await();
      if (input.writeBytes(channel, input.writableBytes()) < 0) {
        throw new IOException("it closed the connection");
      }
      frame = codec.decode(input);
    }
    return frame;
  }

  /**
   * From any thread: whether it was cut, nobody used it for so long, or its server is lost. Likely
   * its other end is closed then, and a call must not be what finds that out. While answers are
   * owed it is listened to, which finds that out.
   */
  boolean isStale(long longestIdleNanos) {
    boolean isIdle = !outstanding && clock.nanos() - usedNanos >= longestIdleNanos;
    return !channel.isOpen() || server.isLost() || isIdle;
  }

  /** From any thread: whether an exchange has waited long enough. */
  boolean isPast(long nowNanos) {
    return exchanging && deadlineNanos - nowNanos <= 0;
  }

  /** From any thread: ends an exchange that is under way. */
  void cut() {
    close(channel);
    selector.wakeup();
  }

  private static void close(Closeable closed) {
    try {
      closed.close();
    } catch (IOException e) {
      log.debug("closing a connection failed", e);
    }
  }

  /** Closes it, and fails what was sent along and is not answered. */
  void close() {
    close(channel);
    close(selector);
    output.release();
    input.release();
    List<Call<?>> lost = List.copyOf(piggybacked.values());
    piggybacked.clear();
    lost.forEach(
        call ->
            call.failed(
                ErrorCode.EIO,
                call.request().opcode()
                    + " failed (it may have been done), the connection was lost"));
  }
}

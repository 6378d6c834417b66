package io.gigafs.rpc;

import io.gigafs.protocol.Payload;
import io.gigafs.protocol.ProtocolException;
import io.gigafs.protocol.frame.Frame;
import io.gigafs.protocol.frame.FrameCodec;
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
import java.util.Queue;
import org.agrona.collections.Long2ObjectHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection to one server that carries one call at a time: the calling thread sends the request
 * and receives the answer. One thread owns it at a time, and only the owner may {@link #close} it.
 * {@link #cut} and {@link #isPast} are thread-safe.
 *
 * <p>It waits with a selector, because a thread that blocks in a read of a domain socket is woken
 * twice: by the answer, and before it when the server takes the request and the socket becomes
 * writable. An interrupt ends the wait and closes the connection, because no thread would read the
 * answer.
 *
 * <p>Deferred calls may be piggybacked. No thread reads between calls: the next call, or a poll by
 * {@link #poll}, reads what the server sends then.
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

  /** Piggybacked calls that are not completed, by id. */
  private final Long2ObjectHashMap<RpcCall<?>> piggybacked = new Long2ObjectHashMap<>();

  private long lastId;
  private volatile long usedNanos;

  /** Whether piggybacked calls are outstanding, while no thread owns the connection. */
  private volatile boolean outstanding;

  /** The deadline of the current exchange, if there is one. */
  private volatile long deadlineNanos;

  private volatile boolean exchanging;

  /** Whether the owner was interrupted before or during the current exchange. */
  private boolean interrupted;

  /**
   * Creates a connection that is not connected yet.
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
      throw new IOException("sockets are not supported for " + of + " here", e);
    } finally {
      if (!isOpen) {
        selector.close();
      }
    }
  }

  /**
   * Connects.
   *
   * @param untilNanos the deadline
   * @throws IOException if that fails or takes too long, the server is another one, or it refuses
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
      throw new IOException("it sent an invalid message", e);
    } finally {
      end();
    }
  }

  private void greet(RpcClientSettings settings) throws IOException {
    codec.encode(settings.hello(), output);
    send();
    Frame answer = receive();
    if (!(answer instanceof Frame.ServerHello hello)) {
      throw new IOException("it refused the connection");
    }
    String objection = settings.objection(hello);
    if (objection == null) {
      objection = server.objection(hello);
    }
    if (objection != null) {
      throw new IOException(objection);
    }
    codec.established(hello.version(), hello.maxFrameBytes());
  }

  /**
   * Piggybacks calls on the next exchange. They are completed by that or a later exchange, by
   * {@link #poll}, or by {@link #close}.
   *
   * @param most the maximum number to take
   */
  void piggyback(Queue<RpcCall<?>> calls, int most) {
    for (int i = 0; i < most; i++) {
      RpcCall<?> call = calls.poll();
      if (call == null) {
        break;
      }
      if (!call.isDone()) {
        piggyback(call);
      }
    }
    outstanding = !piggybacked.isEmpty();
  }

  private void piggyback(RpcCall<?> call) {
    long now = clock.nanos();
    if (call.isPast(now)) {
      call.timedOutUnsent();
      return;
    }
    long id = ++lastId;
    try {
      codec.encode(new Frame.OfRequest(id, call.remainingMillis(now), call.request()), output);
      piggybacked.put(id, call);
    } catch (RuntimeException e) {
      call.cannotBeSent(e);
    }
  }

  /**
   * Sends a call's request and receives its answer.
   *
   * @throws IllegalArgumentException if the request cannot be sent; the connection remains usable
   * @throws IOException if the connection broke or was cut; it is not usable any more
   */
  Frame.OfAnswer exchange(RpcCall<?> call) throws IOException {
    long id = ++lastId;
    codec.encode(
        new Frame.OfRequest(id, call.remainingMillis(clock.nanos()), call.request()), output);
    begin(call.deadlineNanos());
    try {
      send();
      return answer(id, call);
    } catch (RuntimeException e) {
      throw new IOException("it sent an invalid message", e);
    } finally {
      end();
    }
  }

  private Frame.OfAnswer answer(long id, RpcCall<?> call) throws IOException, ProtocolException {
    Frame frame = receive();
    while (!(frame instanceof Frame.OfAnswer answer) || answer.id() != id) {
      answeredAlong(frame);
      frame = receive();
    }
    if (answer.opcode() != call.request().opcode()) {
      Payload.releaseOf(answer.answer());
      throw new IOException("it answered another request");
    }
    return answer;
  }

  private void answeredAlong(Frame frame) throws IOException {
    if (!(frame instanceof Frame.OfAnswer answer)) {
      return;
    }
    RpcCall<?> call = piggybacked.remove(answer.id());
    boolean isItsAnswer = call != null && call.answered(answer.opcode(), answer.answer());
    if (!isItsAnswer) {
      Payload.releaseOf(answer.answer());
    }
    if (call != null && !isItsAnswer) {
      piggybacked.put(answer.id(), call);
    }
    // A request that timed out meanwhile may still be answered.
    boolean wasAsked = answer.id() > 0 && answer.id() <= lastId;
    if (!wasAsked || (call != null && !isItsAnswer)) {
      throw new IOException("it answered another request");
    }
  }

  /**
   * Whether answers to piggybacked calls are outstanding. Only valid while no thread owns the
   * connection.
   */
  boolean hasOutstanding() {
    return outstanding;
  }

  /**
   * Reads available answers to piggybacked calls, without blocking. Sends those calls that remained
   * in the buffer because the request of their exchange had no encoding.
   *
   * @return calls past their deadline, which the caller has to fail
   * @throws IOException if the connection broke; it is not usable any more
   */
  List<RpcCall<?>> poll() throws IOException {
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
      throw new IOException("it sent an invalid message", e);
    }
    List<RpcCall<?>> past = takePast(clock.nanos());
    outstanding = !piggybacked.isEmpty();
    return past;
  }

  private List<RpcCall<?>> takePast(long now) {
    List<RpcCall<?>> past = new ArrayList<>();
    for (RpcCall<?> call : piggybacked.values()) {
      if (call.isPast(now)) {
        past.add(call);
      }
    }
    piggybacked.values().removeAll(past);
    return past;
  }

  private void begin(long until) {
    // Clear the interrupt: it would close the channel while it connects.
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

  /**
   * Waits until the channel may be ready for the registered operation; spurious returns are
   * possible.
   */
  private void await() throws IOException {
    selector.select(ready -> {});
    if (Thread.interrupted()) {
      interrupted = true;
      throw new InterruptedIOException("the waiting thread was interrupted");
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
   * Any thread: whether the connection was cut, was idle for this long, or its server is lost. The
   * server has likely closed it then, and a call should not be what detects that. While answers are
   * outstanding, polls detect it.
   */
  boolean isStale(long longestIdleNanos) {
    boolean isIdle = !outstanding && clock.nanos() - usedNanos >= longestIdleNanos;
    return !channel.isOpen() || server.isLost() || isIdle;
  }

  /** Any thread: whether the current exchange is past its deadline. */
  boolean isPast(long nowNanos) {
    return exchanging && deadlineNanos - nowNanos <= 0;
  }

  /** Any thread: aborts the current exchange. */
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

  /** Closes the connection and fails outstanding piggybacked calls. */
  void close() {
    close(channel);
    close(selector);
    output.release();
    input.release();
    List<RpcCall<?>> lost = List.copyOf(piggybacked.values());
    piggybacked.clear();
    lost.forEach(call -> call.connectionLost("it was closed before the answer"));
  }
}

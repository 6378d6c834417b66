package io.gigafs.cache.service;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Payload;
import io.gigafs.protocol.ProtocolException;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.frame.Frame;
import io.gigafs.protocol.frame.FrameCodec;
import io.gigafs.rpc.Clock;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.util.ReferenceCounted;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection to a cache server, used by one thread at a time. The thread sends requests, receives
 * their answers in order, and blocks in system calls meanwhile. No thread switch is necessary, and
 * bytes of values go directly from and to the caller's buffers.
 *
 * <p>Any thread can unblock it by {@link #cutIfLate}: the channel is closed when the deadline has
 * passed, which each progress extends. An interrupt closes it, too.
 */
final class CacheConnection {
  private static final Logger log = LoggerFactory.getLogger(CacheConnection.class);
  private static final int OUTPUT_BYTES = 8 << 10;

  /** The size of one read; the rest of a longer block is read directly into its target. */
  private static final int INPUT_BYTES = 16 << 10;

  private final String server;
  private final Clock clock;
  private final long timeoutNanos;
  private final SocketChannel channel;
  private final FrameCodec codec = new FrameCodec(FrameCodec.DEFAULT_MAX_FRAME_BYTES);
  private final ByteBuf output = UnpooledByteBufAllocator.DEFAULT.directBuffer(OUTPUT_BYTES);
  private final ByteBuf input = UnpooledByteBufAllocator.DEFAULT.directBuffer(INPUT_BYTES);
  private long lastId;

  /** Requests with outstanding answers. */
  private int outstanding;

  /** The remaining bytes of the block that is being received. */
  private int blockRest;

  /** The deadline of the current wait. */
  private volatile long deadlineNanos;

  private volatile boolean isWaiting;
  private volatile boolean isLate;
  private volatile long usedNanos;

  /** Used by the pool: whether it was used before. */
  private boolean isReused;

  CacheConnection(String server, Clock clock, int timeoutMillis) throws IOException {
    this.server = server;
    this.clock = clock;
    this.timeoutNanos = TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
    this.channel = SocketChannel.open();
    this.usedNanos = clock.nanos();
  }

  /**
   * Connects.
   *
   * @throws IOException if the server cannot be reached, is not a cache server, or refuses
   */
  void open(InetSocketAddress address, long clientId, int connectTimeoutMillis) throws IOException {
    begin(TimeUnit.MILLISECONDS.toNanos(connectTimeoutMillis));
    try {
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel.connect(address);
      codec.encode(
          new Frame.ClientHello(
              FrameCodec.LOWEST_VERSION,
              FrameCodec.HIGHEST_VERSION,
              Frame.Role.CLIENT,
              clientId,
              null,
              codec.maxFrameBytes()),
          output);
      writeOutput();
      Frame answer = nextFrame();
      if (answer instanceof Frame.Refusal refusal) {
        throw new IOException("it refused the connection: " + refusal.reason());
      }
      if (!(answer instanceof Frame.ServerHello hello)) {
        throw new IOException("it is not a cache server");
      }
      codec.established(hello.version(), hello.maxFrameBytes());
    } catch (ProtocolException e) {
      throw new IOException("it is not a cache server: " + e.getMessage(), e);
    } catch (IOException e) {
      throw translated(e);
    } finally {
      isWaiting = false;
    }
  }

  boolean isReused() {
    return isReused;
  }

  /** Starts a call, whose waits have deadlines from here on. */
  void begin() {
    begin(timeoutNanos);
  }

  private void begin(long nanos) {
    deadlineNanos = clock.nanos() + nanos;
    isWaiting = true;
  }

  /** Ends a call; the connection may be reused. */
  void end() {
    isWaiting = false;
    isReused = true;
    usedNanos = clock.nanos();
  }

  /** The connection is idle: its owner does not use it, and no request is in flight. */
  void pause() {
    isWaiting = false;
  }

  private void progress() {
    deadlineNanos = clock.nanos() + timeoutNanos;
  }

  /** Closes the channel if a wait is past its deadline. Called by any thread. */
  void cutIfLate() {
    if (isWaiting && deadlineNanos - clock.nanos() <= 0) {
      isLate = true;
      close();
    }
  }

  /** How long the connection has been idle. Called by any thread. */
  long idleNanos() {
    return clock.nanos() - usedNanos;
  }

  /** Closes the channel. Called by any thread. */
  void close() {
    try {
      channel.close();
    } catch (IOException e) {
      log.debug("closing a connection to cache server {} failed", server, e);
    }
  }

  /** Frees the buffers. Called by the thread that owns the connection. */
  void release() {
    close();
    output.release();
    input.release();
  }

  /** Whether answers, or parts of them, are outstanding. */
  boolean hasOutstanding() {
    return outstanding > 0 || blockRest > 0 || output.isReadable();
  }

  /**
   * Adds a request to be sent by the next {@link #flush}.
   *
   * @return its id
   */
  long add(Request<?> request) {
    long id = ++lastId;
    codec.encode(frame(id, request), output);
    outstanding++;
    return id;
  }

  private Frame frame(long id, Request<?> request) {
    return new Frame.OfRequest(id, (int) TimeUnit.NANOSECONDS.toMillis(timeoutNanos), request);
  }

  /** Sends the added requests. */
  void flush() throws IOException {
    try {
      writeOutput();
    } catch (IOException e) {
      throw translated(e);
    }
  }

  private void writeOutput() throws IOException {
    while (output.isReadable()) {
      output.readBytes(channel, output.readableBytes());
    }
    output.clear();
  }

  /**
   * Sends the added requests, and a request with bytes, whose payload is released.
   *
   * @return its id
   */
  long send(Request<?> request, Payload payload) throws IOException {
    long id = ++lastId;
    try {
      ReferenceCounted rest = codec.encodeHead(frame(id, request), output);
      if (rest instanceof ByteBuf bytes) {
        try {
          write(bytes);
        } finally {
          rest.release();
        }
      } else {
        writeOutput();
      }
      outstanding++;
      return id;
    } catch (IOException e) {
      throw translated(e);
    } finally {
      payload.release();
    }
  }

  private void write(ByteBuf rest) throws IOException {
    ByteBuffer[] parts = new ByteBuffer[rest.nioBufferCount() + 1];
    parts[0] = output.nioBuffer();
    System.arraycopy(rest.nioBuffers(), 0, parts, 1, parts.length - 1);
    long left = output.readableBytes() + (long) rest.readableBytes();
    while (left > 0) {
      left -= channel.write(parts);
      progress();
    }
    output.clear();
  }

  /**
   * Receives the answer to a request.
   *
   * @throws CacheServiceException if the request failed on the server
   */
  <R extends Result> R receive(long id, Opcode<R> opcode, Class<R> type) throws IOException {
    try {
      Frame.OfAnswer answer = nextAnswer(id);
      outstanding--;
      if (answer.opcode() != opcode) {
        throw new IOException("it sent an unexpected answer");
      }
      progress();
      return type.cast(result(answer));
    } catch (ProtocolException e) {
      throw new IOException("cache server " + server + " sent what is no message", e);
    } catch (CacheServiceException e) {
      throw e;
    } catch (IOException e) {
      throw translated(e);
    }
  }

  private Frame.OfAnswer nextAnswer(long id) throws IOException {
    Frame frame = nextFrame();
    while (!(frame instanceof Frame.OfAnswer answer)) {
      frame = nextFrame();
    }
    if (answer.id() != id) {
      throw new IOException("it sent an unexpected answer");
    }
    return answer;
  }

  private Result result(Frame.OfAnswer answer) throws IOException {
    if (answer.answer() instanceof Answer.Done<?> done) {
      return done.result();
    } else if (answer.answer() instanceof Answer.Failed<?> failed) {
      throw new CacheServiceException(
          "cache server "
              + server
              + " failed "
              + answer.opcode()
              + ": "
              + (failed.detail().isEmpty() ? failed.code().message() : failed.detail()));
    }
    throw new IOException("it is not a cache server");
  }

  private Frame nextFrame() throws IOException {
    Frame frame = codec.decode(input);
    while (frame == null) {
      fill();
      frame = codec.decode(input);
    }
    return frame;
  }

  /** Reads the available bytes, at least one. */
  private void fill() throws IOException {
    if (!input.isReadable()) {
      input.clear();
    } else {
      input.discardReadBytes();
      input.ensureWritable(1);
    }
    if (input.writeBytes(channel, input.writableBytes()) < 0) {
      // The buffer reports a channel closed by this side as an end of stream.
      if (!channel.isOpen()) {
        throw Thread.currentThread().isInterrupted()
            ? new ClosedByInterruptException()
            : new ClosedChannelException();
      }
      throw new IOException("it closed the connection");
    }
  }

  /**
   * Receives the beginning of a block, whose bytes then have to be {@link #take taken}.
   *
   * @param id of the request
   * @return null if the block does not exist
   */
  FrameCodec.@Nullable BlockHead receiveBlock(long id) throws IOException {
    try {
      FrameCodec.BlockHead head = codec.decodeBlockHead(input);
      while (head == null) {
        Frame frame = codec.decode(input);
        if (frame instanceof Frame.OfAnswer answer && answer.id() == id) {
          outstanding--;
          progress();
          var unused = result(answer);
          return null;
        } else if (frame == null) {
          fill();
        }
        head = codec.decodeBlockHead(input);
      }
      if (head.id() != id) {
        throw new IOException("it sent an unexpected answer");
      }
      outstanding--;
      blockRest = head.length();
      progress();
      return head;
    } catch (ProtocolException e) {
      throw new IOException("cache server " + server + " sent what is no message", e);
    } catch (CacheServiceException e) {
      throw e;
    } catch (IOException e) {
      throw translated(e);
    }
  }

  /** Takes bytes of a block until the buffer is full. */
  void take(ByteBuffer into) throws IOException {
    if (into.remaining() > blockRest) {
      throw new IOException("a block of cache server " + server + " is too short");
    }
    blockRest -= into.remaining();
    int limit = into.limit();
    int count = Math.min(input.readableBytes(), into.remaining());
    into.limit(into.position() + count);
    input.readBytes(into);
    into.limit(limit);
    try {
      while (into.hasRemaining()) {
        if (channel.read(into) < 0) {
          throw new IOException("it closed the connection within a block");
        }
        progress();
      }
    } catch (IOException e) {
      throw translated(e);
    }
  }

  /** Skips the rest of a block. */
  void skipBlock() throws IOException {
    while (blockRest > 0) {
      if (!input.isReadable()) {
        try {
          fill();
        } catch (IOException e) {
          throw translated(e);
        }
      }
      int count = Math.min(blockRest, input.readableBytes());
      input.skipBytes(count);
      blockRest -= count;
    }
  }

  private IOException translated(IOException failure) {
    if (isLate) {
      SocketTimeoutException late =
          new SocketTimeoutException(
              "cache server " + server + " did not answer in time; check that it runs");
      late.initCause(failure);
      return late;
    }
    if (failure instanceof ClosedByInterruptException) {
      InterruptedIOException interrupted =
          new InterruptedIOException("the thread that waits for cache server was interrupted");
      interrupted.initCause(failure);
      return interrupted;
    }
    String reason =
        failure instanceof ClosedChannelException
            ? "the connection was closed"
            : String.valueOf(failure.getMessage());
    return new IOException("cache server " + server + ": " + reason, failure);
  }

  /** A request failed on the cache server. The connection is still usable. */
  static final class CacheServiceException extends IOException {
    private static final long serialVersionUID = 1;

    CacheServiceException(String message) {
      super(message);
    }
  }
}

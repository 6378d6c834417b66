package io.gigafs.rpc;

import io.gigafs.protocol.DataBuffers;
import io.gigafs.protocol.ProtocolException;
import io.gigafs.protocol.frame.Frame;
import io.gigafs.protocol.frame.FrameCodec;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.handler.codec.ByteToMessageDecoder;
import org.jspecify.annotations.Nullable;

/**
 * Splits the bytes of a connection into frames and passes each to the receiver. While paused it
 * retains what it has; the owner then has to make sure that little more is read.
 *
 * <p>A frame with file data has a buffer of its own, into which the channel reads the rest of the
 * frame. The data stays there until the consumer of the frame releases it.
 *
 * <p>Confined to the connection's thread. Owns the bytes passed to it until {@link #close}.
 */
final class FrameInput {
  private static final int DISCARD_BYTES = 64 * 1024;

  /** Receives frames; may pause or close the input from within its methods. */
  interface Receiver {
    /**
     * Receives a frame.
     *
     * @param bytes the length of the frame
     */
    void received(Frame frame, int bytes);

    /**
     * Whether there is memory for a frame with file data. If not, the receiver pauses the input,
     * and is asked again after it resumes.
     */
    default boolean hasMemoryFor(int bytes) {
      return true;
    }

    /**
     * Whether there is memory for an incomplete frame. If not, the receiver pauses the input, and
     * is asked again after it resumes. It is asked for each frame until it returns true.
     */
    default boolean hasMemoryForFrame(int bytes) {
      return true;
    }
  }

  private final FrameCodec codec;
  private final Receiver receiver;
  private @Nullable ByteBuf pending;

  /** The buffer of a frame with file data, exactly as long as the frame. */
  private @Nullable ByteBuf data;

  private boolean decoding;
  private boolean paused;
  private boolean closed;

  FrameInput(FrameCodec codec, Receiver receiver) {
    this.codec = codec;
    this.receiver = receiver;
  }

  /** Configures a channel to read for this input. */
  void readFrom(Channel channel) {
    channel.config().setRecvByteBufAllocator(new ReceiveBuffers(this));
  }

  /**
   * The buffer of an incomplete frame with file data, which takes the connection's next bytes up to
   * the end of that frame; null if there is none.
   */
  @Nullable ByteBuf unfinished() {
    return closed ? null : data;
  }

  /**
   * Adds bytes, and passes on the frames that they complete.
   *
   * @throws ProtocolException if the bytes are invalid; the caller has to close the input then
   */
  @SuppressWarnings("ReferenceEquality") // the buffer that unfinished() returned
  void add(ByteBufAllocator allocator, ByteBuf bytes) {
    if (closed || bytes == data) {
      bytes.release();
    } else {
      pending =
          pending == null
              ? bytes
              : ByteToMessageDecoder.MERGE_CUMULATOR.cumulate(allocator, pending, bytes);
    }
    decode();
  }

  void pause() {
    paused = true;
  }

  boolean isPaused() {
    return paused;
  }

  /** Ends a pause, and passes on the complete frames. */
  void resume() {
    paused = false;
    decode();
  }

  /** Whether an incomplete frame is buffered. */
  boolean isWithinFrame() {
    return pending != null || data != null;
  }

  /** Drops buffered and future bytes. */
  void close() {
    closed = true;
    if (!decoding) {
      release();
    }
  }

  private void decode() {
    if (decoding) {
      return;
    }
    decoding = true;
    try {
      while (!paused && !closed && decodeNext()) {
        // until no complete frame is left
      }
    } finally {
      decoding = false;
      trim();
    }
  }

  /** Passes on the next frame, or starts one with file data; returns false if there was none. */
  private boolean decodeNext() {
    if (data != null) {
      return fill(data);
    }
    ByteBuf bytes = pending;
    if (bytes == null) {
      return false;
    }
    int dataBytes = codec.dataFrameBytes(bytes);
    if (dataBytes > 0) {
      if (!receiver.hasMemoryFor(dataBytes)) {
        return false;
      }
      if (isAlone(bytes, dataBytes)) {
        pending = null;
        handOn(bytes);
      } else {
        data = DataBuffers.INSTANCE.directBuffer(dataBytes, dataBytes);
      }
      return true;
    }
    int start = bytes.readerIndex();
    Frame frame = codec.decode(bytes);
    if (frame == null) {
      int length = codec.frameBytes(bytes);
      // If there is no memory, the receiver has paused the input.
      var unused = length == 0 || receiver.hasMemoryForFrame(length);
      return false;
    }
    receiver.received(frame, bytes.readerIndex() - start);
    return true;
  }

  /** Continues a frame with file data, and passes it on if it is complete. */
  private boolean fill(ByteBuf frame) {
    if (pending != null) {
      frame.writeBytes(pending, Math.min(pending.readableBytes(), frame.writableBytes()));
      trim();
    }
    if (frame.isWritable()) {
      return false;
    }
    data = null;
    handOn(frame);
    return true;
  }

  /**
   * Whether a buffer contains this frame only, and the frame fills enough of it to retain the
   * buffer.
   */
  private static boolean isAlone(ByteBuf bytes, int frameBytes) {
    return bytes.readableBytes() == frameBytes && bytes.capacity() <= 2 * frameBytes;
  }

  /** Passes on a frame with file data, which owns its buffer. */
  private void handOn(ByteBuf frame) {
    int bytes = frame.readableBytes();
    try {
      Frame decoded = codec.decode(frame);
      if (decoded == null) {
        throw new IllegalStateException("a frame of " + bytes + " bytes is not all there");
      }
      receiver.received(decoded, bytes);
    } finally {
      frame.release();
    }
  }

  private void trim() {
    ByteBuf bytes = pending;
    if (closed) {
      release();
    } else if (bytes != null && !bytes.isReadable()) {
      bytes.release();
      pending = null;
    } else if (bytes != null && bytes.readerIndex() >= DISCARD_BYTES) {
      bytes.discardReadBytes();
    }
  }

  private void release() {
    if (pending != null) {
      pending.release();
      pending = null;
    }
    if (data != null) {
      data.release();
      data = null;
    }
  }
}

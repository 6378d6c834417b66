package io.gigafs.rpc;

import io.gigafs.protocol.DataBuffers;
import io.gigafs.protocol.Frame;
import io.gigafs.protocol.FrameCodec;
import io.gigafs.protocol.ProtocolException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.handler.codec.ByteToMessageDecoder;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a connection's bytes into frames and hands each to the receiver. While paused it keeps what
 * it has; the owner sees to it that little more is read.
 *
 * <p>A frame that brings bytes of a file has a buffer of its own, into which the channel reads what
 * is still to come of it: the file's bytes stay there until whoever gets the frame releases them.
 *
 * <p>Used by the connection's thread only. Owns the bytes handed in until {@link #close}.
 */
final class FrameInput {
  private static final int DISCARD_BYTES = 64 * 1024;

  /** Takes frames; may pause or close the input from within. */
  interface Receiver {
    /**
     * Takes a frame.
     *
     * @param bytes how long it was
     */
    void received(Frame frame, int bytes);

    /**
     * Whether there is memory for a frame that brings bytes of a file; if not, the receiver pauses
     * the input, and is asked again when it resumes.
     */
    default boolean hasMemoryFor(int bytes) {
      return true;
    }

    /**
     * Whether there is memory for a frame that is not all there yet; if not, the receiver pauses
     * the input, and is asked again when it resumes. Of each frame it is asked until there is.
     */
    default boolean hasMemoryForFrame(int bytes) {
      return true;
    }

    /** How many creates it takes as one frame. */
    default int mostCreates() {
      return 1;
    }

    /** When such a frame is long enough, bytes. */
    default long enoughBytes() {
      return 0;
    }
  }

  private final FrameCodec codec;
  private final Receiver receiver;
  private @Nullable ByteBuf pending;

  /** The buffer of a frame that brings bytes of a file, exactly as long as the frame. */
  private @Nullable ByteBuf data;

  private boolean decoding;
  private boolean paused;
  private boolean closed;

  FrameInput(FrameCodec codec, Receiver receiver) {
    this.codec = codec;
    this.receiver = receiver;
  }

  /** Has a channel read for this input. */
  void readFrom(Channel channel) {
    channel.config().setRecvByteBufAllocator(new ReceiveBuffers(this));
  }

  /** A buffer that takes the next bytes of the connection, and no more than it has room for. */
  @Nullable ByteBuf unfinished() {
    return closed ? null : data;
  }

  /**
   * Takes bytes, and hands on the frames that are complete with them.
   *
   * @throws ProtocolException if they are none; close the input then
   */
  @SuppressWarnings("ReferenceEquality") // the very buffer that was handed out to be filled
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

  /** Ends a pause, and hands on the frames that are complete. */
  void resume() {
    paused = false;
    decode();
  }

  /** Whether a part of a frame is here, and the rest is not. */
  boolean isWithinFrame() {
    return pending != null || data != null;
  }

  /** Drops what was not handed on, and whatever still comes. */
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
        // until there is no whole frame left
      }
    } finally {
      decoding = false;
      trim();
    }
  }

  /** Hands on the next frame, or begins one that brings bytes of a file; false if nothing came. */
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
    Frame frame = codec.decode(bytes, receiver.mostCreates(), receiver.enoughBytes());
    if (frame == null) {
      int length = codec.frameBytes(bytes);
      // Without memory the receiver has paused the input.
      var unused = length == 0 || receiver.hasMemoryForFrame(length);
      return false;
    }
    receiver.received(frame, bytes.readerIndex() - start);
    return true;
  }

  /** Goes on with a frame that brings bytes of a file, and hands it on if it is all there. */
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

  /** Whether a frame is all that a buffer has, and fills enough of it to keep the buffer for it. */
  private static boolean isAlone(ByteBuf bytes, int frameBytes) {
    return bytes.readableBytes() == frameBytes && bytes.capacity() <= 2 * frameBytes;
  }

  /** Hands on a frame that brings bytes of a file, and has its buffer for itself. */
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

package io.gigafs.rpc;

import io.gigafs.protocol.Frame;
import io.gigafs.protocol.FrameCodec;
import io.gigafs.protocol.ProtocolException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.codec.ByteToMessageDecoder;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a connection's bytes into frames and hands each to the receiver. While paused it keeps what
 * it has; the owner sees to it that little more is read.
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
  }

  private final FrameCodec codec;
  private final Receiver receiver;
  private @Nullable ByteBuf pending;
  private boolean decoding;
  private boolean paused;
  private boolean closed;

  FrameInput(FrameCodec codec, Receiver receiver) {
    this.codec = codec;
    this.receiver = receiver;
  }

  /**
   * Takes bytes, and hands on the frames that are complete with them.
   *
   * @throws ProtocolException if they are none; close the input then
   */
  void add(ByteBufAllocator allocator, ByteBuf bytes) {
    if (closed) {
      bytes.release();
      return;
    }
    pending =
        pending == null
            ? bytes
            : ByteToMessageDecoder.MERGE_CUMULATOR.cumulate(allocator, pending, bytes);
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
      ByteBuf bytes = pending;
      while (bytes != null && !paused && !closed) {
        int start = bytes.readerIndex();
        Frame frame = codec.decode(bytes);
        if (frame == null) {
          break;
        }
        receiver.received(frame, bytes.readerIndex() - start);
      }
    } finally {
      decoding = false;
      trim();
    }
  }

  private void trim() {
    ByteBuf bytes = pending;
    if (bytes == null) {
      return;
    }
    if (closed || !bytes.isReadable()) {
      release();
    } else if (bytes.readerIndex() >= DISCARD_BYTES) {
      bytes.discardReadBytes();
    }
  }

  private void release() {
    if (pending != null) {
      pending.release();
      pending = null;
    }
  }
}

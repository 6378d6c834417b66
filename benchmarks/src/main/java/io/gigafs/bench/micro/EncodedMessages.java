package io.gigafs.bench.micro;

import io.gigafs.protocol.frame.Frame;
import io.gigafs.protocol.frame.FrameCodec;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Objects;

/**
 * One end of a connection without the connection: encodes the same frame, or decodes the same
 * bytes, repeatedly.
 */
final class EncodedMessages implements AutoCloseable {
  private static final int INITIAL_BYTES = 256 * 1024;

  private final FrameCodec codec = new FrameCodec(FrameCodec.DEFAULT_MAX_FRAME_BYTES);
  private final ByteBuf encoded = Unpooled.directBuffer(INITIAL_BYTES);
  private final ByteBuf out = Unpooled.directBuffer(INITIAL_BYTES);
  private final Frame frame;

  EncodedMessages(Frame frame) {
    this.frame = frame;
    codec.established(FrameCodec.DEFAULT_MAX_FRAME_BYTES);
    codec.encode(frame, encoded);
  }

  /** Encodes the frame. Returns its size in bytes. */
  int encode() {
    codec.encode(frame, out.clear());
    return out.writerIndex();
  }

  Frame decode() {
    return Objects.requireNonNull(codec.decode(encoded.readerIndex(0)));
  }

  @Override
  public void close() {
    encoded.release();
    out.release();
  }
}

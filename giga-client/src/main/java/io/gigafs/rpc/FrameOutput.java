package io.gigafs.rpc;

import io.gigafs.protocol.frame.Frame;
import io.gigafs.protocol.frame.FrameCodec;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.util.ReferenceCounted;
import org.jspecify.annotations.Nullable;

/**
 * Collects frames in a buffer that is written to a channel as a whole, so that many frames make one
 * write. File data is not copied but passed to the channel as it is.
 *
 * <p>Confined to the channel's thread.
 */
final class FrameOutput {
  /** A buffer with this many bytes is written. */
  private static final int FULL_BYTES = 32 * 1024;

  private static final int INITIAL_BYTES = 2 * 1024;

  /**
   * The limit of unsent bytes of a connection that carries file data, high enough that there is
   * always something to send when the peer has read. The caller that adds file data claims its
   * memory.
   */
  private static final WriteBufferWaterMark DATA_WATER_MARK =
      new WriteBufferWaterMark(4 * 1024 * 1024, 8 * 1024 * 1024);

  private final Channel channel;
  private final FrameCodec codec;
  private @Nullable ByteBuf buffer;
  private int sizeHint = INITIAL_BYTES;
  private boolean carriesData;

  FrameOutput(Channel channel, FrameCodec codec) {
    this.channel = channel;
    this.codec = codec;
  }

  /**
   * Adds a frame, whether or not the channel is writable.
   *
   * @throws IllegalArgumentException if it cannot be encoded; nothing is added then
   */
  void add(Frame frame) {
    ReferenceCounted data = addHead(frame);
    if (data != null) {
      channel.writeAndFlush(data, channel.voidPromise());
    }
  }

  /**
   * Adds a frame, and reports when the file data in it was sent or never will be.
   *
   * @throws IllegalArgumentException if it cannot be encoded; nothing is added and nothing reported
   *     then
   */
  void add(Frame frame, Runnable whenGone) {
    ReferenceCounted data = addHead(frame);
    if (data == null) {
      whenGone.run();
    } else {
      channel.writeAndFlush(data).addListener(gone -> whenGone.run());
    }
  }

  /**
   * Adds a frame, and reports when the whole frame was sent or never will be.
   *
   * @throws IllegalArgumentException as from {@link #add}
   */
  void addTracked(Frame frame, Runnable whenGone) {
    ReferenceCounted data = addHead(frame);
    if (data == null) {
      ByteBuf full = buffer;
      if (full != null) {
        buffer = null;
        channel.writeAndFlush(full).addListener(gone -> whenGone.run());
      } else {
        // The frame filled the buffer, which was written with it. This empty write completes after
        // it.
        channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(gone -> whenGone.run());
      }
    } else {
      channel.writeAndFlush(data).addListener(gone -> whenGone.run());
    }
  }

  private ByteBuf target() {
    ByteBuf target = buffer;
    if (target == null) {
      target = channel.alloc().ioBuffer(sizeHint);
      buffer = target;
    }
    return target;
  }

  /** Adds a frame without the file data in it, which has to follow at once. */
  private @Nullable ReferenceCounted addHead(Frame frame) {
    ByteBuf target = target();
    ReferenceCounted data = codec.encodeHead(frame, target);
    if (data != null) {
      if (!carriesData) {
        carriesData = true;
        channel.config().setWriteBufferWaterMark(DATA_WATER_MARK);
      }
      // No flush: the head and the data go out in one write.
      buffer = null;
      channel.write(target, channel.voidPromise());
    } else if (target.readableBytes() >= FULL_BYTES) {
      // Flush early, so that the peer can work while more frames are encoded.
      flush();
    }
    return data;
  }

  /** Sends what was added. */
  void flush() {
    ByteBuf full = buffer;
    if (full == null) {
      return;
    }
    buffer = null;
    if (!full.isReadable()) {
      full.release();
      return;
    }
    // The size of the last buffer is the best estimate for the next.
    sizeHint =
        Math.max(
            INITIAL_BYTES, Math.min(FULL_BYTES, Integer.highestOneBit(full.readableBytes()) * 2));
    channel.writeAndFlush(full, channel.voidPromise());
  }

  /** Drops what was added since the last flush and not passed to the channel. */
  void close() {
    if (buffer != null) {
      buffer.release();
      buffer = null;
    }
  }
}

package io.gigafs.rpc;

import io.gigafs.protocol.Frame;
import io.gigafs.protocol.FrameCodec;
import io.gigafs.protocol.MadeFiles;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.util.ReferenceCounted;
import org.jspecify.annotations.Nullable;

/**
 * Gathers frames in a buffer and gives that to a channel: many frames make one write. Bytes of
 * files are not gathered but given to the channel as they are.
 *
 * <p>Used by the channel's thread only.
 */
final class FrameOutput {
  /** A buffer that holds this much is full. */
  private static final int FULL_BYTES = 32 * 1024;

  private static final int INITIAL_BYTES = 2 * 1024;

  /**
   * What a connection that carries bytes of files may hold unsent, so that there is always
   * something to send when the other end took what it was sent. The bytes' memory is claimed by
   * whoever adds them.
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
   * @throws IllegalArgumentException if it has no encoding; nothing is added then
   */
  void add(Frame frame) {
    ReferenceCounted data = addHead(frame);
    if (data != null) {
      channel.writeAndFlush(data, channel.voidPromise());
    }
  }

  /**
   * Adds a frame, and reports when the bytes of a file in it are sent, or never will be.
   *
   * @throws IllegalArgumentException if it has no encoding; nothing is added, and nothing reported
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
   * Adds a frame, and reports when the whole of it is sent, or never will be.
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
        // It filled the buffer, which went out with it: this comes behind.
        channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(gone -> whenGone.run());
      }
    } else {
      channel.writeAndFlush(data).addListener(gone -> whenGone.run());
    }
  }

  /**
   * Adds the answer to a create that was pipelined.
   *
   * @param id of its request
   * @param made the file that it made is one of these
   */
  void add(long id, MadeFiles made, int i) {
    ByteBuf target = target();
    codec.encodeMade(id, made, i, target);
    if (target.readableBytes() >= FULL_BYTES) {
      flush();
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

  /** Adds a frame but for the bytes of a file in it, which have to follow at once. */
  private @Nullable ReferenceCounted addHead(Frame frame) {
    ByteBuf target = target();
    ReferenceCounted data = codec.encodeHead(frame, target);
    if (data != null) {
      if (!carriesData) {
        carriesData = true;
        channel.config().setWriteBufferWaterMark(DATA_WATER_MARK);
      }
      // Without a flush: both go out in one write.
      buffer = null;
      channel.write(target, channel.voidPromise());
    } else if (target.readableBytes() >= FULL_BYTES) {
      // The other end has something to do while more is encoded.
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
    // What the last buffer held is the best guess for the next.
    sizeHint =
        Math.max(
            INITIAL_BYTES, Math.min(FULL_BYTES, Integer.highestOneBit(full.readableBytes()) * 2));
    channel.writeAndFlush(full, channel.voidPromise());
  }

  /** Drops what was added since the last flush, if the channel does not have it yet. */
  void close() {
    if (buffer != null) {
      buffer.release();
      buffer = null;
    }
  }
}

package io.gigafs.rpc;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.ChannelConfig;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.util.UncheckedBooleanSupplier;

/**
 * Allocator that makes a channel read directly into the buffer of an incomplete frame with file
 * data, if its input has one, so that the data is not copied.
 */
final class ReceiveBuffers implements RecvByteBufAllocator {
  private final FrameInput input;
  private final RecvByteBufAllocator usual = new AdaptiveRecvByteBufAllocator();

  ReceiveBuffers(FrameInput input) {
    this.input = input;
  }

  @Override
  public ExtendedHandle newHandle() {
    return new FrameHandle(input, (ExtendedHandle) usual.newHandle());
  }

  /** Delegates to the default, except for the buffer. */
  private static final class FrameHandle implements ExtendedHandle {
    private final FrameInput input;
    private final ExtendedHandle usual;

    FrameHandle(FrameInput input, ExtendedHandle usual) {
      this.input = input;
      this.usual = usual;
    }

    @Override
    public ByteBuf allocate(ByteBufAllocator allocator) {
      ByteBuf frame = input.unfinished();
      return frame == null ? usual.allocate(allocator) : frame.retain();
    }

    @Override
    public int guess() {
      return usual.guess();
    }

    @Override
    public void reset(ChannelConfig config) {
      usual.reset(config);
    }

    @Override
    public void incMessagesRead(int count) {
      usual.incMessagesRead(count);
    }

    @Override
    public void lastBytesRead(int bytes) {
      usual.lastBytesRead(bytes);
    }

    @Override
    public int lastBytesRead() {
      return usual.lastBytesRead();
    }

    @Override
    public void attemptedBytesRead(int bytes) {
      usual.attemptedBytesRead(bytes);
    }

    @Override
    public int attemptedBytesRead() {
      return usual.attemptedBytesRead();
    }

    @Override
    public boolean continueReading() {
      return usual.continueReading();
    }

    @Override
    public boolean continueReading(UncheckedBooleanSupplier maybeMoreData) {
      return usual.continueReading(maybeMoreData);
    }

    @Override
    public void readComplete() {
      usual.readComplete();
    }
  }
}

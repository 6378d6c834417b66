package io.gigafs.bench.ceiling;

import io.gigafs.load.Workload;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The client of the bare loop: one connection with one thread. Requests of several threads that
 * arrive while it is busy are sent with one write. Thread-safe.
 */
final class BareClient implements Workload<Boolean>, AutoCloseable {
  private final EventLoopGroup loop;
  private final Channel channel;
  private final Queue<Request> waiting = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean sending = new AtomicBoolean();

  /** Used by the event loop only. Answers arrive in the order of requests. */
  private final Queue<Request> sent = new ArrayDeque<>();

  private record Request(long file, CompletableFuture<Boolean> answer) {}

  BareClient(int port) throws InterruptedException {
    loop =
        new MultiThreadIoEventLoopGroup(
            1, Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
    channel =
        new Bootstrap()
            .group(loop)
            .channel(Epoll.isAvailable() ? EpollSocketChannel.class : NioSocketChannel.class)
            .option(ChannelOption.TCP_NODELAY, true)
            .handler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel child) {
                    child.pipeline().addLast(new Handler());
                  }
                })
            .connect(InetAddress.getLoopbackAddress(), port)
            .sync()
            .channel();
  }

  @Override
  public CompletableFuture<Boolean> send(long from, long to) {
    CompletableFuture<Boolean> answer = new CompletableFuture<>();
    waiting.add(new Request(from, answer));
    if (sending.compareAndSet(false, true)) {
      channel.eventLoop().execute(this::sendWaiting);
    }
    return answer;
  }

  private void sendWaiting() {
    sending.set(false);
    ByteBuf frames = channel.alloc().buffer();
    for (Request each = waiting.poll(); each != null; each = waiting.poll()) {
      BareFrame.write(frames, each.file, each.file);
      sent.add(each);
    }
    channel.writeAndFlush(frames, channel.voidPromise());
  }

  @Override
  public String describe(long number) {
    return "request " + number;
  }

  @Override
  public void close() {
    channel.close().awaitUninterruptibly();
    loop.shutdownGracefully().awaitUninterruptibly();
  }

  private final class Handler extends ByteToMessageDecoder {
    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out)
        throws IOException {
      while (in.readableBytes() >= BareFrame.ANSWER_BYTES) {
        long answered = in.readLong();
        Request request = sent.poll();
        if (request == null || request.file != answered) {
          throw new IOException("request " + answered + " is answered out of turn");
        }
        request.answer.complete(true);
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      sent.forEach(request -> request.answer.completeExceptionally(cause));
      sent.clear();
      context.close();
    }
  }
}

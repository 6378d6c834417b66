package io.gigafs.bench.ceiling;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.rocksdb.RocksDBException;

/**
 * The server of the bare loop: one thread that reads frames, gets and puts a row for each, and
 * answers. Requests that arrive with one read are one write to the store. Prints {@code ready
 * PORT}, and stops when its standard input ends.
 */
public final class BareServer {
  private BareServer() {}

  public static void main(String[] arguments)
      throws IOException, RocksDBException, InterruptedException {
    Path directory = Files.createDirectories(Path.of(arguments[0]));
    IoHandlerFactory io =
        Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
    EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, io);
    try (BareStore store = new BareStore(directory)) {
      Channel channel =
          new ServerBootstrap()
              .group(loop)
              .channel(
                  Epoll.isAvailable()
                      ? EpollServerSocketChannel.class
                      : NioServerSocketChannel.class)
              .childOption(ChannelOption.TCP_NODELAY, true)
              .childHandler(
                  new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel child) {
                      child.pipeline().addLast(new Handler(store));
                    }
                  })
              .bind(InetAddress.getLoopbackAddress(), 0)
              .sync()
              .channel();
      System.out.println("ready " + ((InetSocketAddress) channel.localAddress()).getPort());
      System.in.transferTo(OutputStream.nullOutputStream());
      loop.shutdownGracefully().sync();
    }
  }

  /** A connection. Processes all requests that have arrived together. */
  private static final class Handler extends ByteToMessageDecoder {
    private final BareStore store;

    Handler(BareStore store) {
      this.store = store;
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out)
        throws RocksDBException {
      int requests = in.readableBytes() / BareFrame.REQUEST_BYTES;
      if (requests == 0) {
        return;
      }
      ByteBuf answers = context.alloc().buffer(requests * BareFrame.ANSWER_BYTES);
      for (int i = 0; i < requests; i++) {
        BareFrame.read(in, answers, store.name());
        store.add();
      }
      store.write();
      context.writeAndFlush(answers, context.voidPromise());
    }
  }
}

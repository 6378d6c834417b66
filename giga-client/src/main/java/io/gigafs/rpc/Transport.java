package io.gigafs.rpc;

import io.netty.channel.IoHandlerFactory;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;

/** How sockets are reached. */
public enum Transport {
  /** {@link #EPOLL} where it is there, else {@link #NIO}. */
  AUTO,
  /** Linux's epoll, by Netty's native library. */
  EPOLL,
  /** The JDK's. */
  NIO;

  /**
   * What AUTO stands for on this machine; any other stands for itself.
   *
   * @throws IllegalStateException if it is EPOLL and the native library is not there; says why
   */
  Transport resolve() {
    return switch (this) {
      case AUTO -> Epoll.isAvailable() ? EPOLL : NIO;
      case NIO -> NIO;
      case EPOLL -> {
        if (!Epoll.isAvailable()) {
          throw new IllegalStateException(
              "transport epoll is not available here; use nio or auto",
              Epoll.unavailabilityCause());
        }
        yield EPOLL;
      }
    };
  }

  IoHandlerFactory ioHandlers() {
    return this == EPOLL ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
  }

  SocketChannel newChannel() {
    return this == EPOLL ? new EpollSocketChannel() : new NioSocketChannel();
  }

  ServerSocketChannel newServerChannel() {
    return this == EPOLL ? new EpollServerSocketChannel() : new NioServerSocketChannel();
  }
}

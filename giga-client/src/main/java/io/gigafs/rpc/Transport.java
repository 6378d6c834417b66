package io.gigafs.rpc;

import io.netty.channel.Channel;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.SelectStrategyFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import io.netty.channel.unix.PeerCredentials;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.channels.spi.SelectorProvider;
import java.nio.file.Path;

/** The socket implementation. */
public enum Transport {
  /** {@link #EPOLL} where it is available, otherwise {@link #NIO}. */
  AUTO,
  /** Linux's epoll, through Netty's native library. */
  EPOLL,
  /** The JDK's NIO. */
  NIO;

  /**
   * Resolves AUTO to the transport of this machine; the others resolve to themselves.
   *
   * @throws IllegalStateException if this is EPOLL and the native library is not available; the
   *     message says why
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

  /**
   * The factory of event loop handlers.
   *
   * @param busyPollNanos how long after the last event a loop polls before it blocks
   */
  IoHandlerFactory ioHandlers(long busyPollNanos) {
    SelectStrategyFactory strategies = BusyPolling.factory(busyPollNanos);
    return this == EPOLL
        ? EpollIoHandler.newFactory(0, strategies)
        : NioIoHandler.newFactory(SelectorProvider.provider(), strategies);
  }

  SocketChannel newChannel() {
    return this == EPOLL ? new EpollSocketChannel() : new NioSocketChannel();
  }

  ServerSocketChannel newServerChannel() {
    return this == EPOLL ? new EpollServerSocketChannel() : new NioServerSocketChannel();
  }

  /** A channel that listens on a domain socket. */
  ServerChannel newLocalServerChannel() {
    return this == EPOLL
        ? new EpollServerDomainSocketChannel()
        : new NioServerDomainSocketChannel();
  }

  /** The address of a domain socket, of the type that this transport's channels expect. */
  SocketAddress localAddress(Path path) {
    return this == EPOLL ? new DomainSocketAddress(path.toString()) : JdkDomainSocket.address(path);
  }

  /** The address of an accepted channel's peer, without a port. */
  static String peerHost(Channel channel) {
    return channel.remoteAddress() instanceof InetSocketAddress inet
        ? inet.getAddress().getHostAddress()
        : "this machine";
  }

  /** Describes an accepted channel's peer, for messages. */
  static String peerText(Channel channel) {
    if (channel.remoteAddress() instanceof InetSocketAddress inet) {
      return inet.getAddress().getHostAddress() + ":" + inet.getPort();
    }
    if (channel instanceof EpollDomainSocketChannel local) {
      try {
        PeerCredentials process = local.peerCredentials();
        return "process " + process.pid() + " of user " + process.uid() + " on this machine";
      } catch (IOException e) {
        return "a process of this machine (" + e.getMessage() + ")";
      }
    }
    return channel instanceof NioDomainSocketChannel
        ? "a process of this machine"
        : String.valueOf(channel.remoteAddress());
  }
}

package io.gigafs.rpc;

import io.gigafs.protocol.Frame;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketAddress;
import java.net.SocketException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server as one connection over TCP found it: where it is, what it said, and whether programs of
 * this machine come to it by a domain socket. Safe for use by several threads.
 *
 * <p>Each connection finds out anew, so a server that is started again is asked at once by its
 * socket, whatever became of the last one.
 */
final class NegotiatedServer {
  private static final Logger log = LoggerFactory.getLogger(NegotiatedServer.class);

  /** A socket that leads nowhere costs little to try, but a process that says nothing much. */
  private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final InetSocketAddress address;
  private final Frame.ServerHello hello;
  private final Clock clock;
  private final Optional<SocketAddress> localSocket;

  /** Whether it is on this machine; null until that was asked for. */
  private volatile @Nullable Boolean isNear;

  private volatile long retryNanos;
  private volatile boolean lost;

  NegotiatedServer(InetSocketAddress address, Frame.ServerHello hello, Clock clock) {
    this.address = address;
    this.hello = hello;
    this.clock = clock;
    this.localSocket = socketNamedBy(hello);
    this.retryNanos = clock.nanos();
  }

  InetSocketAddress address() {
    return address;
  }

  /** The connection that found it broke: perhaps this run of the server is over. */
  void lost() {
    lost = true;
  }

  boolean isLost() {
    return lost;
  }

  /** The domain socket by which to reach it; nothing if there is none, or none that works now. */
  Optional<SocketAddress> localSocket() {
    return localSocket.isPresent() && clock.nanos() - retryNanos >= 0 && isNear()
        ? localSocket
        : Optional.empty();
  }

  /** It could not be reached by its domain socket. */
  void localSocketFailed(IOException failure) {
    log.debug(
        "server {} is not reached over {}: {}", address, hello.localSocket(), failure.toString());
    retryNanos = clock.nanos() + PAUSE_NANOS;
  }

  /**
   * Why what was reached another way is not this server; null if it is.
   *
   * @param other what it says of itself
   */
  @Nullable String objection(Frame.ServerHello other) {
    return hello.clusterId().equals(other.clusterId()) && hello.serverId().equals(other.serverId())
        ? null
        : "it is server "
            + other.serverId()
            + " of cluster "
            + other.clusterId()
            + ", not "
            + hello.serverId()
            + " of "
            + hello.clusterId();
  }

  private static Optional<SocketAddress> socketNamedBy(Frame.ServerHello hello) {
    if (!JdkDomainSocket.isKnown()) {
      return Optional.empty();
    }
    try {
      return Optional.of(Path.of(hello.localSocket()))
          .filter(Path::isAbsolute)
          .map(JdkDomainSocket::address);
    } catch (InvalidPathException e) {
      log.debug("server {} names no path: {}", hello.serverId(), e.getMessage());
      return Optional.empty();
    }
  }

  private boolean isNear() {
    Boolean known = isNear;
    if (known == null) {
      known = isOfThisMachine(address.getAddress());
      isNear = known;
    }
    return known;
  }

  private static boolean isOfThisMachine(InetAddress address) {
    try {
      return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
    } catch (SocketException e) {
      log.debug("cannot tell whether {} is an address of this machine", address, e);
      return false;
    }
  }
}

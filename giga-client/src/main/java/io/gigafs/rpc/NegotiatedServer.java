package io.gigafs.rpc;

import io.gigafs.protocol.frame.Frame;
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
 * A server as one TCP connection found it: its address, its hello, and whether programs of this
 * machine reach it by a domain socket. Thread-safe.
 *
 * <p>Each connection negotiates anew, so a restarted server is tried by its domain socket at once,
 * even if the socket of its last run failed.
 */
final class NegotiatedServer {
  private static final Logger log = LoggerFactory.getLogger(NegotiatedServer.class);

  /** A broken socket costs little to try, but a process that does not respond costs much. */
  private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final InetSocketAddress address;
  private final Frame.ServerHello hello;
  private final Clock clock;
  private final Optional<SocketAddress> localSocket;

  /** Whether it is on this machine; null until that was determined. */
  private volatile @Nullable Boolean isOnThisMachine;

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

  /**
   * Records that the TCP connection broke, which may mean that this run of the server has ended.
   */
  void lost() {
    lost = true;
  }

  boolean isLost() {
    return lost;
  }

  /** The domain socket of the server; empty if there is none, or none that works now. */
  Optional<SocketAddress> localSocket() {
    return localSocket.isPresent() && clock.nanos() - retryNanos >= 0 && isOnThisMachine()
        ? localSocket
        : Optional.empty();
  }

  /** Records that the server could not be reached by its domain socket. */
  void localSocketFailed(IOException failure) {
    log.debug(
        "cannot reach server {} over {}: {}", address, hello.localSocket(), failure.toString());
    retryNanos = clock.nanos() + PAUSE_NANOS;
  }

  /**
   * Why the peer of another connection is not this server; null if it is.
   *
   * @param other the hello of that peer
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
      log.debug("server {} announces an invalid socket path: {}", hello.serverId(), e.getMessage());
      return Optional.empty();
    }
  }

  private boolean isOnThisMachine() {
    Boolean known = isOnThisMachine;
    if (known == null) {
      known = isOfThisMachine(address.getAddress());
      isOnThisMachine = known;
    }
    return known;
  }

  private static boolean isOfThisMachine(InetAddress address) {
    try {
      return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
    } catch (SocketException e) {
      log.debug("cannot determine whether {} is an address of this machine", address, e);
      return false;
    }
  }
}

package io.gigafs.rpc;

import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;

/**
 * The one class that names the JDK's addresses of domain sockets. Hadoop's client also runs on a
 * Java that has none, where a class that names them cannot be verified.
 */
final class JdkDomainSocket {
  /** Java 16 has them, but loads the classes for older ones from Hadoop's jar of the client. */
  private static final int SINCE = 17;

  private JdkDomainSocket() {}

  /** Whether this Java has them; {@link Of} is not loaded otherwise. */
  static boolean isKnown() {
    return Runtime.version().feature() >= SINCE;
  }

  static SocketAddress address(Path path) {
    return Of.path(path);
  }

  private static final class Of {
    private Of() {}

    static SocketAddress path(Path path) {
      return UnixDomainSocketAddress.of(path);
    }
  }
}

package io.gigafs.rpc;

import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;

/**
 * The only class that refers to the JDK's domain socket addresses. Hadoop's client also runs on
 * Java versions without them, where the verification of a class that refers to them fails.
 */
final class JdkDomainSocket {
  /**
   * Java 16 has domain sockets, but loads the classes for older versions from the multi-release jar
   * of Hadoop's client.
   */
  private static final int SINCE = 17;

  private JdkDomainSocket() {}

  /** Whether this Java version supports domain sockets; otherwise {@link Of} is not loaded. */
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

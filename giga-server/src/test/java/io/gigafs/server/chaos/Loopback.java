package io.gigafs.server.chaos;

import io.gigafs.cluster.Endpoint;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All hosts are the local machine, distinguished by port. Not thread-safe. */
final class Loopback implements Hosts {
  /** Below the ephemeral port range. */
  private static final int FIRST_PORT = 20_000;

  private static final int LAST_PORT = 32_000;
  private static final int BLOCK = 100;

  /**
   * Holds the first port of this process's block, so that tests of other processes take theirs from
   * other blocks: a port that is only probed may be another's before a server listens on it.
   */
  private static final ServerSocket BLOCK_HOLDER = takeBlock();

  private final Map<String, Endpoint> endpoints = new HashMap<>();
  private int next = BLOCK_HOLDER.getLocalPort() + 1;

  @Override
  public Endpoint endpoint(String host) {
    return endpoints.computeIfAbsent(host, name -> new Endpoint("127.0.0.1", freePort()));
  }

  @Override
  public List<String> inside(String host) {
    return List.of();
  }

  private static ServerSocket takeBlock() {
    for (int first = FIRST_PORT; first < LAST_PORT; first += BLOCK) {
      ServerSocket holder = listen(first);
      if (holder != null) {
        return holder;
      }
    }
    throw new AssertionError("no free ports between " + FIRST_PORT + " and " + LAST_PORT);
  }

  private int freePort() {
    while (next < BLOCK_HOLDER.getLocalPort() + BLOCK) {
      int port = next++;
      ServerSocket socket = listen(port);
      if (socket != null) {
        close(socket);
        return port;
      }
    }
    throw new AssertionError("no free port up to " + next);
  }

  /** Null if the port is taken. */
  private static @Nullable ServerSocket listen(int port) {
    try {
      return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      return null;
    }
  }

  private static void close(ServerSocket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

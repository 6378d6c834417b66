package io.gigafs.server.chaos;

import io.gigafs.cluster.Endpoint;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** All hosts are this machine, which knows them by their ports. For one thread. */
final class Loopback implements Hosts {
  /** Below the ports that the system hands out by itself. */
  private static final int FIRST_PORT = 20_000;

  private static final int LAST_PORT = 32_000;

  private final Map<String, Endpoint> endpoints = new HashMap<>();
  private int next = FIRST_PORT + (int) (ProcessHandle.current().pid() % 10_000);

  @Override
  public Endpoint endpoint(String host) {
    return endpoints.computeIfAbsent(host, name -> new Endpoint("127.0.0.1", freePort()));
  }

  @Override
  public List<String> inside(String host) {
    return List.of();
  }

  private int freePort() {
    while (next < LAST_PORT) {
      int port = next++;
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return socket.getLocalPort();
      } catch (IOException e) {
        // Taken: the next one.
      }
    }
    throw new AssertionError("no free port between " + FIRST_PORT + " and " + LAST_PORT);
  }
}

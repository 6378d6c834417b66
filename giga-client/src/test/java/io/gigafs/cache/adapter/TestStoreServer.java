package io.gigafs.cache.adapter;

import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs the server of a store in its own process, on a free port of this machine. For one thread.
 */
public final class TestStoreServer implements AutoCloseable {
  private static final Duration START = Duration.ofMinutes(3);
  private static final long STOP_SECONDS = 60;
  private static final int CONNECT_MILLIS = 1000;

  /** The OpenSearch runner accepts only ports of this range. */
  private static final int OPEN_SEARCH_PORTS = 9201;

  private static final int OPEN_SEARCH_MAX_PORT = 9298;

  private final Process process;
  private final int port;

  private TestStoreServer(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  /** Redis, which saves only when it is asked to. */
  public static TestStoreServer redis(Path directory, String... options) throws IOException {
    require("redis-server");
    int port = freePort();
    return start(
        directory,
        port,
        command(
            List.of(
                "redis-server",
                "--bind",
                "127.0.0.1",
                "--port",
                Integer.toString(port),
                "--save",
                "",
                "--appendonly",
                "no",
                "--dir",
                directory.toString()),
            options));
  }

  /** Memcached with 64 MiB unless options say otherwise. */
  public static TestStoreServer memcached(Path directory, String... options) throws IOException {
    require("memcached");
    int port = freePort();
    return start(
        directory,
        port,
        command(
            List.of(
                "memcached",
                "-l",
                "127.0.0.1",
                "-p",
                Integer.toString(port),
                "-U",
                "0",
                "-u",
                "nobody"),
            options));
  }

  /** OpenSearch; {@code src/test/opensearch} downloads its libraries. */
  public static TestStoreServer openSearch(Path directory) throws IOException {
    Path classPath = Path.of("target", "opensearch", "classpath");
    if (!Files.exists(classPath)) {
      missing(classPath + " is not there; -Dgiga.opensearch=true makes it, which bin/test sets");
    }
    int port = freePort(OPEN_SEARCH_PORTS, OPEN_SEARCH_MAX_PORT);
    return start(
        directory,
        port,
        List.of(
            ProcessHandle.current().info().command().orElse("java"),
            "-Xmx512m",
            "-cp",
            Files.readString(classPath).strip(),
            "org.codelibs.opensearch.runner.OpenSearchRunner",
            "-basePath",
            directory.resolve("node").toString(),
            "-numOfNode",
            "1",
            "-baseHttpPort",
            Integer.toString(port - 1)));
  }

  private static List<String> command(List<String> command, String... options) {
    List<String> all = new ArrayList<>(command);
    all.addAll(List.of(options));
    return all;
  }

  /**
   * Starts a server and waits until it accepts connections.
   *
   * @param directory working directory of the server, also for its log
   */
  static TestStoreServer start(Path directory, int port, List<String> command) throws IOException {
    Path log = Files.createDirectories(directory).resolve("server.log");
    Process process =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    TestStoreServer server = new TestStoreServer(process, port);
    long end = System.nanoTime() + START.toNanos();
    while (!server.answers()) {
      if (!process.isAlive() || System.nanoTime() > end) {
        server.close();
        throw new IOException(command + " does not start: " + Files.readString(log));
      }
      LockSupport.parkNanos(10_000_000);
    }
    return server;
  }

  private boolean answers() {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MILLIS);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static int freePort(int first, int last) throws IOException {
    for (int port = first; port <= last; port++) {
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return socket.getLocalPort();
      } catch (BindException e) {
        // Another process uses this port.
      }
    }
    throw new IOException("no port from " + first + " to " + last + " is free");
  }

  /** Skips a test whose program is not installed; in continuous integration it fails. */
  private static void require(String program) {
    for (String directory : System.getenv("PATH").split(":", -1)) {
      if (Files.isExecutable(Path.of(directory, program))) {
        return;
      }
    }
    missing(program + " is not installed; bin/test installs it");
  }

  private static void missing(String missing) {
    if (System.getenv("CI") == null) {
      abort(missing);
    }
    fail(missing);
  }

  int port() {
    return port;
  }

  /** Kills the server, as a crash does. */
  void kill() {
    process.destroyForcibly();
    process.onExit().join();
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        kill();
      }
    } catch (InterruptedException e) {
      kill();
      Thread.currentThread().interrupt();
    }
  }
}

package io.gigafs.bench.virtualcache;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A server of a store in its own process, on a free port of this machine. Its directory, with the
 * saved data, outlives it. Not thread-safe.
 */
final class StoreServer implements AutoCloseable {
  private static final int START_SECONDS = 120;
  private static final int STOP_SECONDS = 300;
  private static final int CONNECT_MILLIS = 1000;
  private static final long POLL_MILLIS = 5;
  private static final long MEBIBYTE = 1 << 20;

  private static final long MIN_MEMCACHED_MEBIBYTES = 64;

  /** The longest item that Memcached can be configured for, if its memory is twice that. */
  private static final long MAX_MEMCACHED_ITEM_MEBIBYTES = 1024;

  /** The runner of OpenSearch accepts only these ports. */
  private static final int FIRST_OPENSEARCH_PORT = 9201;

  private static final int LAST_OPENSEARCH_PORT = 9298;

  /** Names a file with the class path of an OpenSearch server; bin/giga-bench sets it. */
  private static final String OPENSEARCH_CLASS_PATH = "giga.opensearch.classpath";

  private final StoreKind kind;
  private final Process process;
  private final int port;
  private final Path log;

  private StoreServer(StoreKind kind, Process process, int port, Path log) {
    this.kind = kind;
    this.process = process;
    this.port = port;
    this.log = log;
  }

  /**
   * Starts a server, and returns at once.
   *
   * @param port a free port of this machine
   * @param directory with the data that it saved before, if any
   * @param memoryBytes limit for values, where it can be configured
   */
  static StoreServer begin(StoreKind kind, Path directory, int port, long memoryBytes)
      throws IOException {
    Path log = Files.createDirectories(directory).resolveSibling(directory.getFileName() + ".log");
    List<String> command = command(kind.store(), directory, port, memoryBytes);
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
              .start();
      process.getOutputStream().close();
      return new StoreServer(kind, process, port, log);
    } catch (IOException e) {
      throw new IOException(
          "cannot start "
              + command.get(0)
              + ": "
              + e.getMessage()
              + "; install it with apt-get install "
              + command.get(0),
          e);
    }
  }

  /** Starts a server, and returns when it accepts connections. */
  static StoreServer start(StoreKind kind, Path directory, long memoryBytes)
      throws IOException, InterruptedException {
    StoreServer server = begin(kind, directory, freePort(kind), memoryBytes);
    try {
      server.awaitReady();
      return server;
    } catch (IOException | InterruptedException e) {
      server.close();
      throw e;
    }
  }

  private static List<String> command(StoreKind kind, Path directory, int port, long memoryBytes)
      throws IOException {
    String portText = Integer.toString(port);
    return switch (kind) {
      case SERVICE -> NativeStores.serverCommand(directory, port, memoryBytes);
      case REDIS -> redis(directory, portText);
      case MEMCACHED -> memcached(portText, memoryBytes);
      case OPENSEARCH -> openSearch(directory, port);
      default -> throw new IllegalArgumentException(kind + " has no server");
    };
  }

  private static List<String> redis(Path directory, String port) {
    List<String> command = new ArrayList<>(List.of("redis-server", "--bind", "127.0.0.1"));
    command.addAll(List.of("--port", port, "--dir", directory.toString()));
    command.addAll(List.of("--save", "", "--appendonly", "no", "--maxmemory", "0"));
    return command;
  }

  private static List<String> memcached(String port, long memoryBytes) {
    long mebibytes = Math.max(MIN_MEMCACHED_MEBIBYTES, memoryBytes / MEBIBYTE);
    String item = Math.min(MAX_MEMCACHED_ITEM_MEBIBYTES, mebibytes / 2) + "m";
    List<String> command = new ArrayList<>(List.of("memcached", "-l", "127.0.0.1", "-p", port));
    command.addAll(List.of("-U", "0", "-u", System.getProperty("user.name", "nobody")));
    command.addAll(List.of("-m", Long.toString(mebibytes), "-I", item));
    return command;
  }

  private static List<String> openSearch(Path directory, int port) throws IOException {
    List<String> command = new ArrayList<>(List.of(TestClient.java(), "-Xms1g", "-Xmx1g"));
    command.addAll(List.of("-cp", openSearchClassPath()));
    command.add("org.codelibs.opensearch.runner.OpenSearchRunner");
    command.addAll(List.of("-basePath", directory.toString(), "-numOfNode", "1"));
    command.addAll(List.of("-baseHttpPort", Integer.toString(port - 1)));
    return command;
  }

  private static String openSearchClassPath() throws IOException {
    String file = System.getProperty(OPENSEARCH_CLASS_PATH);
    if (file == null || !Files.exists(Path.of(file))) {
      throw new IOException(
          "no OpenSearch: bin/giga-bench downloads it, and -D"
              + OPENSEARCH_CLASS_PATH
              + "=FILE says where its class path is");
    }
    return Files.readString(Path.of(file)).strip();
  }

  /** A free port for a server of a kind. */
  static int freePort(StoreKind kind) throws IOException {
    return kind.store() == StoreKind.OPENSEARCH ? openSearchPort() : freePort(0);
  }

  /** The address of a server of a kind. */
  static URI uri(StoreKind kind, int port) {
    return URI.create(kind.scheme() + "://127.0.0.1:" + port);
  }

  private static int freePort(int port) throws IOException {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static int openSearchPort() throws IOException {
    for (int port = FIRST_OPENSEARCH_PORT; port <= LAST_OPENSEARCH_PORT; port++) {
      try {
        return freePort(port);
      } catch (BindException e) {
        // The port is in use.
      }
    }
    throw new IOException(
        "no port from " + FIRST_OPENSEARCH_PORT + " to " + LAST_OPENSEARCH_PORT + " is free");
  }

  private void awaitReady() throws IOException, InterruptedException {
    long end = System.nanoTime() + START_SECONDS * 1_000_000_000L;
    while (!answers()) {
      if (!process.isAlive() || System.nanoTime() > end) {
        throw new IOException(kind.title() + " does not start: " + lastOf(log));
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  private static String lastOf(Path log) throws IOException {
    List<String> lines = Files.readAllLines(log);
    return String.join(" ", lines.subList(Math.max(0, lines.size() - 5), lines.size()));
  }

  private boolean answers() {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MILLIS);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  URI uri() {
    return uri(kind, port);
  }

  long pid() {
    return process.pid();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Asks the server to stop, and waits until it has ended and saved its data. */
  @Override
  public void close() {
    process.destroy();
    boolean interrupted = Thread.interrupted();
    try {
      if (!process.waitFor(interrupted ? 1 : STOP_SECONDS, TimeUnit.SECONDS)) {
        kill();
      }
    } catch (InterruptedException e) {
      interrupted = true;
      kill();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void kill() {
    process.destroyForcibly();
    process.onExit().join();
  }
}

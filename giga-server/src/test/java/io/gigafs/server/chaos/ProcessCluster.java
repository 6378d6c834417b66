package io.gigafs.server.chaos;

import io.gigafs.cli.Giga;
import io.gigafs.cluster.Endpoint;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A cluster of separate processes: a ZooKeeper and servers {@code s1}, {@code s2} and so on. Not
 * thread-safe.
 */
final class ProcessCluster implements Closeable {
  static final String ZOOKEEPER = "zk";

  private static final Duration START = Duration.ofMinutes(5);
  private static final Duration STOP = Duration.ofMinutes(5);
  private static final int ZOOKEEPER_MEGABYTES = 128;
  private static final int SERVER_MEGABYTES = 256;

  private final Path directory;
  private final Hosts hosts;
  private final List<String> settings;
  private final Map<String, ChaosProcess> running = new LinkedHashMap<>();
  private final Map<String, Long> startedAt = new LinkedHashMap<>();

  private ProcessCluster(Path directory, Hosts hosts, List<String> settings) {
    this.directory = directory;
    this.hosts = hosts;
    this.settings = settings;
  }

  /**
   * Starts a new cluster and waits until it serves.
   *
   * @param settings options of every server
   */
  static ProcessCluster start(
      Path directory,
      Hosts hosts,
      int servers,
      int slots,
      int splitThreshold,
      List<String> settings)
      throws InterruptedException {
    ProcessCluster cluster = new ProcessCluster(directory, hosts, settings);
    try {
      cluster.startZooKeeper();
      cluster.format(servers, slots, splitThreshold);
      List<String> names = new ArrayList<>();
      for (int i = 1; i <= servers; i++) {
        names.add("s" + i);
        cluster.start("s" + i);
      }
      for (String name : names) {
        cluster.awaitServing(name);
      }
      return cluster;
    } catch (InterruptedException | RuntimeException | Error e) {
      cluster.close();
      throw e;
    }
  }

  private void startZooKeeper() throws InterruptedException {
    Endpoint endpoint = hosts.endpoint(ZOOKEEPER);
    run(
        ZOOKEEPER,
        ZOOKEEPER_MEGABYTES,
        List.of(
            "zookeeper",
            "--data",
            directory.resolve(ZOOKEEPER).toString(),
            "--host",
            endpoint.host(),
            "--port",
            Integer.toString(endpoint.port()),
            "--stop-on-eof"));
    running(ZOOKEEPER).nextLine(START);
  }

  private void format(int servers, int slots, int splitThreshold) throws InterruptedException {
    try (ChaosProcess format =
        giga(
            "format",
            hosts.inside(ZOOKEEPER),
            ZOOKEEPER_MEGABYTES,
            List.of(
                "format",
                "--zk",
                hosts.endpoint(ZOOKEEPER).toString(),
                "--servers",
                Integer.toString(servers),
                "--slots",
                Integer.toString(slots),
                "--split-threshold",
                Integer.toString(splitThreshold)))) {
      format.nextLine(START);
      format.exitCode(START);
    }
  }

  /** Starts a server, possibly again, without waiting for it. */
  void start(String server) {
    List<String> words =
        new ArrayList<>(
            List.of(
                "server",
                "--zk",
                hosts.endpoint(ZOOKEEPER).toString(),
                "--id",
                server,
                "--data",
                directory.resolve(server).toString(),
                "--listen",
                hosts.endpoint(server).toString(),
                "--stop-on-eof"));
    words.addAll(settings);
    startedAt.put(server, System.nanoTime());
    run(server, SERVER_MEGABYTES, words);
  }

  /** Waits until a server reports that it serves; returns the time since its process started. */
  Duration awaitServing(String server) throws InterruptedException {
    running(server).nextLine(START);
    return Duration.ofNanos(System.nanoTime() - startedAt.getOrDefault(server, 0L));
  }

  /** Runs a command on the cluster to its end; it must succeed. */
  void command(Duration timeout, String... words) throws InterruptedException {
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("-c", "giga://" + hosts.endpoint("s2") + "/"));
    try (ChaosProcess command =
        giga("command", hosts.inside(ZOOKEEPER), ZOOKEEPER_MEGABYTES, all)) {
      int exitCode = command.exitCode(timeout);
      if (exitCode != 0) {
        throw new AssertionError(
            all
                + " ended with "
                + exitCode
                + "; it said "
                + command.rest()
                + "; see "
                + command.log());
      }
    }
  }

  /** The endpoint of ZooKeeper. */
  Endpoint zooKeeper() {
    return hosts.endpoint(ZOOKEEPER);
  }

  /** Forgets a killed server, which is not started again. */
  void forget(String server) {
    running.remove(server);
  }

  /** Kills a server with SIGKILL. */
  void kill(String server) throws InterruptedException {
    running(server).kill();
  }

  /** Pauses a server. */
  void freeze(String server) throws IOException, InterruptedException {
    running(server).freeze();
  }

  /** Resumes a paused server. */
  void thaw(String server) throws IOException, InterruptedException {
    running(server).thaw();
  }

  /** The names of all servers. */
  List<String> servers() {
    return running.keySet().stream().filter(name -> !name.equals(ZOOKEEPER)).toList();
  }

  List<Endpoint> endpoints() {
    return servers().stream().map(hosts::endpoint).toList();
  }

  /** Stops all servers as an operator does: each must exit cleanly. */
  void stop() throws InterruptedException {
    for (String server : servers()) {
      int exitCode = running(server).terminate(STOP);
      if (exitCode != 0) {
        throw new AssertionError(
            server + " ended with " + exitCode + "; see " + running(server).log());
      }
    }
  }

  /**
   * Lines in the logs that an operator should never see; Curator logs a lost session as an error.
   */
  List<String> errorsInLogs() throws IOException {
    List<String> errors = new ArrayList<>();
    for (ChaosProcess process : running.values()) {
      try (Stream<String> lines = Files.lines(process.log(), StandardCharsets.UTF_8)) {
        lines
            .filter(line -> line.contains(" ERROR ") || line.contains("LEAK"))
            .filter(line -> !line.contains(" o.a.c."))
            .forEach(line -> errors.add(process.log().getFileName() + ": " + line));
      }
    }
    return errors;
  }

  private ChaosProcess running(String name) {
    ChaosProcess process = running.get(name);
    if (process == null) {
      throw new IllegalArgumentException(name);
    }
    return process;
  }

  private void run(String name, int megabytes, List<String> words) {
    running.put(name, giga(name, hosts.inside(name), megabytes, words));
  }

  private ChaosProcess giga(String name, List<String> inside, int megabytes, List<String> words) {
    return ChaosProcess.start(
        name, directory.resolve(name + ".log"), inside, megabytes, Giga.class, words);
  }

  @Override
  public void close() {
    running.values().forEach(ChaosProcess::close);
  }
}

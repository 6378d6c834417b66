package io.gigafs.server.command;

import io.gigafs.cli.ChildProcess;
import io.gigafs.cli.CommandException;
import io.gigafs.cli.mount.ChildMount;
import io.gigafs.cluster.ClusterSettings;
import io.gigafs.cluster.Endpoint;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A new cluster of separate processes with volumes, and a mount of it, all below one directory.
 * Thread-safe: one thread may close it while another starts it.
 */
final class DemoCluster implements AutoCloseable {
  private static final Duration START = Duration.ofSeconds(90);

  private final Path directory;
  private final ServerProcesses processes;

  /** Guarded by this, as is {@link #closed}. */
  private @Nullable ChildMount mount;

  private boolean closed;

  /**
   * A cluster that has not been started.
   *
   * @param onDeath called when a process of the cluster ends unexpectedly; on any thread
   */
  DemoCluster(Path directory, Runnable onDeath) {
    this.directory = directory;
    this.processes =
        new ServerProcesses(
            directory,
            new ServerProcesses.JavaOptions(javaOptions(192), javaOptions(384)),
            onDeath);
  }

  private static List<String> javaOptions(int heapMegabytes) {
    return List.of("-Xmx" + heapMegabytes + "m", "-XX:+UseSerialGC");
  }

  /** Starts the servers; returns when all serve and have volumes. */
  void start(int servers, int splitThreshold) throws IOException, InterruptedException {
    processes.start(servers, new ClusterSettings(splitThreshold));
    DevVolumes.add(endpoints(), directory, servers);
  }

  List<Endpoint> endpoints() {
    return processes.endpoints();
  }

  /**
   * Mounts the cluster, until it is closed.
   *
   * @throws CommandException if that cannot be done here; says why
   */
  void mount(Path mountPoint) throws InterruptedException {
    String uri =
        "giga://"
            + endpoints().stream().map(Endpoint::toString).collect(Collectors.joining(","))
            + "/";
    ChildMount started;
    synchronized (this) {
      if (closed) {
        throw new IllegalStateException("the demo is being stopped");
      }
      started =
          ChildMount.start(
              directory.resolve("mount.log"), javaOptions(256), List.of(), uri, mountPoint);
      mount = started;
    }
    try {
      started.awaitReady(START);
    } catch (CommandException e) {
      unmount();
      throw e;
    }
  }

  private synchronized void unmount() {
    if (mount != null) {
      try {
        mount.close();
      } catch (IOException e) {
        // The cluster is closed anyway; the cleanup of the directory reports the failure again.
        log().warn("the demo's directory could not be unmounted", e);
      }
      mount = null;
    }
  }

  /** Processes of the cluster that ended unexpectedly. */
  List<ChildProcess> dead() {
    return processes.dead();
  }

  /** Unmounts first, so that no call waits for servers that have stopped. */
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      unmount();
    }
    processes.close();
  }

  /** Not a constant: this class is loaded before the log's destination is decided. */
  private static Logger log() {
    return LoggerFactory.getLogger(DemoCluster.class);
  }
}

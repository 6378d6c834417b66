package io.gigafs.bench.workload;

import io.gigafs.cli.ChildProcess;
import io.gigafs.cli.ClusterAddress;
import io.gigafs.client.GigaClient;
import io.gigafs.protocol.GigaException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A cluster in its own process, with all servers in that process. It ends with this process at the
 * latest.
 */
public final class BenchCluster implements AutoCloseable {
  private static final Duration START = Duration.ofSeconds(90);

  private final ChildProcess process;
  private final String uri;

  private BenchCluster(ChildProcess process, String uri) {
    this.process = process;
    this.uri = uri;
  }

  /**
   * Starts a cluster, a new one or the existing one of the directory.
   *
   * @param directory for its data; its log is beside it
   * @param javaOptions JVM options
   * @param options of {@code giga dev-cluster}
   */
  public static BenchCluster start(
      Path directory, int servers, List<String> javaOptions, String... options)
      throws InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                "dev-cluster", "--servers", Integer.toString(servers), "--dir", directory + ""));
    command.addAll(List.of(options));
    ChildProcess process =
        ChildProcess.start(
            "cluster",
            directory.resolveSibling(directory.getFileName() + ".log"),
            javaOptions,
            command);
    try {
      String ready = process.awaitReady(START);
      return new BenchCluster(process, ready.substring(ready.lastIndexOf(' ') + 1));
    } catch (InterruptedException | RuntimeException e) {
      process.close();
      throw e;
    }
  }

  /** The address for clients. */
  public String uri() {
    return uri;
  }

  public long pid() {
    return process.pid();
  }

  /** A client for root, with room for many outstanding requests. */
  public GigaClient connect() throws GigaException {
    return BenchClients.connect(ClusterAddress.parse(uri).contacts());
  }

  @Override
  public void close() {
    process.close();
  }
}

package io.gigafs.bench.workload;

import io.gigafs.client.GigaClient;
import io.gigafs.cluster.ClusterSettings;
import io.gigafs.server.command.ServerProcesses;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A new cluster whose servers are separate processes that can be limited to equal shares of a
 * processor, so that additional servers are additional capacity even on one machine. Not
 * thread-safe.
 */
public final class HeldServers implements AutoCloseable {
  /**
   * Servers with a small share would compile for a long time. With the C1 compiler alone they reach
   * a steady state soon. This lowers the rate, equally for any number of servers.
   */
  private static final ServerProcesses.JavaOptions JAVA_OPTIONS =
      new ServerProcesses.JavaOptions(
          List.of("-Xmx96m", "-XX:TieredStopAtLevel=1"),
          List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));

  private final ServerProcesses cluster;
  private final String name;
  private final List<GigaClient> clients = new ArrayList<>();
  private final List<ControlGroup> groups = new ArrayList<>();

  private HeldServers(Path directory) {
    this.cluster = new ServerProcesses(directory, JAVA_OPTIONS, () -> {});
    this.name = String.valueOf(directory.getFileName());
  }

  /**
   * Starts a cluster whose servers are not limited yet, and connects clients.
   *
   * @param options of each server
   */
  public static HeldServers start(
      Path directory, int servers, ClusterSettings settings, List<String> options, int clients)
      throws IOException, InterruptedException {
    HeldServers held = new HeldServers(directory);
    try {
      held.cluster.start(servers, settings, options);
      for (int i = 0; i < clients; i++) {
        held.clients.add(BenchClients.connect(held.cluster.endpoints()));
      }
      return held;
    } catch (IOException | InterruptedException | RuntimeException e) {
      held.close();
      throw e;
    }
  }

  public List<GigaClient> clients() {
    return List.copyOf(clients);
  }

  /**
   * Limits each server to a share of a processor from now on.
   *
   * @param share 0 for no limit
   */
  public void hold(double share) throws IOException {
    if (share == 0) {
      return;
    }
    int number = 0;
    for (long pid : cluster.pids()) {
      number++;
      ControlGroup group = ControlGroup.make(name + "-s" + number, share);
      groups.add(group);
      group.add(pid);
    }
  }

  /** The sum of the usage of all servers' groups. */
  public ControlGroup.Usage usage() throws IOException {
    ControlGroup.Usage all = new ControlGroup.Usage(0, 0);
    for (ControlGroup group : groups) {
      all = all.plus(group.usage());
    }
    return all;
  }

  @Override
  public void close() throws IOException {
    clients.forEach(GigaClient::close);
    for (ControlGroup group : groups) {
      group.release();
    }
    cluster.close();
    for (ControlGroup group : groups) {
      group.close();
    }
  }
}

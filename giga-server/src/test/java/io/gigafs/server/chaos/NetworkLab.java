package io.gigafs.server.chaos;

import io.gigafs.cluster.Endpoint;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Hosts in separate network namespaces, each linked to a router that can drop packets from one host
 * to another. Not thread-safe.
 *
 * <p>The router is a namespace too, so that the machine's own network is unaffected, and hosts
 * reach only each other. Addresses are in 198.18.0.0/15, which is reserved for such tests (RFC
 * 2544).
 */
final class NetworkLab implements Hosts, Closeable {
  private static final String PREFIX = "gigalab-";
  private static final String ROUTER = "router";
  private static final int PORT = 7_000;

  private final String prefix = PREFIX + ProcessHandle.current().pid() + "-";
  private final List<String> hosts;
  private final Set<Cut> cuts = new HashSet<>();

  /** A cut link: all packets from one host to the other are dropped. */
  private record Cut(String from, String to) {}

  private NetworkLab(List<String> hosts) {
    this.hosts = List.copyOf(hosts);
  }

  /** Why this machine cannot run a lab; empty if it can. */
  static Optional<String> obstacle() {
    try {
      removeLeftovers();
      new NetworkLab(List.of("probe")).open().close();
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /** Creates a lab whose links all work. */
  static NetworkLab open(String... hosts) throws IOException {
    removeLeftovers();
    return new NetworkLab(List.of(hosts)).open();
  }

  private NetworkLab open() throws IOException {
    try {
      addNamespace(ROUTER);
      List<String> forward = new ArrayList<>(inside(ROUTER));
      forward.addAll(List.of("sh", "-c", "echo 1 > /proc/sys/net/ipv4/ip_forward"));
      output(forward);
      for (String host : hosts) {
        addNamespace(host);
        link(host);
      }
      return this;
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  /** Removes namespaces of processes that died before they cleaned up. */
  private static void removeLeftovers() throws IOException {
    for (String line : ip("netns list")) {
      String name = line.split(" ", 2)[0];
      if (name.matches(PREFIX + "\\d+-.*")) {
        long pid = Long.parseLong(name.split("-", 3)[1]);
        if (ProcessHandle.of(pid).isEmpty()) {
          ip("netns delete " + name);
        }
      }
    }
  }

  private void addNamespace(String host) throws IOException {
    ip("netns add " + prefix + host);
    ip("-n " + prefix + host + " link set dev lo up");
  }

  private void link(String host) throws IOException {
    String router = prefix + ROUTER;
    String self = prefix + host;
    String side = "to-" + host;
    ip("link add name " + side + " netns " + router + " type veth peer name eth0 netns " + self);
    ip("-n " + router + " addr add " + routerOf(host) + "/30 dev " + side);
    ip("-n " + router + " link set dev " + side + " up");
    ip("-n " + self + " addr add " + address(host) + "/30 dev eth0");
    ip("-n " + self + " link set dev eth0 up");
    ip("-n " + self + " route add 198.18.0.0/15 via " + routerOf(host));
  }

  private String address(String host) {
    return "198.18." + number(host) + ".2";
  }

  private String routerOf(String host) {
    return "198.18." + number(host) + ".1";
  }

  private int number(String host) {
    int place = hosts.indexOf(host);
    if (place < 0) {
      throw new IllegalArgumentException(host);
    }
    return place + 1;
  }

  @Override
  public Endpoint endpoint(String host) {
    return new Endpoint(address(host), PORT);
  }

  @Override
  public List<String> inside(String host) {
    return List.of("ip", "netns", "exec", prefix + host);
  }

  /** Silently drops all packets from one host to the other. */
  void cut(String from, String to) throws IOException {
    if (cuts.add(new Cut(from, to))) {
      rule("add", from, to);
    }
  }

  /** Cuts both directions. */
  void cutBoth(String one, String other) throws IOException {
    cut(one, other);
    cut(other, one);
  }

  /** Cuts a host off from all others. */
  void isolate(String host) throws IOException {
    for (String other : hosts) {
      if (!other.equals(host)) {
        cutBoth(host, other);
      }
    }
  }

  /** Restores all links. */
  void heal() throws IOException {
    for (Cut cut : cuts) {
      rule("delete", cut.from, cut.to);
    }
    cuts.clear();
  }

  private void rule(String what, String from, String to) throws IOException {
    String words = " from " + address(from) + " to " + address(to) + " blackhole";
    ip("-n " + prefix + ROUTER + " rule " + what + words);
  }

  private static List<String> ip(String words) throws IOException {
    return output(List.of(("ip " + words).split(" ")));
  }

  /** The output of a command, by line. */
  private static List<String> output(List<String> command) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      int exitCode = process.waitFor();
      if (exitCode != 0) {
        throw new IOException("'" + String.join(" ", command) + "' failed: " + said.strip());
      }
      return said.lines().toList();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /** Removes all namespaces; processes still running in one are isolated from then on. */
  @Override
  public void close() throws IOException {
    for (String line : ip("netns list")) {
      String name = line.split(" ", 2)[0];
      if (name.startsWith(prefix)) {
        ip("netns delete " + name);
      }
    }
  }
}

package io.gigafs.cluster.zookeeper;

import io.gigafs.cluster.Endpoint;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The location of a cluster's records: the setting {@code --zk}.
 *
 * @param servers at least one
 * @param chroot the node below which all nodes of the cluster are; begins with a slash and does not
 *     end with one
 */
public record ZooKeeperAddress(List<Endpoint> servers, String chroot) {
  static final String DEFAULT_CHROOT = "/giga";

  private static final Pattern CHROOT = Pattern.compile("(/[A-Za-z0-9_-][A-Za-z0-9._-]*)+");
  private static final Pattern COMMA = Pattern.compile(",");

  public ZooKeeperAddress {
    servers = List.copyOf(servers);
    if (servers.isEmpty() || !CHROOT.matcher(chroot).matches()) {
      throw new IllegalArgumentException("no ZooKeeper address has the chroot '" + chroot + "'");
    }
  }

  /**
   * Parses HOST:PORT[,HOST:PORT...][/CHROOT].
   *
   * @throws IllegalArgumentException if the text is something else; the message names the setting
   */
  public static ZooKeeperAddress parse(String text) {
    int slash = text.indexOf('/');
    String hosts = slash < 0 ? text : text.substring(0, slash);
    String chroot =
        slash < 0 || slash == text.length() - 1 ? DEFAULT_CHROOT : text.substring(slash);
    try {
      List<Endpoint> servers = Arrays.stream(COMMA.split(hosts, -1)).map(Endpoint::parse).toList();
      return new ZooKeeperAddress(servers, chroot);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "--zk is HOST:PORT[,HOST:PORT...][/CHROOT], not '" + text + "'", e);
    }
  }

  /** The servers in the syntax of ZooKeeper's client. */
  String connectString() {
    return servers.stream().map(Endpoint::toString).collect(Collectors.joining(","));
  }

  ClusterPaths paths() {
    return new ClusterPaths(chroot);
  }

  @Override
  public String toString() {
    return connectString() + chroot;
  }
}

package io.gigafs.cluster.zookeeper;

import io.gigafs.cluster.ClusterFormat;
import io.gigafs.cluster.ClusterSettings;
import io.gigafs.cluster.MembershipException;
import java.util.Optional;
import java.util.UUID;
import org.apache.zookeeper.CreateMode;

/** Formats clusters, each once. */
public final class ClusterFormatter {
  private ClusterFormatter() {}

  /**
   * Makes a cluster.
   *
   * @return what was written, with the new cluster's id
   * @throws MembershipException if there is a cluster already, or ZooKeeper does not answer
   * @throws IllegalArgumentException if the numbers make no cluster
   */
  public static ClusterFormat format(
      ZooKeeperSettings zooKeeper, int slots, int initialServers, ClusterSettings settings) {
    ClusterFormat format = new ClusterFormat(UUID.randomUUID(), slots, initialServers, settings);
    ClusterPaths paths = zooKeeper.address().paths();
    try (ZooKeeperConnection connection = ZooKeeperConnection.open(zooKeeper)) {
      readIfThere(connection, paths)
          .ifPresent(existing -> refuse(zooKeeper.address(), existing.clusterId()));
      connection.ensure(paths.members());
      connection.ensure(paths.servers());
      // Last: what came before does no harm without it, and it is there for one formatter only.
      byte[] json = ClusterRecords.write(ClusterRecords.Format.of(format));
      if (!connection.create(paths.format(), json, CreateMode.PERSISTENT)) {
        refuse(zooKeeper.address(), read(connection, zooKeeper.address()).clusterId());
      }
      return format;
    }
  }

  /**
   * What a cluster was formatted with.
   *
   * @throws MembershipException if there is no cluster, or ZooKeeper does not answer
   */
  public static ClusterFormat read(ZooKeeperSettings zooKeeper) {
    try (ZooKeeperConnection connection = ZooKeeperConnection.open(zooKeeper)) {
      return read(connection, zooKeeper.address());
    }
  }

  static ClusterFormat read(ZooKeeperConnection connection, ZooKeeperAddress address) {
    return readIfThere(connection, address.paths())
        .orElseThrow(
            () ->
                new MembershipException(
                    "there is no cluster at "
                        + address
                        + ": check the setting --zk, or make one with: giga format --zk "
                        + address));
  }

  private static Optional<ClusterFormat> readIfThere(
      ZooKeeperConnection connection, ClusterPaths paths) {
    return connection.read(paths.format()).map(node -> parse(paths.format(), node.data()));
  }

  private static ClusterFormat parse(String path, byte[] json) {
    try {
      return ClusterRecords.read(path, json, ClusterRecords.Format.class).toFormat();
    } catch (IllegalArgumentException e) {
      throw ClusterRecords.damaged(path, e);
    }
  }

  private static void refuse(ZooKeeperAddress address, UUID existing) {
    throw new MembershipException(
        "there is a cluster at "
            + address
            + " already, with the id "
            + existing
            + ": give --zk another chroot, or give that cluster and all its files up by deleting "
            + address.chroot()
            + " in ZooKeeper (zkCli.sh deleteall "
            + address.chroot()
            + ")");
  }
}

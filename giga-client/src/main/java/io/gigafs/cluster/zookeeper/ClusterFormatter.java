package io.gigafs.cluster.zookeeper;

import io.gigafs.cluster.ClusterFormat;
import io.gigafs.cluster.ClusterSettings;
import io.gigafs.cluster.MembershipException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.zookeeper.CreateMode;

/** Formats a cluster, once. */
public final class ClusterFormatter {
  private ClusterFormatter() {}

  /**
   * Creates the cluster's records.
   *
   * @return what was written, with the new cluster's id
   * @throws MembershipException if there is a cluster already, or ZooKeeper does not answer
   * @throws IllegalArgumentException if the numbers are out of range
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
      // The format node comes last: the other nodes are harmless without it, and creating it
      // decides which of several concurrent formatters wins.
      byte[] json = ClusterRecords.write(ClusterRecords.Format.of(format));
      if (!connection.create(paths.format(), json, CreateMode.PERSISTENT)) {
        refuse(zooKeeper.address(), read(connection, zooKeeper.address()).clusterId());
      }
      return format;
    }
  }

  /**
   * Reads the parameters that a cluster was formatted with.
   *
   * @throws MembershipException if there is no cluster, or ZooKeeper does not answer
   */
  public static ClusterFormat read(ZooKeeperSettings zooKeeper) {
    try (ZooKeeperConnection connection = ZooKeeperConnection.open(zooKeeper)) {
      return read(connection, zooKeeper.address());
    }
  }

  static ClusterFormat read(ZooKeeperConnection connection, ZooKeeperAddress address) {
    return readIfThere(connection, address.paths()).orElseThrow(() -> none(address));
  }

  /** There is no cluster, and no sign that there ever was one. */
  static MembershipException none(ZooKeeperAddress address) {
    return new MembershipException(
        "there is no cluster at "
            + address
            + ": check the setting --zk, or make one with: giga format --zk "
            + address);
  }

  /** There is no cluster, but this server has a copy of a cluster's records. */
  static MembershipException lost(ZooKeeperAddress address, ClusterCopy copy) {
    return new MembershipException(
        "there is no cluster at "
            + address
            + ", but this server's data belongs to the cluster "
            + copy.format().clusterId()
            + ": --zk names another place than before, or ZooKeeper has lost the cluster's records."
            + " Do not make a new cluster, it would not accept this data: restore ZooKeeper's data"
            + " from a backup; or restore the records from the copies of the servers (the newest of"
            + " the given copies is used; the copy of this server is of epoch "
            + copy.view().epoch()
            + "), with: giga format --zk "
            + address
            + " --restore DATA/cluster.json ...");
  }

  /**
   * Restores the records of a cluster from the copies of servers.
   *
   * @param copies of one cluster; the one with the highest epoch is restored
   * @return what was written
   * @throws MembershipException if records exist that this would overwrite, the copies belong to
   *     several clusters, or ZooKeeper does not answer
   */
  public static ClusterCopy restore(ZooKeeperSettings zooKeeper, List<ClusterCopy> copies) {
    ClusterCopy newest =
        copies.stream()
            .max(Comparator.comparingLong(copy -> copy.view().epoch()))
            .orElseThrow(() -> new MembershipException("there is no copy to restore from"));
    for (ClusterCopy copy : copies) {
      if (!copy.format().equals(newest.format())) {
        throw new MembershipException(
            "the copies are of several clusters: "
                + copy.format().clusterId()
                + " and "
                + newest.format().clusterId());
      }
    }
    ClusterPaths paths = zooKeeper.address().paths();
    try (ZooKeeperConnection connection = ZooKeeperConnection.open(zooKeeper)) {
      readIfThere(connection, paths)
          .filter(there -> !there.clusterId().equals(newest.format().clusterId()))
          .ifPresent(other -> refuse(zooKeeper.address(), other.clusterId()));
      connection.ensure(paths.members());
      connection.ensure(paths.servers());
      byte[] view = ClusterRecords.write(ClusterRecords.View.of(newest.view()));
      if (!connection.create(paths.view(), view, CreateMode.PERSISTENT)) {
        throw new MembershipException(
            "there is a view of the cluster at "
                + paths.view()
                + " already: delete that node first if it is what has to be replaced (zkCli.sh"
                + " delete "
                + paths.view()
                + ")");
      }
      byte[] format = ClusterRecords.write(ClusterRecords.Format.of(newest.format()));
      connection.create(paths.format(), format, CreateMode.PERSISTENT);
      return newest;
    }
  }

  static Optional<ClusterFormat> readIfThere(ZooKeeperConnection connection, ClusterPaths paths) {
    return connection
        .read(paths.format())
        .map(
            node ->
                ClusterRecords.read(
                    paths.format(),
                    node.data(),
                    ClusterRecords.Format.class,
                    ClusterRecords.Format::toFormat));
  }

  private static void refuse(ZooKeeperAddress address, UUID existing) {
    throw new MembershipException(
        "there is a cluster at "
            + address
            + " already, with the id "
            + existing
            + ": give --zk another chroot, or destroy that cluster and all its files by deleting "
            + address.chroot()
            + " in ZooKeeper (zkCli.sh deleteall "
            + address.chroot()
            + ")");
  }
}

package io.gigafs.cluster.zookeeper;

import io.gigafs.cluster.ClusterFormat;
import io.gigafs.cluster.ClusterSettings;
import io.gigafs.cluster.MembershipException;
import java.util.Comparator;
import java.util.List;
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
    return readIfThere(connection, address.paths()).orElseThrow(() -> none(address));
  }

  /** There is no cluster, and nothing here says that there ever was one. */
  static MembershipException none(ZooKeeperAddress address) {
    return new MembershipException(
        "there is no cluster at "
            + address
            + ": check the setting --zk, or make one with: giga format --zk "
            + address);
  }

  /** There is no cluster, but a server's copy of one's records. */
  static MembershipException lost(ZooKeeperAddress address, ClusterCopy copy) {
    return new MembershipException(
        "there is no cluster at "
            + address
            + ", but this server's data are of the cluster "
            + copy.format().clusterId()
            + ": --zk names another place than before, or ZooKeeper has lost the cluster's records."
            + " Do not make a new cluster, it would not take these data: put ZooKeeper's own data"
            + " back from a copy; or write the records again from what the servers remember (of all"
            + " that are given, the newest counts, here it is that of epoch "
            + copy.view().epoch()
            + "), with: giga format --zk "
            + address
            + " --restore DATA/cluster.json ...");
  }

  /**
   * Writes the records of a cluster again, as servers remember them.
   *
   * @param copies of one cluster; the newest counts
   * @return what was written
   * @throws MembershipException if there are records that this would overwrite, the copies are of
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
            + ": give --zk another chroot, or give that cluster and all its files up by deleting "
            + address.chroot()
            + " in ZooKeeper (zkCli.sh deleteall "
            + address.chroot()
            + ")");
  }
}

package io.gigafs.cluster.zookeeper;

import io.gigafs.cluster.ClusterFormat;
import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.Endpoint;
import io.gigafs.cluster.ServerId;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.cluster.SlotPlanner;
import io.gigafs.cluster.zookeeper.ClusterRecords.Registration;
import io.gigafs.cluster.zookeeper.ClusterRecords.View;
import io.gigafs.cluster.zookeeper.ZooKeeperConnection.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.zookeeper.CreateMode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes views. Meant for one member at a time, yet safe if two take themselves for the leader: a
 * view replaces only the very one from which it was planned.
 */
final class Leader {
  private static final Logger log = LoggerFactory.getLogger(Leader.class);

  private final ZooKeeperConnection connection;
  private final ClusterPaths paths;
  private final ClusterFormat format;

  Leader(ZooKeeperConnection connection, ClusterPaths paths, ClusterFormat format) {
    this.connection = connection;
    this.paths = paths;
    this.format = format;
  }

  /**
   * Writes the next view if the servers present call for one.
   *
   * @return false if another wrote in between: to be tried again
   */
  boolean plan() {
    Optional<Node> node = connection.read(paths.view());
    Optional<ClusterView> previous = node.map(found -> readView(paths, found));
    Optional<ClusterView> next = SlotPlanner.plan(format, present(), previous.orElse(null));
    if (next.isEmpty() || next.equals(previous)) {
      return true;
    }
    byte[] json = ClusterRecords.write(View.of(next.get()));
    boolean written =
        node.isEmpty()
            ? connection.create(paths.view(), json, CreateMode.PERSISTENT)
            : connection.replace(paths.view(), json, node.get().stat().getVersion());
    if (written) {
      log.info("Wrote the cluster view of epoch {}", next.get().epoch());
    }
    return written;
  }

  static ClusterView readView(ClusterPaths paths, Node node) {
    try {
      return ClusterRecords.read(paths.view(), node.data(), View.class).toView();
    } catch (IllegalArgumentException e) {
      throw ClusterRecords.damaged(paths.view(), e);
    }
  }

  private List<ServerInfo> present() {
    List<ServerInfo> present = new ArrayList<>();
    for (String name : connection.children(paths.servers())) {
      ServerId id = new ServerId(name);
      String path = paths.server(id);
      connection
          .read(path)
          .map(node -> ClusterRecords.read(path, node.data(), Registration.class))
          .ifPresent(server -> present.add(new ServerInfo(id, Endpoint.parse(server.endpoint()))));
    }
    return present;
  }
}

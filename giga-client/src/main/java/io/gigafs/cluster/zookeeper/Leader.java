package io.gigafs.cluster.zookeeper;

import static java.util.stream.Collectors.toSet;

import io.gigafs.cluster.ClusterFormat;
import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.Endpoint;
import io.gigafs.cluster.MembershipException;
import io.gigafs.cluster.ServerId;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.cluster.SlotPlanner;
import io.gigafs.cluster.zookeeper.ClusterRecords.Registration;
import io.gigafs.cluster.zookeeper.ClusterRecords.View;
import io.gigafs.cluster.zookeeper.ZooKeeperConnection.Node;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.apache.zookeeper.CreateMode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes views. Planning is meant for one member at a time, changes come from any; both are safe
 * whoever else writes: a view replaces only the very one from which it was made.
 */
final class Leader {
  private static final Logger log = LoggerFactory.getLogger(Leader.class);

  private final ZooKeeperConnection connection;
  private final ClusterPaths paths;
  private final ClusterFormat format;
  private final InstantSource clock;

  /** Members that are not registered, and since when that was noticed. */
  private final Map<ServerId, Long> absentSince = new ConcurrentHashMap<>();

  Leader(
      ZooKeeperConnection connection,
      ClusterPaths paths,
      ClusterFormat format,
      InstantSource clock) {
    this.connection = connection;
    this.paths = paths;
    this.format = format;
    this.clock = clock;
  }

  /**
   * Writes the next view if the servers present call for one.
   *
   * @return false if another wrote in between: to be tried again
   */
  boolean plan() {
    Optional<Node> node = connection.read(paths.view());
    Optional<ClusterView> previous = node.map(found -> readView(paths, found));
    List<ServerInfo> present = present();
    previous.ifPresent(view -> noteAbsent(view, present));
    Optional<ClusterView> next = SlotPlanner.plan(format, present, previous.orElse(null));
    if (next.isEmpty() || next.equals(previous)) {
      return true;
    }
    return write(node, next.get());
  }

  private void noteAbsent(ClusterView view, List<ServerInfo> present) {
    Set<ServerId> absent = view.servers().stream().map(ServerInfo::id).collect(toSet());
    present.forEach(server -> absent.remove(server.id()));
    absentSince.keySet().retainAll(absent);
    absent.forEach(id -> absentSince.putIfAbsent(id, clock.millis()));
  }

  /** Since when members are not registered, ms since the epoch; nothing while another leads. */
  Map<ServerId, Long> absentSinceMillis() {
    return Map.copyOf(absentSince);
  }

  /** Another leads, and watches who is there. */
  void rest() {
    absentSince.clear();
  }

  /**
   * Applies a change to the newest view, and writes what comes out, whoever leads.
   *
   * @return the newest view, with the change; nothing if another wrote in between: to be tried
   *     again
   */
  Optional<ClusterView> change(UnaryOperator<ClusterView> change) {
    Node node =
        connection
            .read(paths.view())
            .orElseThrow(() -> new MembershipException("the cluster has not started yet"));
    ClusterView now = readView(paths, node);
    ClusterView next = change.apply(now);
    return next.equals(now) || write(Optional.of(node), next)
        ? Optional.of(next)
        : Optional.empty();
  }

  /** Returns false if another wrote since the node was read. */
  private boolean write(Optional<Node> since, ClusterView next) {
    byte[] json = ClusterRecords.write(View.of(next));
    boolean written =
        since.isEmpty()
            ? connection.create(paths.view(), json, CreateMode.PERSISTENT)
            : connection.replace(paths.view(), json, since.get().stat().getVersion());
    if (written) {
      log.info("Wrote the cluster view of epoch {}", next.epoch());
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

  /** Who is registered, and where. */
  List<ServerInfo> present() {
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

package io.gigafs.cluster.zookeeper;

import static java.util.stream.Collectors.toSet;

import io.gigafs.cluster.ClusterFormat;
import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.Endpoint;
import io.gigafs.cluster.MembershipException;
import io.gigafs.cluster.ServerId;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.cluster.SlotPlanner;
import io.gigafs.cluster.ViewGuard;
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
  private volatile ViewGuard guard = ViewGuard.NONE;
  private volatile String lastObjection = "";

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

  /** Has each view looked at before it is acted on. */
  void guard(ViewGuard newGuard) {
    guard = newGuard;
  }

  /** The view in the records, if there is one and it is accepted. */
  Optional<ClusterView> read() {
    return accepted(connection.read(paths.view()));
  }

  private Optional<ClusterView> accepted(Optional<Node> node) {
    Optional<ClusterView> view =
        node.map(
            found -> ClusterRecords.read(paths.view(), found.data(), View.class, View::toView));
    String objection = guard.objection(view.orElse(null));
    boolean isNew = !objection.equals(lastObjection);
    lastObjection = objection;
    if (objection.isEmpty()) {
      if (isNew) {
        log.info("The cluster's view in ZooKeeper is as it should be again");
      }
      return view;
    }
    MembershipException refused = MembershipException.refusedView(paths.view(), objection);
    if (isNew) {
      log.error("This server goes on with the view that it has: {}", refused.getMessage());
    }
    throw refused;
  }

  /**
   * Writes the next view if the servers present call for one.
   *
   * @return false if another wrote in between: to be tried again
   */
  boolean plan() {
    Optional<Node> node = connection.read(paths.view());
    Optional<ClusterView> previous = accepted(node);
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
    Optional<Node> node = connection.read(paths.view());
    ClusterView now =
        accepted(node)
            .orElseThrow(() -> new MembershipException("the cluster has not started yet"));
    ClusterView next = change.apply(now);
    return next.equals(now) || write(node, next) ? Optional.of(next) : Optional.empty();
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

  /** Who is registered, where, and with how large a cache. */
  List<ServerInfo> present() {
    List<ServerInfo> present = new ArrayList<>();
    for (String name : connection.children(paths.servers())) {
      String path = paths.servers() + "/" + name;
      connection
          .read(path)
          .map(
              node ->
                  ClusterRecords.read(
                      path,
                      node.data(),
                      Registration.class,
                      server ->
                          new ServerInfo(
                              new ServerId(name),
                              Endpoint.parse(server.endpoint()),
                              server.cacheBytes())))
          .ifPresent(present::add);
    }
    return present;
  }
}

package io.gigafs.cluster.zookeeper;

import static java.util.stream.Collectors.toSet;

import io.gigafs.cluster.ClusterFormat;
import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.Endpoint;
import io.gigafs.cluster.Membership.ViewGuard;
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
 * Reads and writes views. The leader alone should plan, and any member may make changes. Both are
 * safe with concurrent writers: a view replaces only the view that it was derived from.
 */
final class Leader {
  private static final Logger log = LoggerFactory.getLogger(Leader.class);

  private final ZooKeeperConnection connection;
  private final ClusterPaths paths;
  private final ClusterFormat format;
  private final InstantSource clock;
  private volatile ViewGuard guard = ViewGuard.NONE;
  private volatile String lastObjection = "";

  /** Members that are not registered, and when this leader first noticed that. */
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

  /** Installs the check of every view that is read. */
  void guard(ViewGuard newGuard) {
    guard = newGuard;
  }

  /** The view in the records, if there is one. Throws if the guard rejects it. */
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
        log.info("The cluster's view in ZooKeeper is valid again, this server follows it");
      }
      return view;
    }
    MembershipException refused = MembershipException.refusedView(paths.view(), objection);
    if (isNew) {
      log.error("This server continues with the view that it has: {}", refused.getMessage());
    }
    throw refused;
  }

  /**
   * Writes the next view if the present servers require one.
   *
   * @return false if another server wrote in between and the caller has to retry
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

  /**
   * Since when members are not registered, in ms since the epoch; empty while another server leads.
   */
  Map<ServerId, Long> absentSinceMillis() {
    return Map.copyOf(absentSince);
  }

  /**
   * Another server leads and observes the presence of members, so this one discards what it noted.
   */
  void rest() {
    absentSince.clear();
  }

  /**
   * Applies a change to the newest view and writes the result, whether or not this server leads.
   *
   * @return the newest view, with the change; empty if another server wrote in between and the
   *     caller has to retry
   */
  Optional<ClusterView> change(UnaryOperator<ClusterView> change) {
    Optional<Node> node = connection.read(paths.view());
    ClusterView now =
        accepted(node)
            .orElseThrow(() -> new MembershipException("the cluster has not started yet"));
    ClusterView next = change.apply(now);
    return next.equals(now) || write(node, next) ? Optional.of(next) : Optional.empty();
  }

  /** Returns false if another server wrote since the node was read. */
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

  /** The registered servers, with their endpoints and cache sizes. */
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

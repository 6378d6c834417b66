package io.gigafs.cluster.zookeeper;

import io.gigafs.cluster.Endpoint;
import io.gigafs.cluster.MembershipException;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.cluster.zookeeper.ClusterRecords.Member;
import io.gigafs.cluster.zookeeper.ClusterRecords.Registration;
import io.gigafs.cluster.zookeeper.ZooKeeperConnection.Node;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.CreateMode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server's registration as present. Used by one thread at a time.
 *
 * <ol>
 *   <li>A server id belongs to the first store that joined under it, for ever.
 *   <li>Nobody deletes the registration of another incarnation: that may be a living server, of
 *       which ZooKeeper alone decides when it has been silent for too long.
 * </ol>
 */
final class Seat {
  private static final Logger log = LoggerFactory.getLogger(Seat.class);

  private static final long POLL_MILLIS = 100;

  /** ZooKeeper ends sessions at its next tick behind the timeout. */
  private static final long EXPIRY_MARGIN_MILLIS = 3_000;

  private final ZooKeeperConnection connection;
  private final ClusterPaths paths;
  private final ServerInfo self;
  private final UUID storeId;
  private final UUID incarnation = UUID.randomUUID();

  Seat(ZooKeeperConnection connection, ClusterPaths paths, ServerInfo self, UUID storeId) {
    this.connection = connection;
    this.paths = paths;
    this.self = self;
    this.storeId = storeId;
  }

  /**
   * Registers. Where an earlier incarnation with the same store is still registered, waits until
   * its session ends; it does not if that incarnation lives.
   *
   * @param deadlineNanos of {@link System#nanoTime}
   * @throws MembershipException if the seat cannot be had
   */
  void take(long deadlineNanos) throws InterruptedException {
    holder().ifPresent(this::checkStore);
    claimId();
    Optional<Registration> holder = register();
    if (holder.isPresent()) {
      long waitMillis = holder.get().sessionTimeoutMillis() + EXPIRY_MARGIN_MILLIS;
      log.info(
          "Server '{}' is still registered from an earlier run: waiting up to {} ms for that"
              + " session to end",
          self.id(),
          waitMillis);
      await(
          holder.get(),
          System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(waitMillis),
          deadlineNanos);
    }
  }

  /**
   * Registers again if the registration is gone, as it is when the session was lost, and claims the
   * id again if somebody removed this server while it was starting.
   *
   * @return false if another incarnation has the seat
   */
  boolean keep() {
    boolean registered = register().isEmpty();
    if (registered) {
      claimId();
    }
    return registered;
  }

  /** The node that is there while this server is registered. */
  String path() {
    return paths.server(self.id());
  }

  private void await(Registration predecessor, long expiryNanos, long deadlineNanos)
      throws InterruptedException {
    for (Optional<Registration> holder = Optional.of(predecessor);
        holder.isPresent();
        holder = register()) {
      checkStore(holder.get());
      long now = System.nanoTime();
      boolean another = !holder.get().incarnation().equals(predecessor.incarnation());
      if (another || now - expiryNanos >= 0) {
        throw taken(holder.get());
      }
      if (now - deadlineNanos >= 0) {
        throw new MembershipException(
            "server '"
                + self.id()
                + "' is still registered from an earlier run: start it again in "
                + TimeUnit.NANOSECONDS.toSeconds(expiryNanos - now)
                + " s, or make sure that it runs nowhere else");
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
  }

  private void claimId() {
    String path = paths.member(self.id());
    byte[] claim = ClusterRecords.write(new Member(ClusterRecords.VERSION, storeId));
    if (connection.create(path, claim, CreateMode.PERSISTENT)) {
      return;
    }
    Member known =
        connection
            .read(path)
            .map(node -> ClusterRecords.read(path, node.data(), Member.class))
            .orElseThrow(() -> new MembershipException("ZooKeeper's node " + path + " vanished"));
    if (!known.store().equals(storeId)) {
      throw MembershipException.otherStore(self.id(), known.store(), storeId);
    }
  }

  /** Returns the other incarnation that keeps this one from registering. */
  private Optional<Registration> register() {
    Registration mine =
        new Registration(
            ClusterRecords.VERSION,
            self.endpoint().toString(),
            storeId,
            incarnation,
            connection.sessionTimeoutMillis());
    while (true) {
      Optional<Node> node = connection.read(path());
      if (node.isEmpty()) {
        connection.create(path(), ClusterRecords.write(mine), CreateMode.EPHEMERAL);
        continue;
      }
      Registration found = parse(node.get());
      if (!found.incarnation().equals(incarnation)) {
        return Optional.of(found);
      }
      if (node.get().stat().getEphemeralOwner() == connection.sessionId()) {
        return Optional.empty();
      }
      // Of a session of this very incarnation that was lost, and would take the node with it.
      connection.delete(path());
    }
  }

  private Optional<Registration> holder() {
    return connection.read(path()).map(this::parse);
  }

  private Registration parse(Node node) {
    return ClusterRecords.read(path(), node.data(), Registration.class);
  }

  private void checkStore(Registration holder) {
    if (!holder.store().equals(storeId)) {
      throw taken(holder);
    }
  }

  private MembershipException taken(Registration holder) {
    return MembershipException.seatTaken(self.id(), Endpoint.parse(holder.endpoint()));
  }
}

package io.gigafs.cluster.zookeeper;

import io.gigafs.cluster.Endpoint;
import io.gigafs.cluster.MembershipException;
import io.gigafs.cluster.ServerId;
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
 * The registration of a server as present. {@link #isHeld} is thread-safe, the other methods are
 * for one thread at a time.
 *
 * <ol>
 *   <li>A server id belongs to the first store that joined under it, until the server is removed.
 *       The store belongs to that id as well: a copy of it that joins under another id is refused.
 *   <li>Each registration increments the version of the id's node in the same transaction. So no
 *       process overwrites a registration that it has not seen, and a process that finds the
 *       version that it wrote is still the last to have registered.
 *   <li>The registration of another incarnation is deleted in one case only: it names the same
 *       store, which this process has open and therefore locked, and its process ran on this
 *       machine and has ended. Then nothing is left that could serve, and a server that was killed
 *       restarts without a wait.
 *   <li>In all other cases the other incarnation may be alive, if only on a copy of the store or
 *       where locks do not work, and only ZooKeeper decides when it has been silent for too long.
 *       It has stopped to acknowledge changes by then: its {@link RegistrationLease} is shorter
 *       than its session.
 * </ol>
 */
final class ServerRegistration {
  private static final Logger log = LoggerFactory.getLogger(ServerRegistration.class);

  private static final long POLL_MILLIS = 100;

  /** ZooKeeper expires a session at the first tick after the timeout. */
  private static final long EXPIRY_MARGIN_MILLIS = 3_000;

  private static final int NOT_REGISTERED = -1;

  private final ZooKeeperConnection connection;
  private final ClusterPaths paths;
  private final ServerInfo self;
  private final UUID storeId;
  private final UUID incarnation = UUID.randomUUID();
  private final ServerProcess process = ServerProcess.current();

  /** The version of the id's node that this registration wrote. */
  private volatile int idVersion = NOT_REGISTERED;

  ServerRegistration(
      ZooKeeperConnection connection, ClusterPaths paths, ServerInfo self, UUID storeId) {
    this.connection = connection;
    this.paths = paths;
    this.self = self;
    this.storeId = storeId;
  }

  /**
   * Registers. If an earlier incarnation with the same store is still registered and may be alive,
   * waits until its session expires, and fails if that incarnation is alive.
   *
   * @param deadlineNanos of {@link System#nanoTime}
   * @throws MembershipException if the registration cannot be acquired
   */
  void take(long deadlineNanos) throws InterruptedException {
    holder().ifPresent(this::checkStore);
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
   * Registers again if the registration is gone, for example after the loss of the session.
   *
   * @return the endpoint of another incarnation that holds the registration, if there is one
   */
  Optional<Endpoint> keep() {
    return register().map(holder -> Endpoint.parse(holder.endpoint()));
  }

  /**
   * Asks ZooKeeper's leader, by a transaction and not only by a local read of the connected server,
   * whether this incarnation is registered and no other has registered since.
   */
  boolean isHeld() {
    int version = idVersion;
    return version != NOT_REGISTERED
        && connection.inOne(
            operations -> operations.check(paths.member(self.id()), version).check(path()));
  }

  /** The node that exists while this server is registered. */
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

  /** Reads the node of the id, and creates it if it does not exist. */
  private Node claimId() {
    String path = paths.member(self.id());
    Optional<Node> found = connection.read(path);
    while (found.isEmpty()) {
      checkNotCopied();
      byte[] claim = ClusterRecords.write(new Member(ClusterRecords.VERSION, storeId));
      connection.create(path, claim, CreateMode.PERSISTENT);
      found = connection.read(path);
      found.ifPresent(this::checkClaim);
    }
    Node node = found.get();
    UUID known = ClusterRecords.read(path, node.data(), Member.class, Member::store);
    if (!known.equals(storeId)) {
      throw MembershipException.otherStore(self.id(), known, storeId);
    }
    return node;
  }

  /** Two ids may claim the same store concurrently. Then both claims are withdrawn. */
  private void checkClaim(Node claimed) {
    try {
      checkNotCopied();
    } catch (MembershipException e) {
      connection.delete(paths.member(self.id()), claimed.stat().getVersion());
      throw e;
    }
  }

  /** Refuses a store that belongs to another id: the first id that joined with it keeps it. */
  private void checkNotCopied() {
    for (String other : connection.children(paths.members())) {
      ServerId owner = new ServerId(other);
      boolean isOwned =
          !owner.equals(self.id())
              && connection
                  .read(paths.member(owner))
                  .map(
                      node ->
                          ClusterRecords.read(
                              paths.member(owner), node.data(), Member.class, Member::store))
                  .filter(storeId::equals)
                  .isPresent();
      if (isOwned) {
        throw MembershipException.copiedStore(self.id(), storeId, owner);
      }
    }
  }

  /** Returns the other incarnation that prevents this one from registering, if there is one. */
  private Optional<Registration> register() {
    while (true) {
      Node id = claimId();
      int version = id.stat().getVersion();
      Optional<Node> node = connection.read(path());
      if (node.isPresent()) {
        Registration found = parse(node.get());
        boolean mine = found.incarnation().equals(incarnation);
        if (mine && node.get().stat().getEphemeralOwner() == connection.sessionId()) {
          idVersion = version;
          return Optional.empty();
        }
        // A node of this incarnation from an earlier session would be deleted when that session
        // expires, so it is replaced.
        if (!mine && !isGone(found)) {
          return Optional.of(found);
        }
      }
      if (replace(node.isPresent(), id)) {
        idVersion = version + 1;
        return Optional.empty();
      }
    }
  }

  private boolean isGone(Registration found) {
    boolean gone = found.store().equals(storeId) && found.process().isGone();
    if (gone) {
      log.info(
          "Server '{}' takes over the registration of its earlier run: process {} has ended",
          self.id(),
          found.process().pid());
    }
    return gone;
  }

  /** Returns false if another process registered since the id's node was read. */
  private boolean replace(boolean registered, Node id) {
    Registration mine =
        new Registration(
            ClusterRecords.VERSION,
            self.endpoint().toString(),
            storeId,
            incarnation,
            process,
            self.cacheBytes(),
            connection.sessionTimeoutMillis());
    byte[] json = ClusterRecords.write(mine);
    return connection.inOne(
        operations -> {
          operations.replace(paths.member(self.id()), id.data(), id.stat().getVersion());
          if (registered) {
            operations.delete(path());
          }
          operations.create(path(), json, CreateMode.EPHEMERAL);
        });
  }

  private Optional<Registration> holder() {
    return connection.read(path()).map(this::parse);
  }

  private Registration parse(Node node) {
    return ClusterRecords.read(
        path(),
        node.data(),
        Registration.class,
        found -> {
          Endpoint.parse(found.endpoint());
          return found;
        });
  }

  private void checkStore(Registration holder) {
    if (!holder.store().equals(storeId)) {
      throw taken(holder);
    }
  }

  private MembershipException taken(Registration holder) {
    return MembershipException.serverIdTaken(self.id(), Endpoint.parse(holder.endpoint()));
  }
}

package io.gigafs.cluster.zookeeper;

import io.gigafs.cluster.ClusterFormat;
import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.Endpoint;
import io.gigafs.cluster.Membership;
import io.gigafs.cluster.Membership.ViewGuard;
import io.gigafs.cluster.MembershipException;
import io.gigafs.cluster.ServerId;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.cluster.ViewChanges;
import io.gigafs.cluster.ViewFeed;
import io.gigafs.cluster.zookeeper.ZooKeeperConnection.Node;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.curator.framework.recipes.leader.LeaderLatchListener;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.Watcher.Event.EventType;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Membership of a cluster whose records are in ZooKeeper. Thread-safe.
 *
 * <p>One thread does all the work once the server is registered. On every event (a watch fires, the
 * session is reestablished, leadership changes, an attempt failed) it does the same: it makes sure
 * that the server is registered, reads the view, and plans the next one if it leads.
 */
public final class ZooKeeperMembership implements Membership {
  private static final Logger log = LoggerFactory.getLogger(ZooKeeperMembership.class);

  private static final long FIRST_RETRY_MILLIS = 250;
  private static final long LAST_RETRY_MILLIS = 16_000;
  private static final long STOP_MILLIS = 5_000;
  private static final int SECRET_BYTES = 32;

  private final ZooKeeperAddress address;
  private final ZooKeeperConnection connection;
  private final ClusterPaths paths;
  private final ClusterFormat format;
  private final Leader leader;
  private final @Nullable Path copyFile;
  private final Optional<ClusterView> remembered;

  private final ScheduledExecutorService worker =
      Executors.newSingleThreadScheduledExecutor(thread("giga-membership"));
  private final ExecutorService listeners =
      Executors.newSingleThreadExecutor(thread("giga-membership-listener"));
  private final ViewFeed feed = new ViewFeed(this::hand);
  private final Watcher watcher =
      event -> {
        if (event.getType() != EventType.None) {
          check();
        }
      };

  private final AtomicBoolean joining = new AtomicBoolean();
  private final AtomicBoolean checking = new AtomicBoolean();
  private final AtomicBoolean closed = new AtomicBoolean();

  /** The worker does nothing until both are set. */
  private volatile @Nullable ServerRegistration registration;

  private volatile @Nullable LeaderLatch latch;

  private volatile @Nullable RegistrationLease lease;

  /** The scheduled retry of a failed attempt. Confined to the worker. */
  private @Nullable Future<?> retry;

  private long retryMillis = FIRST_RETRY_MILLIS;

  private ZooKeeperMembership(
      ZooKeeperAddress address,
      ZooKeeperConnection connection,
      ClusterFormat format,
      @Nullable Path copyFile,
      Optional<ClusterCopy> copy) {
    this.copyFile = copyFile;
    this.remembered = copy.map(ClusterCopy::view);
    this.address = address;
    this.connection = connection;
    this.paths = address.paths();
    this.format = format;
    this.leader = new Leader(connection, paths, format, InstantSource.system());
  }

  /**
   * Connects to the cluster's records.
   *
   * @throws MembershipException if ZooKeeper does not answer within its connect timeout, or holds
   *     no cluster there
   */
  public static ZooKeeperMembership open(ZooKeeperSettings settings) {
    return open(settings, null);
  }

  /**
   * Opens the membership of a server that persists a copy of the records.
   *
   * @param copyFile the file of the copy, see {@link ClusterCopy}; null for none
   */
  public static ZooKeeperMembership open(ZooKeeperSettings settings, @Nullable Path copyFile) {
    Optional<ClusterCopy> copy = copyFile == null ? Optional.empty() : ClusterCopy.read(copyFile);
    ZooKeeperConnection connection = ZooKeeperConnection.open(settings);
    try {
      ZooKeeperAddress address = settings.address();
      ClusterFormat format =
          ClusterFormatter.readIfThere(connection, address.paths())
              .orElseThrow(
                  () ->
                      copy.map(known -> ClusterFormatter.lost(address, known))
                          .orElseGet(() -> ClusterFormatter.none(address)));
      return new ZooKeeperMembership(address, connection, format, copyFile, copy);
    } catch (RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  @Override
  public ClusterFormat format() {
    return format;
  }

  @Override
  public void guard(ViewGuard guard) {
    leader.guard(guard);
  }

  /**
   * {@inheritDoc} A copy of another cluster is ignored; the check of the store refuses it by name.
   */
  @Override
  public Optional<ClusterView> remembered() {
    return remembered.filter(view -> view.clusterId().equals(format.clusterId()));
  }

  @Override
  public long leaseUntilNanos() {
    RegistrationLease held = lease;
    return held == null ? System.nanoTime() : held.untilNanos();
  }

  @Override
  public String leaseFailure() {
    RegistrationLease held = lease;
    return held == null ? "it has not joined the cluster yet" : held.leaseFailure();
  }

  @Override
  public ClusterView update(UnaryOperator<ClusterView> change, Duration timeout) {
    long deadline = System.nanoTime() + timeout.toNanos();
    connection.awaitConnected(timeout);
    do {
      Optional<ClusterView> changed = leader.change(change);
      if (changed.isPresent()) {
        feed.offer(changed.get());
        return changed.get();
      }
    } while (System.nanoTime() - deadline < 0);
    throw MembershipException.notWritten(timeout);
  }

  @Override
  public Map<ServerId, Long> absentSinceMillis() {
    return leader.absentSinceMillis();
  }

  @Override
  public Set<ServerId> present() {
    return leader.present().stream().map(ServerInfo::id).collect(Collectors.toSet());
  }

  /**
   * {@inheritDoc} If two servers create one concurrently, both use the one that was written first.
   */
  @Override
  public byte[] secret() {
    Optional<byte[]> known = readSecret();
    if (known.isPresent()) {
      return known.get();
    }
    byte[] drawn = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(drawn);
    connection.create(
        paths.secret(),
        ClusterRecords.write(new ClusterRecords.Secret(ClusterRecords.VERSION, drawn)),
        CreateMode.PERSISTENT);
    return readSecret()
        .orElseThrow(
            () ->
                new MembershipException(
                    "ZooKeeper's node " + paths.secret() + " was deleted while it was created"));
  }

  private Optional<byte[]> readSecret() {
    return connection
        .read(paths.secret())
        .map(
            node ->
                ClusterRecords.read(
                    paths.secret(),
                    node.data(),
                    ClusterRecords.Secret.class,
                    secret -> {
                      if (secret.bytes().length < SECRET_BYTES) {
                        throw new IllegalArgumentException("too short");
                      }
                      return secret.bytes();
                    }));
  }

  /** {@inheritDoc} A removal that was interrupted before is completed. */
  @Override
  public void remove(ServerId id, Duration timeout) {
    connection.awaitConnected(timeout);
    Optional<Node> known = connection.read(paths.member(id));
    if (present().contains(id)) {
      throw MembershipException.stillRunning(id);
    }
    update(
        view -> view.find(id).isEmpty() && known.isPresent() ? view : ViewChanges.remove(view, id),
        timeout);
    // Each registration increments the version, so a server that registered meanwhile keeps its id.
    if (known.isPresent()
        && !connection.delete(paths.member(id), known.get().stat().getVersion())) {
      throw MembershipException.stillRunning(id);
    }
  }

  /** {@inheritDoc} If it fails, the membership is closed. */
  @Override
  public ClusterView join(ServerInfo self, UUID storeId, Duration timeout) {
    if (!joining.compareAndSet(false, true)) {
      throw new IllegalStateException("this membership has joined before");
    }
    long deadline = System.nanoTime() + timeout.toNanos();
    try {
      ServerRegistration taken = new ServerRegistration(connection, paths, self, storeId);
      taken.take(deadline);
      // A session reads nothing older than its own writes. So after the registration this server
      // sees every view that an earlier run of it may have acted on, whichever ZooKeeper server it
      // asks.
      leader.read(); // a refused view fails the join before anything starts
      RegistrationLease held = new RegistrationLease(taken, connection, this::check);
      lease = held;
      held.start();
      registration = taken;
      start(self);
      publishEndpoint(self, deadline);
      ClusterView joined =
          feed.await(
                  view -> view.find(self.id()).equals(Optional.of(self)),
                  Duration.ofNanos(deadline - System.nanoTime()))
              .orElseThrow(() -> late(self, timeout));
      feed.listen(this::remember);
      return joined;
    } catch (InterruptedException e) {
      close();
      Thread.currentThread().interrupt();
      throw new MembershipException("interrupted while joining", e);
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  @Override
  public ClusterView view() {
    return feed.newest().orElseThrow(() -> new IllegalStateException("not joined yet"));
  }

  @Override
  public void listen(Consumer<ClusterView> listener) {
    feed.listen(listener);
  }

  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    RegistrationLease held = lease;
    if (held != null) {
      held.close();
    }
    worker.shutdownNow();
    try {
      if (!worker.awaitTermination(STOP_MILLIS, TimeUnit.MILLISECONDS)) {
        log.warn("The membership's thread did not stop within {} ms", STOP_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    try {
      withdraw();
    } finally {
      connection.close();
      listeners.shutdown();
    }
  }

  /** Whether this member currently leads and plans views. */
  boolean leads() {
    LeaderLatch election = latch;
    return election != null && election.hasLeadership();
  }

  /** The connection, for tests that interrupt it. */
  ZooKeeperConnection connection() {
    return connection;
  }

  private void start(ServerInfo self) {
    LeaderLatch election = new LeaderLatch(connection.curator(), paths.leader(), self.id().value());
    election.addListener(
        new LeaderLatchListener() {
          @Override
          public void isLeader() {
            check();
          }

          @Override
          public void notLeader() {}
        });
    connection
        .curator()
        .getConnectionStateListenable()
        .addListener((curator, state) -> checkIf(state.isConnected()));
    connection.call(
        () -> {
          election.start();
          return election;
        });
    latch = election;
    check();
  }

  /**
   * Updates the endpoint in the view without waiting for a leader, which may be this server's own
   * earlier run that died.
   */
  private void publishEndpoint(ServerInfo self, long deadlineNanos) {
    if (leader.read().isPresent()) {
      update(
          view -> ViewChanges.relocate(view, self),
          Duration.ofNanos(deadlineNanos - System.nanoTime()));
    }
  }

  private void withdraw() {
    LeaderLatch election = latch;
    if (election == null) {
      return;
    }
    connection.call(
        () -> {
          election.close();
          return election;
        });
  }

  private void checkIf(boolean connected) {
    if (connected) {
      check();
    }
  }

  /** Schedules a run of the worker. Calls before that run starts are merged into it. */
  private void check() {
    if (checking.compareAndSet(false, true)) {
      schedule(0);
    }
  }

  private @Nullable Future<?> schedule(long delayMillis) {
    try {
      return worker.schedule(this::work, delayMillis, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      log.debug("The membership's worker is not scheduled: the membership is closed");
      return null;
    }
  }

  private void work() {
    checking.set(false);
    ServerRegistration mine = registration;
    LeaderLatch election = latch;
    if (mine == null || election == null || closed.get()) {
      return;
    }
    boolean done = false;
    try {
      done = seeTo(mine, election);
    } catch (RuntimeException e) {
      if (!closed.get()) {
        log.warn("Membership work failed, retry in {} ms: {}", retryMillis, e.getMessage());
      }
    }
    if (retry != null) {
      retry.cancel(false);
    }
    retry = done ? null : schedule(retryMillis);
    retryMillis = done ? FIRST_RETRY_MILLIS : Math.min(2 * retryMillis, LAST_RETRY_MILLIS);
  }

  /** Sets watches before it reads, so that no change is missed. */
  private boolean seeTo(ServerRegistration mine, LeaderLatch election) {
    checkSameCluster();
    connection.watch(mine.path(), watcher);
    Optional<Endpoint> other = mine.keep();
    boolean present = other.isEmpty();
    other.ifPresent(this::endLease);
    connection.watch(paths.view(), watcher);
    leader.read().ifPresent(feed::offer);
    if (!election.hasLeadership()) {
      leader.rest();
      return present;
    }
    connection.watchChildren(paths.servers(), watcher);
    return leader.plan() && present;
  }

  /** Persists a view. After a failure the next view is persisted. */
  private void remember(ClusterView view) {
    Path file = copyFile;
    if (file == null) {
      return;
    }
    try {
      new ClusterCopy(format, view).write(file);
    } catch (IOException e) {
      log.warn(
          "The copy of the cluster's view of epoch {} was not written to {}: {}",
          view.epoch(),
          file,
          e.getMessage());
    }
  }

  private void endLease(Endpoint other) {
    RegistrationLease held = lease;
    if (held != null) {
      held.end("another process, at " + other + ", is registered under its id");
    }
    log.warn("Another process is registered, at {}: is this server running twice?", other);
  }

  /**
   * An operator may have deleted this cluster's records and formatted another cluster in their
   * place.
   */
  private void checkSameCluster() {
    UUID now = ClusterFormatter.read(connection, address).clusterId();
    if (!now.equals(format.clusterId())) {
      throw new MembershipException(
          "at "
              + address
              + " there is now the cluster "
              + now
              + " where "
              + format.clusterId()
              + " was: stop this server");
    }
  }

  private MembershipException late(ServerInfo self, Duration timeout) {
    if (feed.newest().isEmpty()) {
      int present = connection.children(paths.servers()).size();
      return MembershipException.stillForming(self.id(), present, format);
    }
    return new MembershipException(
        "server '"
            + self.id()
            + "' is registered, but no leader has put it into the cluster's view within "
            + timeout.toSeconds()
            + " s: start it again, and if that does not help see the logs of the other servers");
  }

  private void hand(Runnable task) {
    try {
      listeners.execute(task);
    } catch (RejectedExecutionException e) {
      log.debug("The last view is not passed to listeners: the membership is closed");
    }
  }

  private static ThreadFactory thread(String name) {
    return task -> {
      Thread thread = new Thread(task, name);
      thread.setDaemon(true);
      return thread;
    };
  }
}

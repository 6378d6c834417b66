package io.gigafs.cluster;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A server's membership of the cluster. Implementations are thread-safe.
 *
 * <p>The current view need not be the newest one: servers that talk to each other correct stale
 * views.
 */
public interface Membership extends AutoCloseable {
  /** The parameters that the cluster was formatted with. */
  ClusterFormat format();

  /**
   * Acquires the server registration, then waits until a view includes this server.
   *
   * @param storeId the id of the server's store; a server id that was seen with another store is
   *     refused
   * @return the view that has this server as a member
   * @throws MembershipException if another process holds the registration, the server id belongs to
   *     another store, or the deadline passes; the message says what to do
   */
  ClusterView join(ServerInfo self, UUID storeId, Duration timeout);

  /**
   * Installs a check of every view that is read from the cluster's records. A view that the guard
   * rejects is neither published nor changed, and callers that join or change the view receive the
   * reason.
   */
  default void guard(ViewGuard guard) {
    // By default there is no check: only members write the records of such an implementation.
  }

  /** The newest view that an earlier run of this server persisted, if there is one. */
  default Optional<ClusterView> remembered() {
    return Optional.empty();
  }

  /** The newest view seen so far. Callable only after {@link #join}. */
  ClusterView view();

  /**
   * Subscribes to views. The listener receives the newest view, if there is one, and each newer
   * one, in ascending order of epoch, on a thread of the membership. If views arrive faster than
   * the listener processes them, it receives only the newest.
   */
  void listen(Consumer<ClusterView> listener);

  /**
   * The expiry of the registration lease, by {@link System#nanoTime}. Until then no other process
   * can hold the registration; afterwards this server must not acknowledge changes. The lease is
   * renewed continuously while the cluster's records can be reached, and has expired before {@link
   * #join}.
   */
  long leaseUntilNanos();

  /**
   * Why the lease is not being renewed, as text that follows "accepts no changes: "; empty while it
   * is renewed.
   */
  String leaseFailure();

  /**
   * Changes the cluster's view: applies the change to the newest view, writes the result by
   * compare-and-set, and retries if another server wrote in between. Blocks.
   *
   * @param change a pure function that returns its argument if there is nothing to do, or that
   *     view's successor, or throws a {@link MembershipException} to refuse. It may be applied
   *     several times, also to a view that already contains the change: see {@link ViewChanges}
   * @return the newest view, which contains the change
   * @throws MembershipException if the change refuses, or cannot be written by about the timeout;
   *     in the latter case it may still have been written
   */
  ClusterView update(UnaryOperator<ClusterView> change, Duration timeout);

  /**
   * The servers that are registered now, whether or not they are members yet. Blocks.
   *
   * @throws MembershipException if the records cannot be read now
   */
  Set<ServerId> present();

  /**
   * Since when each absent member is not registered, in ms since the epoch by this server's clock.
   * Only the leader observes this, starting when it became leader. Never blocks.
   */
  default Map<ServerId, Long> absentSinceMillis() {
    return Map.of();
  }

  /**
   * Removes a stopped server from the cluster and deletes the record of its store, so that another
   * store may use the id. Blocks.
   *
   * @throws MembershipException if the server is running, owns slots or is still handing one over,
   *     or the change cannot be written by about the timeout
   */
  void remove(ServerId id, Duration timeout);

  /**
   * A secret that all servers of the cluster share, created on first use and never changed. No
   * server sends it over the network. Blocks.
   *
   * @return at least 32 random bytes
   * @throws MembershipException if the cluster's records cannot be reached
   */
  byte[] secret();

  /** Gives up the server registration. */
  @Override
  void close();

  /**
   * Checks each view that is read from the cluster's records before the server acts on it, because
   * operators restore records from old backups, edit them by hand, and delete them. Thread-safe.
   */
  @FunctionalInterface
  interface ViewGuard {
    /** Accepts every view. */
    ViewGuard NONE = view -> "";

    /**
     * Why the view cannot be a successor of a known one, as text that follows "the cluster's view
     * is refused: "; empty if it can.
     *
     * @param view null if the records hold none
     */
    String objection(@Nullable ClusterView view);
  }
}

package io.gigafs.cluster;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * A server's seat in the cluster. Implementations are safe for use by several threads.
 *
 * <p>It does not promise that the current view is the newest there is: servers correct each other.
 */
public interface Membership extends AutoCloseable {
  /** What the cluster was formatted with. */
  ClusterFormat format();

  /**
   * Takes the seat: registers the server as present and waits until it is part of a view.
   *
   * @param storeId the id of the server's store; a server id that was seen with another store is
   *     refused
   * @return the view that has this server as a member
   * @throws MembershipException if the seat is taken, the store is not the one known, or the
   *     deadline passes; says what to do
   */
  ClusterView join(ServerInfo self, UUID storeId, Duration timeout);

  /**
   * Has each view that is read from the cluster's records looked at first: one that is objected to
   * is neither handed on nor changed, and callers that join or change the view receive the reason.
   */
  default void guard(ViewGuard guard) {
    // where nobody but members can write, there is nothing to guard against
  }

  /** The newest view that an earlier run of this server saw, if that was kept. */
  default Optional<ClusterView> remembered() {
    return Optional.empty();
  }

  /** The newest view seen so far; only after {@link #join}. */
  ClusterView view();

  /**
   * Has the newest view, if there is one, and each newer one handed to the listener, in ascending
   * order of epoch, on a thread of the membership's. Where views come faster than the listener
   * takes them, older ones are left out.
   */
  void listen(Consumer<ClusterView> listener);

  /**
   * Until when nobody else can have the seat, by {@link System#nanoTime}: past it, this server may
   * not say that it changed anything. It is put off all the time while the cluster's records can be
   * reached, and is past before {@link #join}.
   */
  long leaseUntilNanos();

  /** Why the lease is not put off, in words that follow "takes no changes: "; empty while it is. */
  String trouble();

  /**
   * Changes the cluster's view: applies the change to the newest view there is, writes what comes
   * out, and tries again where another wrote in between. Blocks; for threads that may.
   *
   * @param change pure; returns the view it is given if there is nothing to do, or that view's
   *     successor, or throws a {@link MembershipException} to refuse. May be applied several times,
   *     and to a view that has the change already: see {@link ViewChanges}
   * @return the newest view, in which the change is
   * @throws MembershipException if the change refuses, or cannot be written within the time or a
   *     little more; then it may yet have been
   */
  ClusterView update(UnaryOperator<ClusterView> change, Duration timeout);

  /**
   * The servers that are registered at this moment, members or about to be. Blocks; for threads
   * that may.
   *
   * @throws MembershipException if it cannot be known now
   */
  Set<ServerId> present();

  /**
   * Since when members are not registered, ms since the epoch by this server's clock, as far as it
   * knows: the one that leads watches that, from when it began to lead. Never blocks.
   */
  default Map<ServerId, Long> absentSinceMillis() {
    return Map.of();
  }

  /**
   * Takes a server that is not running out of the cluster and forgets which store belonged to its
   * id, so that another may have the id. Blocks; for threads that may.
   *
   * @throws MembershipException if the server runs, holds slots or is still handing one over, or
   *     this cannot be written within the time or a little more
   */
  void remove(ServerId id, Duration timeout);

  /**
   * A secret of the cluster's servers, the same at all of them and for good; made if there is none
   * yet. No server sends it to anybody. Blocks; for threads that may.
   *
   * @return at least 32 bytes, drawn at random
   * @throws MembershipException if the cluster's records cannot be reached
   */
  byte[] secret();

  /** Gives the seat up. */
  @Override
  void close();
}

package io.gigafs.cluster;

import java.time.Duration;
import java.util.UUID;
import java.util.function.Consumer;

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

  /** The newest view seen so far; only after {@link #join}. */
  ClusterView view();

  /**
   * Has the newest view, if there is one, and each newer one handed to the listener, in ascending
   * order of epoch, on a thread of the membership's. Where views come faster than the listener
   * takes them, older ones are left out.
   */
  void listen(Consumer<ClusterView> listener);

  /** Gives the seat up. */
  @Override
  void close();
}

package io.gigafs.cluster.zookeeper;

import io.gigafs.cluster.MembershipException;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The time until which this process certainly holds the server registration. Thread-safe; a thread
 * of its own renews the lease every tenth of a session by asking ZooKeeper.
 *
 * <p>Why no other process can hold the registration before the lease expires: the lease runs for
 * four fifths of a session, counted from the sending of the last request that ZooKeeper confirmed.
 * ZooKeeper expires a session when it has received nothing from it for the whole timeout. Its
 * leader may have received the last sign of this session a little before the request, because
 * followers forward what they receive every half tick, which is an eighth of a session of four
 * ticks. The rest of the last fifth allows for clocks of different speeds. The clock is {@link
 * System#nanoTime}, which no one sets.
 *
 * <p>The lease does not protect against a machine whose monotonic clock stops while others go on,
 * such as a virtual machine that is suspended and resumed.
 */
final class RegistrationLease implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(RegistrationLease.class);

  private static final double SHARE_OF_SESSION = 0.8;
  private static final int RENEWALS_PER_SESSION = 10;

  /** The number of missed renewals after which the lease is reported as not being renewed. */
  private static final int MISSED_RENEWALS = 3;

  private final ServerRegistration registration;
  private final ZooKeeperConnection connection;
  private final Runnable onLoss;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread made = new Thread(task, "giga-membership-lease");
            made.setDaemon(true);
            return made;
          });

  private volatile long sessionMillis;
  private volatile long renewedNanos;
  private volatile long untilNanos;

  /** Why there is no lease although ZooKeeper answers; empty otherwise. */
  private volatile String refusal = "";

  /** Whether the expiry was logged. Confined to the lease's thread. */
  private boolean ended;

  /**
   * Creates the expired lease of a registration that was acquired.
   *
   * @param onLoss runs when ZooKeeper answers that the registration is not held
   */
  RegistrationLease(
      ServerRegistration registration, ZooKeeperConnection connection, Runnable onLoss) {
    this.registration = registration;
    this.connection = connection;
    this.onLoss = onLoss;
    this.sessionMillis = connection.sessionTimeoutMillis();
    this.renewedNanos = System.nanoTime();
    this.untilNanos = renewedNanos;
  }

  /** Renews for the first time, and then periodically until closed. */
  void start() {
    renew();
    schedule();
  }

  long untilNanos() {
    return untilNanos;
  }

  /** Why the lease is not being renewed; empty while it is. */
  String leaseFailure() {
    long silentMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - renewedNanos);
    if (!refusal.isEmpty()) {
      return refusal;
    }
    return silentMillis < MISSED_RENEWALS * periodMillis()
        ? ""
        : "it has lost ZooKeeper ("
            + connection.servers()
            + ") for "
            + TimeUnit.MILLISECONDS.toSeconds(silentMillis)
            + " s";
  }

  /** Expires the lease at once. It resumes when ZooKeeper confirms the registration again. */
  void end(String reason) {
    refusal = reason;
    untilNanos = System.nanoTime();
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }

  private void run() {
    try {
      if (connection.isConnected()) {
        renew();
      }
    } catch (MembershipException e) {
      log.debug("The registration lease was not renewed, retrying: {}", e.getMessage());
    } catch (RuntimeException e) {
      log.error("The registration lease was not renewed, retrying", e);
    }
    logEnd();
    schedule();
  }

  private void renew() {
    long sentNanos = System.nanoTime();
    if (!registration.isHeld()) {
      onLoss.run();
      return;
    }
    sessionMillis = connection.sessionTimeoutMillis();
    untilNanos =
        sentNanos + (long) (SHARE_OF_SESSION * TimeUnit.MILLISECONDS.toNanos(sessionMillis));
    renewedNanos = sentNanos;
    refusal = "";
  }

  private void logEnd() {
    boolean past = System.nanoTime() - untilNanos >= 0;
    if (past && !ended) {
      log.warn("This server accepts no changes from now on: {}", leaseFailure());
    } else if (ended && !past) {
      log.info("This server accepts changes again");
    }
    ended = past;
  }

  private void schedule() {
    try {
      thread.schedule(this::run, periodMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      log.debug("The registration lease is not renewed any more: the membership is closed");
    }
  }

  private long periodMillis() {
    return Math.max(1, sessionMillis / RENEWALS_PER_SESSION);
  }
}

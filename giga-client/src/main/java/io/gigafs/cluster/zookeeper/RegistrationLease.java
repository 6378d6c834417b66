package io.gigafs.cluster.zookeeper;

import io.gigafs.cluster.MembershipException;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Until when a seat is held for certain. Safe for use by several threads; one of its own asks
 * ZooKeeper every tenth of a session.
 *
 * <p>Why nobody else has the seat before the lease ends: it runs for four fifths of a session from
 * when the last question was sent to which the answer was yes. ZooKeeper ends a session when it has
 * heard nothing of it for the whole timeout. Its leader may have heard of this one a little before
 * the question, as the others pass on in half a tick what they hear, an eighth of a session of four
 * ticks. The rest of the last fifth is for clocks that run at different speeds. The time is that of
 * {@link System#nanoTime}, which nobody sets.
 *
 * <p>What it cannot help against: a machine whose monotonic clock stands still while others go on,
 * as that of a virtual machine that is suspended and resumed.
 */
final class RegistrationLease implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(RegistrationLease.class);

  private static final double SHARE_OF_SESSION = 0.8;
  private static final int RENEWALS_PER_SESSION = 10;

  /** So many renewals may fail before that is worth a word. */
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

  /** The thread's own: whether the end of the lease was logged. */
  private boolean ended;

  /**
   * The lease of a seat that was taken.
   *
   * @param onLoss told when ZooKeeper answers that the seat is not held
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

  /** Asks for the first time, and then on and on until closed. */
  void start() {
    renew();
    schedule();
  }

  long untilNanos() {
    return untilNanos;
  }

  /** Why it is not renewed; empty while it is. */
  String trouble() {
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

  /** Ends the lease at once; it begins again when ZooKeeper says that the seat is held. */
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
      log.debug("The seat's lease is not renewed: {}", e.getMessage());
    } catch (RuntimeException e) {
      log.error("The seat's lease is not renewed", e);
    }
    tellOfEnd();
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

  private void tellOfEnd() {
    boolean past = System.nanoTime() - untilNanos >= 0;
    if (past && !ended) {
      log.warn("This server takes no changes from now on: {}", trouble());
    } else if (ended && !past) {
      log.info("This server takes changes again");
    }
    ended = past;
  }

  private void schedule() {
    try {
      thread.schedule(this::run, periodMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      log.debug("The seat's lease is not renewed any more: it is given up");
    }
  }

  private long periodMillis() {
    return Math.max(1, sessionMillis / RENEWALS_PER_SESSION);
  }
}

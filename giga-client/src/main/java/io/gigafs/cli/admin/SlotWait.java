package io.gigafs.cli.admin;

import io.gigafs.cli.CommandException;
import io.gigafs.cli.ProgressLine;
import io.gigafs.cli.Shell;
import io.gigafs.cli.status.ClusterHealth;
import io.gigafs.client.GigaClient;
import io.gigafs.cluster.ServerId;
import io.gigafs.protocol.GigaException;
import java.time.Duration;
import java.util.stream.Collectors;

/**
 * Waits for slots to be moved, and shows the progress. The moves do not depend on it, so it may be
 * stopped at any time. For one thread.
 */
final class SlotWait {
  private static final Duration LOG_PERIOD = Duration.ofSeconds(10);
  private static final long FIRST_PAUSE_MILLIS = 20;
  private static final long MAX_PAUSE_MILLIS = 1_000;

  private final Shell shell;
  private final GigaClient client;
  private volatile String progress = "";

  SlotWait(Shell shell, GigaClient client) {
    this.shell = shell;
    this.client = client;
  }

  /** The condition to wait for. */
  @FunctionalInterface
  interface Goal {
    /** What is left to do, as text; empty if nothing is. */
    String left(ClusterHealth health) throws GigaException;
  }

  /**
   * Waits until nothing is left to do.
   *
   * @return the state of the cluster then
   */
  ClusterHealth await(Goal goal) throws GigaException {
    ClusterHealth health = ClusterHealth.ask(client, false);
    ProgressLine line = ProgressLine.forAll(shell, LOG_PERIOD, () -> progress);
    try {
      long pauseMillis = FIRST_PAUSE_MILLIS;
      progress = goal.left(health);
      while (!progress.isEmpty()) {
        Thread.sleep(pauseMillis);
        pauseMillis = Math.min(2 * pauseMillis, MAX_PAUSE_MILLIS);
        health = ClusterHealth.ask(client, false);
        progress = goal.left(health);
      }
      return health;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CommandException.failed("interrupted; the slots keep moving without this command", e);
    } finally {
      line.close();
    }
  }

  /** The progress, in one line. */
  static String describe(ClusterHealth health) {
    StringBuilder text = new StringBuilder();
    text.append(slots(health.slotsToMove())).append(" to move");
    if (!health.moves().isEmpty()) {
      text.append(", on the way: ")
          .append(health.moves().stream().map(Object::toString).collect(Collectors.joining(", ")));
    }
    if (!health.heldUpBy().isEmpty()) {
      text.append("; held up by ")
          .append(
              health.heldUpBy().stream().map(ServerId::toString).collect(Collectors.joining(", ")))
          .append(", which is down");
    }
    return text.toString();
  }

  static String slots(int count) {
    return count + (count == 1 ? " slot" : " slots");
  }
}

package io.gigafs.cli.status;

import io.gigafs.cluster.ServerInfo;
import io.gigafs.protocol.SeatStatus;
import io.gigafs.protocol.StatusResult;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * How a server is.
 *
 * @param slots how many slots the view gives it
 * @param draining whether it gives all of them away
 * @param status what it says of itself; null if it did not answer
 * @param reason why it did not answer; empty if it did
 */
public record ServerHealth(
    ServerInfo server, int slots, boolean draining, @Nullable StatusResult status, String reason) {
  /** Splits of partitions since the server started, wherever the new half went; null if down. */
  @Nullable Long splits() {
    return status == null
        ? null
        : status.counters().getOrDefault("splits.within", 0L)
            + status.counters().getOrDefault("splits.away", 0L);
  }

  boolean isUp() {
    return status != null;
  }

  /** In a word: {@code up}, {@code down}, or {@code draining} while up. */
  String state() {
    if (!isUp()) {
      return "down";
    }
    return draining ? "draining" : "up";
  }

  /** What is wrong, behind the server's name; empty if nothing is. */
  String complaint() {
    if (status == null) {
      return "is down: " + reason;
    }
    SeatStatus seat = status.seat();
    if (seat.isHeld() && seat.trouble().isEmpty()) {
      return "";
    }
    return (seat.isHeld()
            ? "takes changes for "
                + TimeUnit.MILLISECONDS.toSeconds(seat.leaseMillis())
                + " s more: "
            : "takes no changes: ")
        + (seat.trouble().isEmpty() ? "it is about to renew its seat" : seat.trouble());
  }
}

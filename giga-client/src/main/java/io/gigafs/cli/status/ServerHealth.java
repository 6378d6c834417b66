package io.gigafs.cli.status;

import io.gigafs.cluster.ServerInfo;
import io.gigafs.protocol.SeatStatus;
import io.gigafs.protocol.ServerProblem;
import io.gigafs.protocol.StatusResult;
import java.util.List;
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

  /** What is wrong with a server that is up, the worst last. */
  List<ServerProblem> problems() {
    return status == null ? List.of() : status.problems();
  }

  boolean isUp() {
    return status != null;
  }

  /** In a word: {@code up}, {@code down}, {@code draining} while up, or what is wrong most. */
  String state() {
    if (!isUp()) {
      return "down";
    }
    List<ServerProblem> problems = problems();
    if (!problems.isEmpty()) {
      return problems.get(problems.size() - 1).kind();
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

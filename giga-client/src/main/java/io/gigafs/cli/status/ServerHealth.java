package io.gigafs.cli.status;

import io.gigafs.cluster.ServerInfo;
import io.gigafs.protocol.ServerProblem;
import io.gigafs.protocol.StatusResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a server is.
 *
 * @param slots how many slots the view gives it
 * @param status what it says of itself; null if it did not answer
 * @param reason why it did not answer; empty if it did
 */
record ServerHealth(ServerInfo server, int slots, @Nullable StatusResult status, String reason) {
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

  /** In one word: up, down, or what is worst. */
  String state() {
    if (status == null) {
      return "down";
    }
    List<ServerProblem> problems = status.problems();
    return problems.isEmpty() ? "up" : problems.get(problems.size() - 1).kind();
  }

  boolean isUp() {
    return status != null;
  }
}

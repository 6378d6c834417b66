package io.gigafs.cli.status;

import io.gigafs.cluster.ServerInfo;
import io.gigafs.protocol.cluster.StatusResult;
import io.gigafs.protocol.cluster.StatusResult.RegistrationStatus;
import io.gigafs.protocol.cluster.StatusResult.ServerProblem;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The state of a server.
 *
 * @param slots number of slots that it has in the view
 * @param draining whether it is being drained
 * @param status its own report; null if it did not answer
 * @param reason why it did not answer; empty if it did
 * @param absentSince when others noticed that it is not registered; null if none reports that
 */
record ServerHealth(
    ServerInfo server,
    int slots,
    boolean draining,
    @Nullable StatusResult status,
    String reason,
    @Nullable Instant absentSince) {
  ServerHealth since(@Nullable Instant noticed) {
    return new ServerHealth(server, slots, draining, status, reason, noticed);
  }

  /** Splits of partitions since the server started, wherever the new half went; null if down. */
  @Nullable Long splits() {
    return status == null
        ? null
        : status.counters().getOrDefault("splits.within", 0L)
            + status.counters().getOrDefault("splits.away", 0L);
  }

  /** Those of them that were caused by load, below the split threshold; null if down. */
  @Nullable Long heatSplits() {
    return status == null ? null : status.counters().getOrDefault("splits.heat", 0L);
  }

  /** How often other servers received copies of a frequently looked up name; null if down. */
  @Nullable Long copiedNames() {
    return status == null ? null : status.counters().getOrDefault("copies.names", 0L);
  }

  /** Whether it has a part of the cache group, as far as it reports. */
  boolean hasCache() {
    return status != null && status.counters().containsKey("cache.capacity_bytes");
  }

  /** A counter of its part of the cache group; 0 if it has none. */
  long cacheCount(String name) {
    return status == null ? 0 : status.counters().getOrDefault("cache." + name, 0L);
  }

  /** The problems of a server that is up, the worst last. */
  List<ServerProblem> problems() {
    return status == null ? List.of() : status.problems();
  }

  boolean isUp() {
    return status != null;
  }

  /** In a word: {@code up}, {@code down}, {@code draining} while up, or its worst problem. */
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

  /** The problem, as text that follows the server's name; empty if there is none. */
  String complaint() {
    if (status == null) {
      String endpoint = server.endpoint().toString();
      return (reason.contains(endpoint) ? "" : "at " + endpoint + " ")
          + "is down"
          + (absentSince == null ? "" : " since " + absentSince.truncatedTo(ChronoUnit.SECONDS))
          + ": "
          + reason
          + (slots == 0 ? ". It holds no slot. To do: " : ". " + loss() + " To do: ")
          + remedy();
    }
    RegistrationStatus registration = status.registration();
    if (registration.isHeld() && registration.leaseFailure().isEmpty()) {
      return "";
    }
    return (registration.isHeld()
            ? "accepts changes for "
                + TimeUnit.MILLISECONDS.toSeconds(registration.leaseMillis())
                + " s more: "
            : "accepts no changes: ")
        + (registration.leaseFailure().isEmpty()
            ? "it is about to renew its registration lease"
            : registration.leaseFailure());
  }

  private String loss() {
    return "The entries in its "
        + (slots == 1 ? "1 slot" : slots + " slots")
        + " are unavailable until it runs again.";
  }

  private String remedy() {
    return "check the end of its log and start 'giga server --id "
        + server.id()
        + "' there again"
        + (slots == 0 ? ", or take it out with 'giga admin remove " + server.id() + "'" : "");
  }
}

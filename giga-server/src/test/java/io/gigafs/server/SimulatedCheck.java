package io.gigafs.server;

import io.gigafs.cluster.ServerInfo;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.fsck.CheckRequest.CheckResult;
import io.gigafs.protocol.fsck.Finding;
import io.gigafs.protocol.fsck.FindingKind;
import io.gigafs.protocol.fsck.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Runs the checks of {@code giga fsck} in a simulation. */
public final class SimulatedCheck {
  private static final long GRACE_MILLIS = 30_000;
  private static final int MAX_ROUNDS = 6;

  private final SimulatedCluster cluster;
  private final SimulatedClient client;
  private final Map<ServerInfo, List<Finding>> suspects = new LinkedHashMap<>();
  private final List<Finding> standing = new ArrayList<>();
  private final List<Verdict> verdicts = new ArrayList<>();
  private final List<String> unchecked = new ArrayList<>();
  private long entries;
  private long partitions;
  private long files;

  private SimulatedCheck(SimulatedCluster cluster) {
    this.cluster = cluster;
    this.client = cluster.client();
  }

  /** Checks the cluster, and repairs it on request. */
  public static SimulatedCheck run(SimulatedCluster cluster, boolean repair) throws GigaException {
    SimulatedCheck check = new SimulatedCheck(cluster);
    for (SimulatedServer server : cluster.servers()) {
      check.scan(server.info());
      check.scanData(server.info());
    }
    if (check.suspects.values().stream().anyMatch(all -> !all.isEmpty())) {
      cluster.simulation().runMillis(GRACE_MILLIS);
    }
    for (FindingKind kind : FindingKind.values()) {
      check.recheck(kind, repair);
    }
    return check;
  }

  private void scan(ServerInfo server) throws GigaException {
    List<Finding> found = new ArrayList<>();
    byte[] cursor = {};
    do {
      CheckResult result = cluster.simulation().await(client.async().admin().check(server, cursor));
      found.addAll(result.findings());
      unchecked.addAll(result.unchecked());
      entries += result.entries();
      partitions += result.partitions();
      cursor = result.cursor();
    } while (cursor.length > 0);
    suspects.put(server, found);
  }

  private void scanData(ServerInfo server) throws GigaException {
    byte[] cursor = {};
    do {
      CheckResult result =
          cluster.simulation().await(client.async().admin().checkData(server, cursor));
      Objects.requireNonNull(suspects.get(server)).addAll(result.findings());
      unchecked.addAll(result.unchecked());
      files += result.entries();
      cursor = result.cursor();
    } while (cursor.length > 0);
  }

  private void recheck(FindingKind kind, boolean repair) throws GigaException {
    for (Map.Entry<ServerInfo, List<Finding>> each : suspects.entrySet()) {
      List<Finding> found =
          each.getValue().stream()
              .filter(finding -> finding.kind() == kind && !isReportedOtherwise(finding))
              .toList();
      if (!found.isEmpty()) {
        recheck(each.getKey(), found, repair);
      }
    }
  }

  private boolean isReportedOtherwise(Finding finding) {
    return finding.kind() == FindingKind.ORPHANED_DIRECTORY
        && standing.stream()
            .anyMatch(
                other ->
                    other.kind() == FindingKind.WRONG_COPY
                        && other.subject() == finding.directory().value());
  }

  private void recheck(ServerInfo server, List<Finding> found, boolean repair)
      throws GigaException {
    InodeId lostAndFound = repair ? lostAndFound() : null;
    List<Verdict> results =
        cluster.simulation().await(client.async().admin().recheck(server, lostAndFound, found));
    for (int i = 0; i < found.size(); i++) {
      if (results.get(i).state() != Verdict.State.GONE) {
        standing.add(found.get(i));
        verdicts.add(results.get(i));
      }
      if (results.get(i).state() == Verdict.State.UNCHECKED) {
        unchecked.add(results.get(i).detail());
      }
    }
  }

  /** As {@code giga fsck}: without that directory lost entries are left unchanged. */
  private InodeId lostAndFound() {
    try {
      return client.makeDirectory("/lost+found").inode();
    } catch (GigaException e) {
      try {
        return client.stat("/lost+found").inode();
      } catch (GigaException missing) {
        return InodeId.SUPER_ROOT;
      }
    }
  }

  /** Repairs the cluster until nothing is left to repair; returns the first check. */
  public static SimulatedCheck repair(SimulatedCluster cluster) throws GigaException {
    SimulatedCheck first = run(cluster, true);
    SimulatedCheck last = first;
    for (int round = 0; round < MAX_ROUNDS && last.hasRepaired(); round++) {
      last = run(cluster, true);
    }
    if (last.hasRepaired()) {
      throw new AssertionError("there is no end to it: " + last);
    }
    return first;
  }

  private boolean hasRepaired() {
    return verdicts.stream().anyMatch(each -> each.state() == Verdict.State.REPAIRED);
  }

  /** The lasting findings. */
  public List<Finding> findings() {
    return List.copyOf(standing);
  }

  /** The kinds of the findings. */
  public List<FindingKind> kinds() {
    return standing.stream().map(Finding::kind).toList();
  }

  /** The verdict on each finding. */
  public List<Verdict> verdicts() {
    return List.copyOf(verdicts);
  }

  /** The parts that could not be checked. */
  public List<String> unchecked() {
    return List.copyOf(unchecked);
  }

  /** The number of checked entries. */
  public long entries() {
    return entries;
  }

  /** The number of small files whose checksums were verified. */
  public long files() {
    return files;
  }

  /** The number of checked partitions. */
  public long partitions() {
    return partitions;
  }

  @Override
  public String toString() {
    return standing + " " + verdicts + " unchecked " + unchecked;
  }
}

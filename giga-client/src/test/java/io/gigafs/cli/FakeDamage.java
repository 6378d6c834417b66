package io.gigafs.cli;

import io.gigafs.cluster.ServerInfo;
import io.gigafs.protocol.fsck.CheckRequest.CheckResult;
import io.gigafs.protocol.fsck.Finding;
import io.gigafs.protocol.fsck.FindingKind;
import io.gigafs.protocol.fsck.Verdict;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Damage of server s1 that a check finds, one finding per call. */
public final class FakeDamage {
  private final List<Finding> findings = new ArrayList<>();
  private final List<Finding> passing = new ArrayList<>();
  private final List<String> unchecked = new ArrayList<>();
  private final Set<FindingKind> lasting = EnumSet.noneOf(FindingKind.class);

  /** Adds damage that can be repaired. */
  public void add(Finding finding) {
    findings.add(finding);
  }

  /** Adds damage that cannot be repaired. */
  public void addLasting(Finding finding) {
    findings.add(finding);
    lasting.add(finding.kind());
  }

  /** Adds a transient finding that a recheck no longer finds. */
  public void addPassing(Finding finding) {
    passing.add(finding);
  }

  /** Adds something that cannot be checked. */
  public void addUnchecked(String what) {
    unchecked.add(what);
  }

  synchronized CheckResult check(ServerInfo server, byte[] cursor) {
    if (!server.id().value().equals("s1")) {
      return new CheckResult(new byte[0], 1, 10, 0, List.of(), List.of());
    }
    List<Finding> all = new ArrayList<>(findings);
    all.removeIf(each -> each.kind() == FindingKind.DAMAGED_BYTES);
    all.addAll(passing);
    int next = cursor.length == 0 ? 0 : cursor[0];
    byte[] after = next + 1 < all.size() ? new byte[] {(byte) (next + 1)} : new byte[0];
    return new CheckResult(
        after,
        1,
        10,
        0,
        next < all.size() ? List.of(all.get(next)) : List.of(),
        next == 0 ? unchecked : List.of());
  }

  /** Each server takes two calls; the second call to s1 finds the damage. */
  synchronized CheckResult checkData(ServerInfo server, byte[] cursor) {
    boolean isFirst = cursor.length == 0;
    List<Finding> found = List.of();
    if (server.id().value().equals("s1") && !isFirst) {
      found = findings.stream().filter(each -> each.kind() == FindingKind.DAMAGED_BYTES).toList();
    }
    return new CheckResult(isFirst ? new byte[] {1} : new byte[0], 0, 3, 2 << 20, found, List.of());
  }

  synchronized List<Verdict> recheck(boolean repair, List<Finding> asked) {
    List<Verdict> verdicts = new ArrayList<>();
    for (Finding finding : asked) {
      verdicts.add(verdict(finding, repair));
    }
    return verdicts;
  }

  private Verdict verdict(Finding finding, boolean repair) {
    if (!findings.contains(finding)) {
      return new Verdict(Verdict.State.GONE, "");
    } else if (!repair) {
      return new Verdict(Verdict.State.STANDS, "");
    } else if (lasting.contains(finding.kind())) {
      return new Verdict(Verdict.State.UNREPAIRED, "nobody can");
    }
    findings.remove(finding);
    return new Verdict(Verdict.State.REPAIRED, "it was mended");
  }
}

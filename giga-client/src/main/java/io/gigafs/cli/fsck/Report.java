package io.gigafs.cli.fsck;

import io.gigafs.cli.JsonObject;
import io.gigafs.cli.Shell;
import io.gigafs.index.Name;
import io.gigafs.protocol.fsck.Finding;
import io.gigafs.protocol.fsck.FindingKind;
import io.gigafs.protocol.fsck.Verdict;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Prints the findings of a check as text or JSON. For one thread. */
final class Report {
  private final Shell shell;
  private final boolean json;
  private final Map<FindingKind, Integer> counts = new EnumMap<>(FindingKind.class);
  private final Map<VolumeFinding.Kind, Integer> volumeCounts =
      new EnumMap<>(VolumeFinding.Kind.class);
  private final Set<ClusterCheck.Judged> reported = new HashSet<>();
  private int volumes;
  private long objects;
  private long verified;
  private long partitions;
  private long entries;
  private long filesRead;
  private int repaired;
  private int repairedThisRound;

  /** Damage of the last round; unchecked is the same for what could not be checked. */
  private int damage;

  private int unchecked;

  Report(Shell shell, boolean json) {
    this.shell = shell;
    this.json = json;
  }

  /** Begins a round: earlier damage is repaired, or will be found again. */
  void beginRound() {
    repairedThisRound = 0;
    damage = 0;
    unchecked = 0;
  }

  /** Whether the round repaired something. */
  boolean hasRepaired() {
    return repairedThisRound > 0;
  }

  /** Records how much the round checked. */
  void looked(long ofPartitions, long ofEntries) {
    partitions = ofPartitions;
    entries = ofEntries;
  }

  /** Records how many small files were verified. */
  void readFiles(long count) {
    filesRead = count;
  }

  /** Records how many volumes and objects were checked. */
  void lookedAtVolumes(int ofVolumes, long ofObjects) {
    volumes = ofVolumes;
    objects = ofObjects;
  }

  /** Records how many objects were verified. */
  void verified(long count) {
    verified = count;
  }

  /** Reports a finding on a volume. */
  void finding(VolumeFinding finding, Verdict verdict) {
    if (verdict.state() == Verdict.State.REPAIRED) {
      repaired++;
    } else {
      damage++;
    }
    volumeCounts.merge(finding.kind(), 1, Integer::sum);
    if (json) {
      shell.out().println(json(finding, verdict).toString());
    } else {
      shell.out().println("volume " + finding.volume() + ": " + finding.text());
      print(verdict);
    }
  }

  private static JsonObject json(VolumeFinding finding, Verdict verdict) {
    JsonObject object =
        new JsonObject()
            .put("volume", finding.volume())
            .put("kind", finding.kind().text())
            .put("harmless", false)
            .put("path", finding.path());
    if (!finding.name().isEmpty()) {
      object.put("directory", finding.directory()).put("name", finding.name());
    }
    return object
        .put("facts", finding.facts())
        .put("state", verdict.state().name().toLowerCase(Locale.ROOT))
        .put("detail", verdict.detail());
  }

  /** Reports a finding, once. */
  void finding(ClusterCheck.Judged judged) {
    Finding finding = judged.finding();
    Verdict.State state = judged.verdict().state();
    if (state == Verdict.State.UNCHECKED) {
      unchecked(
          "server %s: %s: %s"
              .formatted(judged.server().id(), FindingText.of(finding), judged.verdict().detail()));
      return;
    }
    boolean harmless = FindingText.isHarmless(finding.kind());
    if (state == Verdict.State.REPAIRED) {
      repairedThisRound++;
      repaired += harmless ? 0 : 1;
    } else {
      damage += harmless ? 0 : 1;
    }
    if (reported.add(judged)) {
      counts.merge(finding.kind(), 1, Integer::sum);
      print(judged);
    }
  }

  private void print(ClusterCheck.Judged judged) {
    if (json) {
      shell.out().println(json(judged).toString());
      return;
    }
    shell.out().println(judged.server().id() + ": " + FindingText.of(judged.finding()));
    print(judged.verdict());
  }

  private void print(Verdict verdict) {
    if (verdict.state() != Verdict.State.STANDS) {
      shell
          .out()
          .println(
              (verdict.state() == Verdict.State.REPAIRED ? "    repaired: " : "    not repaired: ")
                  + verdict.detail());
    }
  }

  private static JsonObject json(ClusterCheck.Judged judged) {
    Finding finding = judged.finding();
    JsonObject object =
        new JsonObject()
            .put("server", judged.server().id())
            .put("kind", FindingText.name(finding.kind()))
            .put("harmless", FindingText.isHarmless(finding.kind()));
    Name name = finding.name();
    if (finding.kind() == FindingKind.DAMAGED_ROW) {
      object.put("row", finding.row());
    } else if (finding.kind() != FindingKind.LOST_DATA) {
      object.put("directory", finding.directory()).put("partition", finding.partition().value());
    }
    if (name != null) {
      object.put("name", name);
    }
    return object
        .put("facts", finding.facts())
        .put("state", judged.verdict().state().name().toLowerCase(Locale.ROOT))
        .put("detail", judged.verdict().detail());
  }

  /** Reports something that could not be checked. */
  void unchecked(String what) {
    unchecked++;
    shell.out().flush();
    shell.err().println("giga fsck: not checked: " + what);
  }

  /** Prints the summary; returns the exit code. */
  int end(int servers) {
    if (json) {
      shell
          .out()
          .println(
              new JsonObject()
                  .put("servers", servers)
                  .put("partitions", partitions)
                  .put("entries", entries)
                  .put("files_read", filesRead)
                  .put("volumes", volumes)
                  .put("objects", objects)
                  .put("verified", verified)
                  .put("repaired", repaired)
                  .put("damage", damage)
                  .put("unchecked", unchecked)
                  .toString());
    } else {
      explain();
      shell
          .out()
          .println(
              "checked %d servers, %d partitions, %d entries%s%s: %s%s%s"
                  .formatted(
                      servers,
                      partitions,
                      entries,
                      filesRead == 0 ? "" : " (the bytes of " + filesRead + " small files)",
                      ofVolumes(),
                      repaired == 0 ? "" : "repaired damage in " + places(repaired) + "; ",
                      damage == 0 ? "no damage" : "damage in " + places(damage),
                      unchecked == 0 ? "" : "; not everything could be checked"));
    }
    return (damage > 0 ? FsckCommand.DAMAGED : FsckCommand.CLEAN)
        + (repaired > 0 ? FsckCommand.REPAIRED : FsckCommand.CLEAN)
        + (unchecked > 0 ? FsckCommand.UNCHECKED : FsckCommand.CLEAN);
  }

  private String ofVolumes() {
    if (volumes == 0) {
      return "";
    }
    return ", %s, %d objects%s"
        .formatted(
            volumes == 1 ? "1 volume" : volumes + " volumes",
            objects,
            verified == 0 ? "" : " (" + verified + " verified)");
  }

  private static String places(int count) {
    return count == 1 ? "1 place" : count + " places";
  }

  private void explain() {
    if (counts.isEmpty() && volumeCounts.isEmpty()) {
      return;
    }
    shell.out().println("");
    counts.forEach(
        (kind, count) ->
            shell
                .out()
                .println(
                    FindingText.name(kind) + " (" + count + "): " + FindingText.meaning(kind)));
    volumeCounts.forEach(
        (kind, count) -> shell.out().println(kind.text() + " (" + count + "): " + kind.meaning()));
    shell.out().println("");
  }
}

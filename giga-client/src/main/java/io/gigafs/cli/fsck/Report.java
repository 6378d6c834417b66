package io.gigafs.cli.fsck;

import io.gigafs.cli.JsonObject;
import io.gigafs.cli.Shell;
import io.gigafs.index.Name;
import io.gigafs.protocol.Finding;
import io.gigafs.protocol.FindingKind;
import java.util.EnumMap;
import java.util.Map;

/** Tells what a check found, for people or as JSON. For one thread. */
final class Report {
  private final Shell shell;
  private final boolean json;
  private final Map<FindingKind, Integer> counts = new EnumMap<>(FindingKind.class);
  private int damage;
  private int unchecked;

  Report(Shell shell, boolean json) {
    this.shell = shell;
    this.json = json;
  }

  /** Tells of a finding. */
  void finding(ClusterCheck.Judged judged) {
    Finding finding = judged.finding();
    counts.merge(finding.kind(), 1, Integer::sum);
    damage += FindingText.isHarmless(finding.kind()) ? 0 : 1;
    if (json) {
      shell.out().println(json(judged).toString());
    } else {
      shell.out().println(judged.server().id() + ": " + FindingText.of(finding));
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
    } else {
      object.put("directory", finding.directory()).put("partition", finding.partition().value());
    }
    if (name != null) {
      object.put("name", name);
    }
    return object.put("facts", finding.facts());
  }

  /** Tells of something that could not be checked. */
  void unchecked(String what) {
    unchecked++;
    shell.out().flush();
    shell.err().println("giga fsck: not checked: " + what);
  }

  /** Tells what it all comes to; returns the exit code. */
  int end(long partitions, long entries, int servers) {
    if (json) {
      shell
          .out()
          .println(
              new JsonObject()
                  .put("servers", servers)
                  .put("partitions", partitions)
                  .put("entries", entries)
                  .put("damage", damage)
                  .put("unchecked", unchecked)
                  .toString());
    } else {
      explain();
      shell
          .out()
          .println(
              "checked %d servers, %d partitions, %d entries: %s%s"
                  .formatted(
                      servers,
                      partitions,
                      entries,
                      damage == 0 ? "no damage" : "damage in " + damage + " places",
                      unchecked == 0 ? "" : "; not all could be checked"));
    }
    return (damage == 0 ? FsckCommand.CLEAN : FsckCommand.DAMAGED)
        + (unchecked == 0 ? 0 : FsckCommand.UNCHECKED);
  }

  private void explain() {
    if (counts.isEmpty()) {
      return;
    }
    shell.out().println("");
    counts.forEach(
        (kind, count) ->
            shell
                .out()
                .println(
                    FindingText.name(kind) + " (" + count + "): " + FindingText.meaning(kind)));
    shell.out().println("");
  }
}

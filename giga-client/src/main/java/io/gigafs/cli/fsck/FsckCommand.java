package io.gigafs.cli.fsck;

import io.gigafs.cli.ClusterOptions;
import io.gigafs.cli.CommandException;
import io.gigafs.cli.Durations;
import io.gigafs.cli.ErrorText;
import io.gigafs.cli.ProgressLine;
import io.gigafs.cli.Shell;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.fsck.Finding;
import io.gigafs.protocol.fsck.FindingKind;
import io.gigafs.protocol.fsck.Verdict;
import io.gigafs.volume.OpenVolumes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code giga fsck}. */
@Command(
    name = "fsck",
    description = {
      "Checks the stores of a running cluster, and its volumes, and repairs them. For the"
          + " superuser.",
      "Suspects are checked again after a while, and reported only if they have not changed.",
      "Exit code 0 if there is no damage; otherwise the sum of 1 if damage was repaired, 4 for"
          + " damage, and 8 if not everything could be checked."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  giga fsck -c giga://10.0.0.1:7000/",
      "  giga fsck --repair",
      "  giga fsck --data",
      "  giga fsck --json | jq -r 'select(.kind) | .kind' | sort | uniq -c"
    })
final class FsckCommand implements Callable<Integer> {
  /** There is no damage. */
  static final int CLEAN = 0;

  /** There was damage, and it is repaired. */
  static final int REPAIRED = 1;

  /** There is damage. */
  static final int DAMAGED = 4;

  /** Not everything could be checked. */
  static final int UNCHECKED = 8;

  /** A repair may reveal further damage; this limits the rounds. */
  private static final int MAX_ROUNDS = 6;

  private static final int LOST_AND_FOUND_MODE = 0700;

  private static final Duration TIMEOUT = Duration.ofMinutes(5);

  @Mixin private final ClusterOptions cluster = new ClusterOptions();

  @Option(
      names = "--grace",
      paramLabel = "TIME",
      converter = Durations.class,
      description = "Time before the second check, longer than any operation takes. Default: 30s.")
  private Duration grace = Duration.ofSeconds(30);

  @Option(
      names = "--repair",
      description =
          "Repair damage. Nothing is deleted: lost entries are moved to /lost+found, and"
              + " orphaned objects to .giga-aside on their volume.")
  private boolean repair;

  @Option(
      names = "--quarantine",
      description =
          "Like --repair, and move files whose bytes are damaged or lost from their directories"
              + " to /lost+found.")
  private boolean quarantine;

  @Option(
      names = "--data",
      description =
          "Also read the bytes of files, small ones in stores and large ones on volumes, and check"
              + " their checksums, if there are any.")
  private boolean data;

  @Option(
      names = "--no-volumes",
      description = "Do not check volumes. Otherwise they must be mounted on this machine.")
  private boolean withoutVolumes;

  @Option(names = "--json", description = "A JSON object per line: findings, then a summary.")
  private boolean json;

  private final Shell shell;

  FsckCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws GigaException {
    repair |= quarantine;
    try (GigaClient client =
        shell
            .connector()
            .connect(
                cluster.settings(shell, cluster.required(shell)).toBuilder()
                    .timeout(cluster.timeoutOr(TIMEOUT))
                    .build())) {
      return check(client);
    } catch (GigaException e) {
      shell.err().println("giga fsck: " + ErrorText.of(e));
      return UNCHECKED;
    }
  }

  private int check(GigaClient client) throws GigaException {
    List<ServerInfo> servers = client.clusterView().servers();
    Report report = new Report(shell, json);
    int round = 0;
    do {
      report.beginRound();
      ClusterCheck check = round(client, servers, report, false);
      report.looked(check.partitions(), check.entries());
      round++;
    } while (report.hasRepaired() && round < MAX_ROUNDS);
    if (data) {
      ClusterCheck check = round(client, servers, report, true);
      report.readFiles(check.entries());
    }
    checkUnknownVolumes(client, report);
    if (!withoutVolumes && !client.clusterView().volumes().isEmpty()) {
      checkVolumes(client, report);
    }
    return report.end(servers.size());
  }

  private void checkUnknownVolumes(GigaClient client, Report report) throws GigaException {
    UnknownVolumes check = new UnknownVolumes(client, report);
    if (check.look()) {
      pause();
      check.lookAgain();
      print(client, check.verdicts(repair), report);
    }
  }

  private void print(GigaClient client, Map<VolumeFinding, Verdict> verdicts, Report report) {
    verdicts.forEach(
        (finding, verdict) ->
            report.finding(
                finding,
                quarantine && finding.kind() != VolumeFinding.Kind.ORPHANED_OBJECT
                    ? new FileQuarantine(client, lostAndFound(client))
                        .take(finding.directory(), finding.name(), verdict)
                    : verdict));
  }

  private void checkVolumes(GigaClient client, Report report) throws GigaException {
    try (OpenVolumes volumes = OpenVolumes.installed();
        VolumesCheck check = new VolumesCheck(client, volumes, report, data)) {
      boolean isSuspicious;
      ProgressLine progress = ProgressLine.forPeople(shell, check::progress);
      try (progress) {
        isSuspicious = check.look();
        if (isSuspicious) {
          pause();
        }
      }
      if (isSuspicious) {
        for (Map<VolumeFinding, Verdict> verdicts : check.lookAgain(repair)) {
          print(client, verdicts, report);
        }
      }
      check.reportSummary();
    }
  }

  private ClusterCheck round(
      GigaClient client, List<ServerInfo> servers, Report report, boolean ofData) {
    ClusterCheck check = new ClusterCheck(client.async(), ofData);
    ProgressLine progress = ProgressLine.forPeople(shell, check::progress);
    try (progress) {
      check.scan(servers).join();
      if (!check.suspects().isEmpty()) {
        pause();
      }
    }
    @Nullable InodeId lostAndFound =
        repair && !check.suspects().isEmpty() ? lostAndFound(client) : null;
    recheck(
        check,
        report,
        lostAndFound,
        quarantine && lostAndFound != null ? new FileQuarantine(client, lostAndFound) : null);
    check.unchecked().forEach(report::unchecked);
    return check;
  }

  /** The directory for lost entries; without it, they are left unchanged. */
  private InodeId lostAndFound(GigaClient client) {
    GigaPath path = GigaPath.parse("/lost+found");
    try {
      try {
        return client.makeDirectory(path, LOST_AND_FOUND_MODE).inode();
      } catch (GigaException e) {
        if (e.code() != ErrorCode.EEXIST) {
          throw e;
        }
        FileAttributes found = client.stat(path);
        if (found.isDirectory()) {
          return found.inode();
        }
        throw ErrorCode.ENOTDIR.exception(path.toString());
      }
    } catch (GigaException e) {
      shell.err().println("giga fsck: /lost+found: " + ErrorText.of(e));
      return InodeId.SUPER_ROOT;
    }
  }

  private void pause() {
    try {
      Thread.sleep(grace.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CommandException.failed("interrupted");
    }
  }

  private static void recheck(
      ClusterCheck check,
      Report report,
      @Nullable InodeId lostAndFound,
      @Nullable FileQuarantine quarantine) {
    Set<Long> entered = new HashSet<>();
    for (FindingKind kind : FindingKind.values()) {
      Map<ServerInfo, List<Finding>> byServer = new LinkedHashMap<>();
      for (ClusterCheck.Suspect suspect : check.suspects()) {
        if (suspect.finding().kind() == kind && !isReportedOtherwise(suspect.finding(), entered)) {
          byServer
              .computeIfAbsent(suspect.server(), none -> new ArrayList<>())
              .add(suspect.finding());
        }
      }
      byServer.forEach(
          (server, findings) -> {
            for (ClusterCheck.Judged each : check.recheck(server, findings, lostAndFound)) {
              report.finding(quarantine == null ? each : quarantine.take(each));
              if (kind == FindingKind.WRONG_COPY) {
                entered.add(each.finding().subject());
              }
            }
          });
    }
  }

  /**
   * A directory with a wrong parent looks like an orphan there, though it has an entry elsewhere.
   */
  private static boolean isReportedOtherwise(Finding finding, Set<Long> entered) {
    return finding.kind() == FindingKind.ORPHANED_DIRECTORY
        && entered.contains(finding.directory().value());
  }
}

package io.gigafs.cli.fsck;

import io.gigafs.cli.ClusterOptions;
import io.gigafs.cli.CommandException;
import io.gigafs.cli.Durations;
import io.gigafs.cli.ErrorText;
import io.gigafs.cli.ProgressLine;
import io.gigafs.cli.Shell;
import io.gigafs.client.GigaClient;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.protocol.Finding;
import io.gigafs.protocol.FindingKind;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code giga fsck}. */
@Command(
    name = "fsck",
    description = {
      "Checks the stores of a cluster that serves. For the superuser.",
      "What looks wrong is looked at again after a while, and told only if nothing has changed.",
      "Exit code 0 if nothing is wrong; otherwise the sum of 4 if damage was found, and 8 if not"
          + " all could be checked."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  giga fsck -c giga://10.0.0.1:7000/",
      "  giga fsck --json | jq -r 'select(.kind) | .kind' | sort | uniq -c"
    })
final class FsckCommand implements Callable<Integer> {
  /** There is no damage. */
  static final int CLEAN = 0;

  /** There is damage. */
  static final int DAMAGED = 4;

  /** Not all could be checked. */
  static final int UNCHECKED = 8;

  private static final Duration TIMEOUT = Duration.ofMinutes(5);

  @Mixin private final ClusterOptions cluster = new ClusterOptions();

  @Option(
      names = "--grace",
      paramLabel = "TIME",
      converter = Durations.class,
      description = "After how long to look again, longer than any operation takes. Default: 30s.")
  private Duration grace = Duration.ofSeconds(30);

  @Option(names = "--json", description = "A JSON object per line: findings, then a summary.")
  private boolean json;

  private final Shell shell;

  FsckCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws GigaException {
    try (GigaClient client =
        shell
            .connector()
            .connect(
                cluster
                    .settings(shell, cluster.required(shell))
                    .withTimeout(cluster.timeoutOr(TIMEOUT)))) {
      return check(client);
    } catch (GigaException e) {
      shell.err().println("giga fsck: " + ErrorText.of(e));
      return UNCHECKED;
    }
  }

  private int check(GigaClient client) throws GigaException {
    ClusterCheck check = new ClusterCheck(client.async());
    List<ServerInfo> servers = client.clusterView().servers();
    ProgressLine progress = ProgressLine.forPeople(shell, () -> progress(check));
    try (progress) {
      check.scan(servers).join();
      if (!check.suspects().isEmpty()) {
        pause();
      }
    }
    Report report = new Report(shell, json);
    judge(check, report);
    check.unchecked().forEach(report::unchecked);
    return report.end(check.partitions(), check.entries(), servers.size());
  }

  private static String progress(ClusterCheck check) {
    return "checked %,d partitions and %,d entries, %d to look at again"
        .formatted(check.partitions(), check.entries(), check.suspects().size());
  }

  private void pause() {
    try {
      Thread.sleep(grace.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CommandException.failed("interrupted");
    }
  }

  private static void judge(ClusterCheck check, Report report) {
    Map<ServerInfo, List<Finding>> byServer = new LinkedHashMap<>();
    for (ClusterCheck.Suspect suspect : check.suspects()) {
      byServer.computeIfAbsent(suspect.server(), none -> new ArrayList<>()).add(suspect.finding());
    }
    List<ClusterCheck.Judged> standing = new ArrayList<>();
    byServer.forEach((server, findings) -> standing.addAll(check.recheck(server, findings, false)));
    Set<Long> entered =
        standing.stream()
            .filter(each -> each.finding().kind() == FindingKind.WRONG_COPY)
            .map(each -> each.finding().subject())
            .collect(Collectors.toSet());
    for (ClusterCheck.Judged each : standing) {
      if (each.verdict().state() == Verdict.State.UNCHECKED) {
        report.unchecked(
            "server %s: %s: %s"
                .formatted(
                    each.server().id(), FindingText.of(each.finding()), each.verdict().detail()));
      } else if (!isOtherwiseTold(each.finding(), entered)) {
        report.finding(each);
      }
    }
  }

  /**
   * A directory with a wrong parent looks like an orphan there, though it has an entry elsewhere.
   */
  private static boolean isOtherwiseTold(Finding finding, Set<Long> entered) {
    return finding.kind() == FindingKind.ORPHANED_DIRECTORY
        && entered.contains(finding.directory().value());
  }
}

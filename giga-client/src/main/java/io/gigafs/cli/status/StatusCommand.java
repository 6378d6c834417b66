package io.gigafs.cli.status;

import io.gigafs.cli.ByteSizes;
import io.gigafs.cli.ClusterOptions;
import io.gigafs.cli.Durations;
import io.gigafs.cli.ExitCode;
import io.gigafs.cli.Output;
import io.gigafs.cli.Shell;
import io.gigafs.cli.Table;
import io.gigafs.client.ClientSettings;
import io.gigafs.client.GigaClient;
import io.gigafs.cluster.ClusterSettings;
import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.ServerId;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.cluster.StatusResult;
import io.gigafs.protocol.cluster.StatusResult.PartitionStatus;
import io.gigafs.protocol.cluster.StatusResult.ServerProblem;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code giga status}. */
@Command(
    name = "status",
    description = {
      "Shows the servers of a cluster, their data, and the slots in transfer.",
      "Exit code 1 if a server does not answer or has a problem; standard error shows the reason."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  giga status -c giga://10.0.0.1:7000/",
      "  giga status -c giga://10.0.0.1:7000/ --partitions",
      "  giga status --json | jq '.servers[] | select(.state == \"down\") | .id'"
    })
final class StatusCommand implements Callable<Integer> {
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  @Mixin private final ClusterOptions cluster = new ClusterOptions();

  @Option(names = "--json", description = "A JSON object, with everything.")
  private boolean json;

  @Option(names = "--partitions", description = "Also every loaded partition.")
  private boolean partitions;

  private final Shell shell;

  StatusCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws GigaException {
    ClientSettings settings =
        cluster.settings(shell, cluster.required(shell)).toBuilder()
            .timeout(cluster.timeoutOr(TIMEOUT))
            .build();
    ClusterHealth health;
    try (GigaClient client = shell.connector().connect(settings)) {
      health = ClusterHealth.ask(client, partitions);
    }
    if (json) {
      shell.out().println(StatusJson.of(health, partitions).toString());
    } else {
      print(health);
    }
    complain(health);
    return health.isAllWell() ? ExitCode.OK : ExitCode.FAILED;
  }

  private void complain(ClusterHealth health) {
    shell.out().flush();
    for (ServerHealth server : health.servers()) {
      if (!server.complaint().isEmpty()) {
        shell.err().println("giga status: " + server.server().id() + " " + server.complaint());
      }
      for (ServerProblem problem : server.problems()) {
        shell.err().println("giga status: " + describe(server, problem));
      }
    }
    for (ServerId id : health.heldUpBy()) {
      shell.err().println("giga status: slots wait for " + id + " to come back");
    }
  }

  private static String describe(ServerHealth server, ServerProblem problem) {
    Instant since = Instant.ofEpochMilli(problem.sinceMillis()).truncatedTo(ChronoUnit.SECONDS);
    return server.server().id()
        + " is "
        + problem.kind()
        + " since "
        + since
        + ": "
        + problem.cause()
        + ". To do: "
        + problem.remedy();
  }

  private static String transfers(ClusterSettings settings) {
    String directory = settings.transferDirectory();
    return directory.isEmpty() ? "" : ", transfer directory " + directory;
  }

  private void print(ClusterHealth health) {
    Output out = shell.out();
    ClusterView view = health.view();
    out.println(
        "cluster "
            + view.clusterId()
            + ", epoch "
            + view.epoch()
            + ", "
            + view.slots()
            + ", split threshold "
            + view.settings().splitThreshold()
            + transfers(view.settings()));
    out.println("");
    servers(health).print(out);
    if (health.servers().stream().anyMatch(ServerHealth::hasCache)) {
      out.println("");
      caches(health).print(out);
    }
    if (health.slotsToMove() > 0) {
      out.println("");
      out.println(
          health.slotsToMove()
              + (health.slotsToMove() == 1 ? " slot has" : " slots have")
              + " yet to move, "
              + health.moves().size()
              + " on the way");
      moves(health).print(out);
    }
    if (partitions) {
      out.println("");
      partitions(health).print(out);
    }
  }

  private static Table servers(ClusterHealth health) {
    Table table =
        new Table(
            "SERVER",
            "ENDPOINT",
            "STATE",
            ">SLOTS",
            ">EPOCH",
            ">ENTRIES",
            ">PARTITIONS",
            ">SPLITS",
            ">FOR HEAT",
            ">COPIED",
            ">UPTIME");
    for (ServerHealth server : health.servers()) {
      StatusResult status = server.status();
      String id = server.server().id().toString();
      String endpoint = server.server().endpoint().toString();
      String slots = Integer.toString(server.slots());
      if (status == null) {
        table.row(id, endpoint, server.state(), slots, "-", "-", "-", "-", "-", "-", "-");
      } else {
        table.row(
            id,
            endpoint,
            server.state(),
            slots,
            Long.toString(status.epoch()),
            Long.toString(status.entries()),
            Long.toString(status.partitions()),
            String.valueOf(server.splits()),
            String.valueOf(server.heatSplits()),
            String.valueOf(server.copiedNames()),
            Durations.format(Duration.ofMillis(status.uptimeMillis())));
      }
    }
    return table;
  }

  private static Table caches(ClusterHealth health) {
    Table table =
        new Table(
            "SERVER", ">CACHE", ">USED", ">BLOCKS", ">HITS", ">FILLS", ">REFUSED", ">FAILURES");
    for (ServerHealth server : health.servers()) {
      if (server.hasCache()) {
        table.row(
            server.server().id().toString(),
            ByteSizes.format(server.cacheCount("capacity_bytes")),
            ByteSizes.format(server.cacheCount("bytes")),
            Long.toString(server.cacheCount("blocks")),
            Long.toString(server.cacheCount("hits") + server.cacheCount("joined")),
            Long.toString(server.cacheCount("fills")),
            Long.toString(server.cacheCount("refused")),
            Long.toString(server.cacheCount("failures")));
      }
    }
    return table;
  }

  private static Table moves(ClusterHealth health) {
    Table table =
        new Table(">SLOT", "FROM", "TO", ">SINCE EPOCH", ">PARTITIONS LEFT", ">ENTRIES MOVED");
    for (MoveHealth move : health.moves()) {
      table.row(
          Integer.toString(move.move().slot()),
          move.move().from().toString(),
          move.to().toString(),
          Long.toString(move.move().since()),
          orDash(move.partitionsLeft()),
          orDash(move.entriesMoved()));
    }
    return table;
  }

  private static String orDash(@Nullable Long number) {
    return number == null ? "-" : number.toString();
  }

  private static Table partitions(ClusterHealth health) {
    Table table =
        new Table(">DIRECTORY", ">PARTITION", ">DEPTH", ">SLOT", "SERVER", ">ENTRIES", "STATE");
    for (ServerHealth server : health.servers()) {
      StatusResult status = server.status();
      if (status == null) {
        continue;
      }
      for (PartitionStatus partition : status.details()) {
        table.row(
            partition.directory().toString(),
            partition.partition().toString(),
            Integer.toString(partition.depth()),
            Integer.toString(partition.slot()),
            server.server().id().toString(),
            Long.toString(partition.entries()),
            partition.splitting() ? "splitting" : "");
      }
    }
    return table;
  }
}

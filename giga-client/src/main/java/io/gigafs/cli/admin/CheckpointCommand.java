package io.gigafs.cli.admin;

import io.gigafs.cli.ClusterOptions;
import io.gigafs.cli.CommandException;
import io.gigafs.cli.ErrorText;
import io.gigafs.cli.ExitCode;
import io.gigafs.cli.JsonObject;
import io.gigafs.cli.Shell;
import io.gigafs.cli.Table;
import io.gigafs.client.ClientSettings;
import io.gigafs.client.GigaClient;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.cluster.CheckpointRequest.Action;
import io.gigafs.protocol.cluster.CheckpointRequest.CheckpointInfo;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code giga admin checkpoint}. */
@Command(
    name = "checkpoint",
    description = {
      "Creates a checkpoint of every server's store, in parallel, on the server's own disk.",
      "",
      "Each is consistent in itself. A split, mkdir or rmdir across servers in progress may",
      "be in one and not in another: after a restore run giga fsck --repair before anyone changes",
      "the cluster, unless nothing changed while the checkpoint was created.",
      "Exit code 1 if a server failed; the checkpoints of the others are kept."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  giga admin checkpoint -c giga://10.0.0.1:7000/",
      "  giga admin checkpoint --name before-upgrade",
      "  giga admin checkpoint --list --json",
      "  giga admin checkpoint --remove before-upgrade"
    })
final class CheckpointCommand implements Callable<Integer> {
  private static final Duration TIMEOUT = Duration.ofMinutes(5);
  private static final DateTimeFormatter DEFAULT_NAME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

  @Mixin private final ClusterOptions cluster = new ClusterOptions();

  @ArgGroup private final What what = new What();

  @Option(names = "--json", description = "A JSON object.")
  private boolean json;

  private final Shell shell;

  CheckpointCommand(Shell shell) {
    this.shell = shell;
  }

  /** At most one of these. */
  static final class What {
    @Option(
        names = "--name",
        paramLabel = "NAME",
        description = "The checkpoint's name. Default: the time, such as 20260131T123456Z.")
    private @Nullable String name;

    @Option(names = "--list", description = "Show the existing checkpoints.")
    private boolean list;

    @Option(
        names = "--remove",
        paramLabel = "NAME",
        description = "Remove the checkpoint of this name from every server.")
    private @Nullable String remove;
  }

  /** A server's answer: its checkpoints, or an error. */
  private record ServerAnswer(
      ServerInfo server, List<CheckpointInfo> checkpoints, @Nullable String error) {
    static ServerAnswer of(
        ServerInfo server, @Nullable List<CheckpointInfo> answer, @Nullable Throwable thrown) {
      return thrown == null && answer != null
          ? new ServerAnswer(server, answer, null)
          : new ServerAnswer(server, List.of(), thrown == null ? "" : ErrorText.of(thrown));
    }
  }

  @Override
  public Integer call() throws GigaException {
    if (what.list) {
      return ask(Action.LIST, "");
    }
    if (what.remove != null) {
      return ask(Action.REMOVE, named(what.remove));
    }
    return ask(
        Action.MAKE,
        what.name != null ? named(what.name) : DEFAULT_NAME.format(shell.clock().instant()));
  }

  private static String named(String name) {
    if (name.isEmpty()) {
      throw CommandException.usage("the checkpoint's name is empty");
    }
    return name;
  }

  private int ask(Action action, String name) throws GigaException {
    ClientSettings settings =
        cluster.settings(shell, cluster.required(shell)).toBuilder()
            .timeout(cluster.timeoutOr(TIMEOUT))
            .build();
    List<ServerAnswer> answers;
    try (GigaClient client = shell.connector().connect(settings)) {
      List<CompletableFuture<ServerAnswer>> asked = new ArrayList<>();
      for (ServerInfo server : client.clusterView().servers()) {
        asked.add(
            client
                .async()
                .admin()
                .checkpoint(server, action, name)
                .handle((answer, thrown) -> ServerAnswer.of(server, answer, thrown)));
      }
      answers = asked.stream().map(CompletableFuture::join).toList();
    }
    print(answers);
    return complain(answers) ? ExitCode.FAILED : ExitCode.OK;
  }

  private boolean complain(List<ServerAnswer> answers) {
    shell.out().flush();
    boolean failed = false;
    for (ServerAnswer each : answers) {
      if (each.error() != null) {
        shell.err().println("giga admin checkpoint: " + each.server().id() + ": " + each.error());
        failed = true;
      }
    }
    return failed;
  }

  private void print(List<ServerAnswer> answers) {
    if (json) {
      shell.out().println(json(answers).toString());
      return;
    }
    Table table = new Table("NAME", "SERVER", "MADE", ">BYTES", "PATH");
    int rows = 0;
    for (ServerAnswer each : answers) {
      for (CheckpointInfo checkpoint : each.checkpoints()) {
        table.row(
            checkpoint.name(),
            each.server().id().toString(),
            Instant.ofEpochMilli(checkpoint.madeMillis())
                .truncatedTo(ChronoUnit.SECONDS)
                .toString(),
            Long.toString(checkpoint.bytes()),
            checkpoint.path());
        rows++;
      }
    }
    if (rows > 0) {
      table.print(shell.out());
    }
  }

  private static JsonObject json(List<ServerAnswer> answers) {
    List<JsonObject> servers = new ArrayList<>();
    for (ServerAnswer each : answers) {
      JsonObject server = new JsonObject().put("id", each.server().id());
      if (each.error() != null) {
        server.put("error", each.error());
      } else {
        server.put(
            "checkpoints", each.checkpoints().stream().map(CheckpointCommand::json).toList());
      }
      servers.add(server);
    }
    return new JsonObject().put("servers", servers);
  }

  private static JsonObject json(CheckpointInfo checkpoint) {
    return new JsonObject()
        .put("name", checkpoint.name())
        .put("made_ms", checkpoint.madeMillis())
        .put("bytes", checkpoint.bytes())
        .put("path", checkpoint.path());
  }
}

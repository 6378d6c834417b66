package io.gigafs.cli.volume;

import io.gigafs.cli.ByteSizes;
import io.gigafs.cli.ClusterOptions;
import io.gigafs.cli.ExitCode;
import io.gigafs.cli.JsonObject;
import io.gigafs.cli.Shell;
import io.gigafs.cli.Table;
import io.gigafs.client.GigaClient;
import io.gigafs.protocol.GigaException;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code giga volume list}. */
@Command(
    name = "list",
    description = {
      "Lists the volumes, and their state as seen by the servers.",
      "Exits with 1 if a server has a problem with one, or does not answer."
    },
    footerHeading = "%nExamples:%n",
    footer = "  giga volume list --json")
final class ListVolumesCommand implements Callable<Integer> {
  @Mixin private final ClusterOptions cluster = new ClusterOptions();

  @Option(names = "--json", description = "The volumes as a JSON object.")
  private boolean json;

  private final Shell shell;

  ListVolumesCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws GigaException {
    try (GigaClient client = cluster.connect(shell)) {
      VolumesHealth health = VolumesHealth.ask(client);
      if (json) {
        JsonObject silent = new JsonObject();
        health.silent().forEach((server, reason) -> silent.put(server.toString(), reason));
        shell
            .out()
            .println(
                new JsonObject()
                    .put("volumes", health.volumes().stream().map(VolumeReport::json).toList())
                    .put("silent", silent)
                    .toString());
      } else {
        print(health);
      }
      boolean isWell =
          health.silent().isEmpty()
              && health.volumes().stream().allMatch(volume -> volume.problems().isEmpty());
      return isWell ? ExitCode.OK : ExitCode.FAILED;
    }
  }

  private void print(VolumesHealth health) {
    if (health.volumes().isEmpty()) {
      shell.out().println("no volumes: servers store all bytes, and so limit the size of files");
    } else {
      Table table =
          new Table(
              ">ID",
              "STATE",
              "GROUP",
              ">WEIGHT",
              ">SHARE",
              ">CREATE",
              ">SIZE",
              ">FREE",
              ">TO MOVE",
              ">TO DELETE",
              "URI");
      health.volumes().forEach(volume -> row(table, volume));
      table.print(shell.out());
    }
    for (VolumeReport volume : health.volumes()) {
      volume
          .problems()
          .forEach(
              (server, problem) ->
                  shell
                      .out()
                      .println("volume " + volume.info().id() + " at " + server + ": " + problem));
    }
    health
        .silent()
        .forEach((server, reason) -> shell.out().println(server + " does not answer: " + reason));
  }

  private static void row(Table table, VolumeReport volume) {
    table.row(
        Integer.toString(volume.info().id()),
        volume.state(),
        volume.info().group().isEmpty() ? "-" : volume.info().group(),
        Integer.toString(volume.info().weight()),
        String.format(Locale.ROOT, "%.1f%%", volume.share() * 100),
        volume.createNanos() == 0
            ? "?"
            : String.format(Locale.ROOT, "%.1f ms", volume.createNanos() / 1e6),
        volume.totalBytes() == 0 ? "?" : ByteSizes.format(volume.totalBytes()),
        volume.totalBytes() == 0 ? "?" : ByteSizes.format(volume.freeBytes()),
        volume.info().state().isDraining() ? Wait.count(volume.toMove()) : "-",
        Long.toString(volume.toReclaim()),
        volume.info().uri().toString());
  }
}

package io.gigafs.cli.volume;

import io.gigafs.cli.ClusterOptions;
import io.gigafs.cli.ExitCode;
import io.gigafs.cli.JsonObject;
import io.gigafs.cli.Shell;
import io.gigafs.client.GigaClient;
import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.VolumeInfo;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.data.VolumeChangeRequest.Kind;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code giga volume remove}. */
@Command(
    name = "remove",
    description = {
      "Removes a volume from the cluster permanently. It must be drained: no server may know of an"
          + " object on it, which all servers must confirm.",
      "The file .giga-volume is removed; nothing else on it is changed."
    },
    footerHeading = "%nExamples:%n",
    footer = "  giga volume remove 2")
final class RemoveVolumeCommand implements Callable<Integer> {
  @Mixin private final ClusterOptions cluster = new ClusterOptions();

  @Parameters(paramLabel = "VOLUME", description = "Its number or URI.")
  private String volume = "";

  @Option(names = "--json", description = "The result as a JSON object.")
  private boolean json;

  private final Shell shell;

  RemoveVolumeCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws GigaException {
    try (GigaClient client = cluster.connect(shell)) {
      VolumeInfo known = VolumeNumber.find(client.clusterView(), volume);
      ClusterView view = client.admin().changeVolume(Kind.REMOVE, known.id(), known.uri());
      int left = view.volumes().size();
      shell
          .out()
          .println(
              json
                  ? new JsonObject().put("id", known.id()).put("volumes_left", left).toString()
                  : VolumeOutcome.text(
                      known,
                      "is removed: the cluster has "
                          + left
                          + (left == 1 ? " volume" : " volumes")));
      return ExitCode.OK;
    }
  }
}

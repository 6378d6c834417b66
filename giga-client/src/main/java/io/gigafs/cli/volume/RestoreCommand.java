package io.gigafs.cli.volume;

import io.gigafs.cli.ClusterOptions;
import io.gigafs.cli.ExitCode;
import io.gigafs.cli.Shell;
import io.gigafs.client.GigaClient;
import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.VolumeChanges;
import io.gigafs.cluster.VolumeInfo;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.data.VolumeChangeRequest.Kind;
import java.net.URI;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code giga volume restore}. */
@Command(
    name = "restore",
    description = {
      "Restores a volume that the cluster's view has lost, as after ZooKeeper was restored from an"
          + " old copy. It gets the number in its file .giga-volume.",
      "Files with bytes on it can then be read again. giga fsck reports such volumes."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  giga volume restore posix:///pan/vol1/giga",
      "  giga volume restore --adopted posix:///pan/projects"
    })
final class RestoreCommand implements Callable<Integer> {
  @Mixin private final ClusterOptions cluster = new ClusterOptions();

  @Parameters(paramLabel = "URI", description = "The volume: posix:///PATH.")
  private String uri = "";

  @Option(
      names = "--adopted",
      description =
          "It is an adopted tree (giga volume adopt): no new files are placed there, and unknown"
              + " files there are not orphans.")
  private boolean adopted;

  @Option(names = "--json", description = "The volume as a JSON object.")
  private boolean json;

  private final Shell shell;

  RestoreCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws GigaException {
    URI place = AddCommand.parse(uri);
    try (GigaClient client = cluster.connect(shell)) {
      Kind kind = adopted ? Kind.RESTORE_ADOPTED : Kind.RESTORE;
      ClusterView view = client.admin().changeVolume(kind, 0, place);
      VolumeInfo volume = VolumeChanges.at(view, place).orElseThrow();
      shell
          .out()
          .println(json ? VolumeOutcome.json(volume) : VolumeOutcome.text(volume, "is back"));
      return ExitCode.OK;
    }
  }
}

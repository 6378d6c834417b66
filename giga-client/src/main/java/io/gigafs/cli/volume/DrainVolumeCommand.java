package io.gigafs.cli.volume;

import io.gigafs.cli.ClusterOptions;
import io.gigafs.cli.ExitCode;
import io.gigafs.cli.Shell;
import io.gigafs.client.GigaClient;
import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.VolumeInfo;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.data.VolumeChangeRequest.Kind;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code giga volume drain}. */
@Command(
    name = "drain",
    description = {
      "Moves the files on a volume to the others, and places no new files there.",
      "Files stay accessible; a file that is being written, or that a client opened before",
      "this command, moves when it is closed.",
      "The drain continues if this command is stopped."
    },
    footerHeading = "%nExamples:%n",
    footer = "  giga volume drain 2 --wait      then: giga volume remove 2")
final class DrainVolumeCommand implements Callable<Integer> {
  @Mixin private final ClusterOptions cluster = new ClusterOptions();

  @Parameters(paramLabel = "VOLUME", description = "Its number or URI.")
  private String volume = "";

  @Option(names = "--wait", description = "Wait until no files are left there.")
  private boolean wait;

  @Option(names = "--json", description = "The result as a JSON object.")
  private boolean json;

  private final Shell shell;

  DrainVolumeCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws GigaException {
    try (GigaClient client = cluster.connect(shell)) {
      VolumeInfo known = VolumeNumber.find(client.clusterView(), volume);
      ClusterView view = client.admin().changeVolume(Kind.DRAIN, known.id(), known.uri());
      VolumeInfo draining = view.volume(known.id()).orElse(known);
      if (!wait) {
        print(draining, "is being drained");
        return ExitCode.OK;
      }
      Optional<VolumeReport> after =
          new Wait(shell, client, known.id())
              .until(each -> !each.info().state().isDraining() || each.isEmptied());
      VolumeInfo left = after.map(VolumeReport::info).orElse(draining);
      boolean isCancelled = after.isPresent() && !left.state().isDraining();
      print(left, isCancelled ? "takes files again" : "is drained: it holds no files");
      return isCancelled ? ExitCode.FAILED : ExitCode.OK;
    }
  }

  private void print(VolumeInfo info, String does) {
    shell.out().println(json ? VolumeOutcome.json(info) : VolumeOutcome.text(info, does));
  }
}

package io.gigafs.cli.volume;

import io.gigafs.cli.ClusterOptions;
import io.gigafs.cli.ExitCode;
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

/** {@code giga volume undrain}. */
@Command(
    name = "undrain",
    description = "Cancels the drain of a volume.",
    footerHeading = "%nExamples:%n",
    footer = "  giga volume undrain 2")
final class UndrainCommand implements Callable<Integer> {
  @Mixin private final ClusterOptions cluster = new ClusterOptions();

  @Parameters(paramLabel = "VOLUME", description = "Its number or URI.")
  private String volume = "";

  @Option(names = "--json", description = "The result as a JSON object.")
  private boolean json;

  private final Shell shell;

  UndrainCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws GigaException {
    try (GigaClient client = cluster.connect(shell)) {
      VolumeInfo known = VolumeNumber.find(client.clusterView(), volume);
      ClusterView view = client.admin().changeVolume(Kind.UNDRAIN, known.id(), known.uri());
      VolumeInfo now = view.volume(known.id()).orElse(known);
      boolean isAdopted = now.state() == VolumeInfo.State.ADOPTED;
      shell
          .out()
          .println(
              json
                  ? VolumeOutcome.json(now)
                  : VolumeOutcome.text(now, isAdopted ? "keeps its files" : "takes files"));
      return ExitCode.OK;
    }
  }
}
